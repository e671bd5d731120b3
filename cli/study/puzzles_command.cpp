// `yari puzzles`: positions of annotated games in which one move wins.
#include <nlohmann/json.hpp>

#include "answers/conditions.h"
#include "answers/engine_json.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/engine_options.h"
#include "cli/options/game_options.h"
#include "cli/options/limit_options.h"
#include "cli/output/data_table.h"
#include "cli/output/game_text.h"
#include "cli/output/record_output.h"
#include "cli/output/sound_games.h"
#include "cli/terminal/stop.h"
#include "cli/terminal/text.h"
#include "cli/terminal/working.h"
#include "import/annotation/puzzle_source.h"
#include "rules/color_name.h"
#include "text/ascii.h"

namespace yari::cli {

namespace {

/// "Fork, drop; rating 1793."
std::string themes_text(const Puzzle& puzzle) {
  std::string text;
  for (const PuzzleTheme theme : puzzle.themes)
    if (theme != PuzzleTheme::mate)
      text += fmt::format("{}{}", text.empty() ? "" : ", ", name(theme));
  return fmt::format("{}{} {}.", capitalized(text), text.empty() ? "Rating" : "; rating",
                     puzzle_rating(puzzle.nodes));
}

std::vector<std::string> theme_names() {
  std::vector<std::string> names;
  for (int i = 0; i < puzzle_theme_count; ++i)
    names.emplace_back(name(static_cast<PuzzleTheme>(i)));
  return names;
}

std::string task_text(const Puzzle& puzzle) {
  const std::string_view side = proper_name(puzzle.position.side_to_move);
  return puzzle.mate ? fmt::format("{} to move mates in {}", side,
                                   counted(puzzle.solution.size(), "ply", "plies"))
                     : fmt::format("{} to move wins", side);
}

/// The puzzle as a record: the solution as its moves.
Game record_of(const Puzzle& puzzle) {
  Game record;
  record.variant = puzzle.position.variant;
  record.start = puzzle.position;
  NodeId at = root_node;
  for (const Move move : puzzle.solution) at = record.moves.add(at, move);
  return record;
}

/// What is asked, before the first move, and what comes of it.
void add_words(Game& record, const Puzzle& puzzle, const GameHeader& header, int ply) {
  record.rules = header.rules;
  record.set_tag(tags::black, header.black);
  record.set_tag(tags::white, header.white);
  record.set_tag(tags::event, task_text(puzzle));
  record.moves.edit_note(root_node).comment =
      fmt::format("{}. From game {} after {}. {}", task_text(puzzle), header.id,
                  counted(static_cast<std::uint64_t>(ply), "move"), themes_text(puzzle));
  if (puzzle.mate) {
    record.result = win_for(puzzle.position.side_to_move);
    record.ending = Ending::mate;
  } else {
    record.moves.edit_note(record.moves.first_child(root_node)).comment =
        fmt::format("The only move: win chance {:.0f} %, at most {:.0f} % with any other.",
                    puzzle.chance, puzzle.next_best);
  }
}

std::string left_out_text(const PuzzleMaker& maker) {
  return fmt::format("{} left out without a score: {}",
                     counted(maker.unscored(), "position was", "positions were"),
                     maker.why_unscored());
}

struct Puzzles final : Task {
  DatabaseOption database;
  FilterOptions filters;
  OutputOptions output;
  TableForm form;
  EngineOptions engine;
  LimitOptions limits;
  PuzzleOptions options;
  std::vector<std::string> themes;
  /// Its ratings alone count.
  GameFilter rated;
  std::optional<std::uint64_t> limit;
  std::vector<std::string> ids;

  void declare(OptionSet& set) override {
    set.number("mate-in", options.mate_plies, "only mates in at most N plies; 0: all puzzles", 0,
               most_mate_plies);
    set.texts("theme", themes, "THEME", "only puzzles with this theme; repeated: with all of them")
        .one_of(theme_names());
    set.value("rating", "A..B", "only puzzles that are rated so", [this](const std::string& typed) {
      if (const auto expected = condition_named("rated")->read(rated, typed))
        refuse("--rating", *expected, typed);
    });
    set.number("limit,n", limit, "at most N puzzles", std::uint64_t{1});
    output.declare(set, format_named("usi"));
    form.declare(set);
    database.declare(set);
    limits.declare(set, "--nodes 200000");
    engine.declare(set);
    engine.declare_byoyomi(set);
    filters.declare(set);
    set.arguments(ids, "ID", 0);
  }

  Exit run(Terminal& terminal) override {
    form.begin(terminal);
    filters.choose(ids);
    options.limits = limits.limits(engine.default_limits(options.limits));
    StopOnSignal stop;
    Database games = database.open(OpenMode::read_only);
    RecordOutput records(terminal, output);
    const std::unique_ptr<Engine> judge = engine.make();
    SoundGames sound(games, terminal);
    PuzzleSource source(games, *judge, options, filters.games(games),
                        [&](GameId id) { return sound.load(id); });
    source.take_only([&](const Puzzle& puzzle) { return is_wanted(puzzle); });
    const Working working(terminal, "searching");
    while (!limit || records.games() < *limit) {
      const std::optional<FoundPuzzle> found = source.next(stop.token(), [&](std::size_t done) {
        terminal.progress("games", done, source.games());
      });
      if (!found) break;
      write(records, *found);
    }
    for (const std::string& note : judge->take_notes()) terminal.message(note);
    if (source.maker().unscored() > 0) terminal.message(left_out_text(source.maker()));
    if (stop.flag()) {
      records.finish_part();
      terminal.message(fmt::format("interrupted: {} written", counted(records.games(), "puzzle")));
      return Exit::failed;
    }
    records.finish();
    if (records.games() == 0)
      terminal.message(
          source.games() == 0
              ? "no game chosen is annotated: 'yari annotate --all' annotates all games"
              : fmt::format("no puzzle in {}", counted(source.games(), "annotated game")));
    return records.games() > 0 && sound.all_sound() ? Exit::done : Exit::nothing;
  }

  bool is_wanted(const Puzzle& puzzle) const {
    const int rating = puzzle_rating(puzzle.nodes);
    return rating >= rated.min_rating.value_or(rating) &&
           rating <= rated.max_rating.value_or(rating) &&
           std::ranges::all_of(themes, [&](const std::string& theme) {
             return std::ranges::count(puzzle.themes, *puzzle_theme_named(theme)) > 0;
           });
  }

  void write(RecordOutput& records, const FoundPuzzle& found) const {
    const auto& [puzzle, header, ply] = found;
    Game record = record_of(puzzle);
    // A line of USI is a position and moves: it has no place for words, and none are missing.
    if (output.format().name != "usi") add_words(record, puzzle, header, ply);
    records.write(record, puzzle_json(puzzle, header.id, ply));
  }
};

}  // namespace

extern const Command puzzles_command{
    "puzzles", "[ID...]", "take positions with one winning move from annotated games",
    R"(Takes the positions of annotated games in which a chance was missed or a mistake can be punished,
and searches them deeper, with the mate solver. Each puzzle has one solution. The same position,
mirrored or with the colours changed, is written once, and none that is a part of another's
solution. A puzzle is rated by the nodes that a search takes to find its first move. A line of USI
contains the position and the solution; other formats (--to) have the solution as moves. Exit code
1 if there is no puzzle.

  yari puzzles --player habu --mate-in 7
  yari puzzles --theme fork --rating 1500..2000
  yari puzzles --to kif -o puzzles.kif)",
    make_task<Puzzles>};

}  // namespace yari::cli
