// `yari puzzles`: positions of annotated games in which one move wins.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "analysis/annotate/puzzle.h"
#include "analysis/engine/replayed.h"
#include "cli/command.h"
#include "cli/engine_options.h"
#include "cli/game_text.h"
#include "cli/line_text.h"
#include "cli/record_output.h"
#include "cli/shared_options.h"
#include "cli/sound_games.h"
#include "cli/stop.h"
#include "cli/text.h"
#include "cli/working.h"
#include "db/judgements.h"
#include "db/query/image.h"
#include "rules/sfen.h"
#include "web/json.h"

namespace yari::cli {

namespace {

/// Below this chance to win, in hundredths, a position is not looked at again.
constexpr int promising = 7500;

/// The plies of a game at which annotation saw one side win, so that a puzzle may stand there: the
/// place of a chance that was missed, and the one after a mistake that can be punished. Beyond
/// `last` there are none, whatever a damaged file says.
std::set<int> candidates(const StoredAnnotation& annotation, int last) {
  std::set<int> plies;
  for (const StoredJudgement& j : annotation.judgements) {
    if (j.kind == JudgedKind::turned || j.kind == JudgedKind::lost_win) continue;
    if (j.ply < 0 || j.ply >= last) continue;
    if (j.before >= promising) plies.insert(j.ply);
    if (j.after <= 10000 - promising) plies.insert(j.ply + 1);
  }
  return plies;
}

/// Text that is the same for a position, its mirror image, and both with the colours changed.
std::string identity(const Setup& setup) {
  std::string least;
  for (const query::View view : {query::View{false, false}, query::View{false, true},
                                 query::View{true, false}, query::View{true, true}}) {
    std::string sfen = write_sfen_without_number(query::image(setup, view));
    if (least.empty() || sfen < least) least = std::move(sfen);
  }
  return std::string(info(setup.variant).id) + least;
}

/// Puzzles that were written, so that none is written again: not the same position, and not a part
/// of the line of another.
class WrittenPuzzles {
 public:
  /// True the first time that it is asked about a position that is in no line.
  bool is_new(const Setup& position) {
    const std::string place = identity(position);
    return tried_.insert(place).second && !inside_.contains(place);
  }
  /// False when the line comes to the start of one that was written.
  bool add(const Puzzle& puzzle) {
    std::vector<std::string> places;
    Problem at{puzzle.position, {}};
    for (std::size_t ply = 0; ply < puzzle.solution.size(); ++ply) {
      if (ply % 2 == 0) places.push_back(identity(setup_of(at)));
      at.moves.push_back(puzzle.solution[ply]);
    }
    if (std::ranges::any_of(places, [&](const auto& p) { return starts_.contains(p); }))
      return false;
    starts_.insert(places.front());
    inside_.insert(places.begin() + 1, places.end());
    return true;
  }

 private:
  std::set<std::string> tried_;
  /// Of the first positions, and of the later ones in which the solver moves.
  std::set<std::string> starts_, inside_;
};

/// "Fork, drop; rating 1793."
std::string themes_text(const Puzzle& puzzle) {
  std::string text;
  for (const PuzzleTheme theme : puzzle.themes)
    if (theme != PuzzleTheme::mate)
      text += fmt::format("{}{}", text.empty() ? "" : ", ", name(theme));
  if (!text.empty()) text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return fmt::format("{}{} {}.", text, text.empty() ? "Rating" : "; rating",
                     puzzle_rating(puzzle.nodes));
}

Json themes_json(const Puzzle& puzzle) {
  Json themes = Json::array();
  for (const PuzzleTheme theme : puzzle.themes) themes.push_back(name(theme));
  return themes;
}

std::vector<std::string> theme_names() {
  std::vector<std::string> names;
  for (int i = 0; i < puzzle_theme_count; ++i)
    names.emplace_back(name(static_cast<PuzzleTheme>(i)));
  return names;
}

/// "1500..", "..1800", "1500..1800".
struct RatingRange {
  int low = 0, high = 9999;

  void read(const std::string& typed) {
    const std::size_t dots = typed.find("..");
    if (dots == typed.npos)
      throw UsageError(fmt::format(
          "--rating: expected a range like 1500..1800, 1500.. or ..1800, found '{}'", typed));
    const auto number = [](const std::string& text, int fallback) {
      return text.empty() ? fallback : read_number("--rating", text, 0, 9999);
    };
    low = number(typed.substr(0, dots), 0);
    high = number(typed.substr(dots + 2), 9999);
    if (low > high) throw UsageError("--rating: expected a range from the lower to the higher");
  }
};

std::string task_text(const Puzzle& puzzle) {
  const char* side = puzzle.position.side_to_move == Color::black ? "Black" : "White";
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

Json puzzle_json(const Puzzle& puzzle, GameId game, int ply) {
  const Variant v = puzzle.position.variant;
  return {{"game", game},
          {"ply", ply},
          {"sfen", write_sfen(puzzle.position)},
          {"side", side_name(puzzle.position.side_to_move)},
          {"mate", puzzle.mate ? Json(puzzle.solution.size()) : Json()},
          {"solution", usi_line_json(v, puzzle.solution)},
          {"moves", hodges_line({puzzle.position, {}}, puzzle.solution)},
          {"chance", web::rounded(puzzle.chance)},
          {"next_best", web::rounded(puzzle.next_best)},
          {"themes", themes_json(puzzle)},
          {"nodes", puzzle.nodes},
          {"rating", puzzle_rating(puzzle.nodes)}};
}

struct Puzzles final : Task {
  DatabaseOption database;
  FilterOptions filters;
  OutputOptions output;
  EngineOptions engine;
  LimitOptions limits;
  PuzzleOptions options;
  std::vector<std::string> themes;
  RatingRange rating;
  std::optional<std::uint64_t> limit;
  std::vector<std::string> ids;

  void declare(OptionSet& set) override {
    set.number("mate-in", options.mate_plies, "only mates in at most N plies; 0: all puzzles", 0,
               999);
    set.old_name("mate", "mate-in");
    set.texts("theme", themes, "THEME", "only puzzles with this theme; repeated: with all of them")
        .one_of(theme_names());
    set.value("rating", "A..B", "only puzzles that are rated so",
              [this](const std::string& typed) { rating.read(typed); });
    set.number("limit,n", limit, "at most N puzzles", std::uint64_t{1});
    output.declare(set, format_named("usi"));
    database.declare(set);
    limits.declare(set, "--nodes 200000");
    engine.declare(set);
    filters.declare(set);
    set.arguments(ids, "ID", 0);
  }

  Exit run(Terminal& terminal) override {
    filters.choose(ids);
    options.limits = limits.limits(options.limits);
    StopOnSignal stop;
    Database games = database.open(OpenMode::read_only);
    RecordOutput records(terminal, output);
    const std::unique_ptr<Engine> judge = engine.make();
    PuzzleMaker maker(*judge, options);
    WrittenPuzzles written;
    std::vector<GameId> chosen = filters.games(games);
    const std::vector<GameId> annotated = annotated_games(games);
    std::erase_if(chosen, [&](GameId id) { return !std::ranges::binary_search(annotated, id); });
    SoundGames sound(games, terminal);
    const Working working(terminal, "searching");
    std::uint64_t behind = 0;
    const auto enough = [&] { return stop.flag() || (limit && records.games() == *limit); };
    for (const GameId id : chosen) {
      if (enough()) break;
      terminal.progress("games", behind++, chosen.size());
      const auto annotation = load_annotation(games, id);
      if (!annotation) continue;
      const std::optional<Game> game = sound.load(id);
      if (!game) continue;
      const GameHeader header = *games.header(id);
      for (const int ply : candidates(*annotation, game->moves.main_plies())) {
        if (enough()) break;
        const Problem problem = problem_at(*game, ply);
        if (!written.is_new(setup_of(problem))) continue;
        const auto puzzle = maker.make(problem, stop.token());
        if (puzzle && is_wanted(*puzzle) && written.add(*puzzle))
          write(records, *puzzle, header, ply);
      }
    }
    if (stop.flag()) {
      records.finish_part();
      terminal.message(fmt::format("interrupted: {} written", counted(records.games(), "puzzle")));
      return Exit::failed;
    }
    records.finish();
    if (records.games() == 0)
      terminal.message(chosen.empty() ? "no game chosen is annotated: 'yari annotate' does it"
                                      : fmt::format("no puzzle in {}",
                                                    counted(chosen.size(), "annotated game")));
    return records.games() > 0 && sound.all_sound() ? Exit::done : Exit::nothing;
  }

  bool is_wanted(const Puzzle& puzzle) const {
    const int rated = puzzle_rating(puzzle.nodes);
    return rating.low <= rated && rated <= rating.high &&
           std::ranges::all_of(themes, [&](const std::string& theme) {
             return std::ranges::count(puzzle.themes, *puzzle_theme_named(theme)) > 0;
           });
  }

  void write(RecordOutput& records, const Puzzle& puzzle, const GameHeader& header, int ply) const {
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
