// `yari book make`: a book of games.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/book/book_maker.h"
#include "analysis/book/book_weight.h"
#include "analysis/engine/win_chance.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/options/position_options.h"
#include "cli/output/book_input.h"
#include "cli/output/sound_games.h"
#include "cli/terminal/text.h"
#include "db/evaluation_cache.h"
#include "db/explore/main_lines.h"
#include "rules/color_name.h"

namespace yari::cli {

namespace {

struct BookMake final : Task {
  DatabaseOption database;
  FilterOptions filters;
  BookOutputOptions output;
  BookMakerOptions how;
  std::optional<std::uint32_t> most_ms;
  bool by_evaluations = false;
  std::vector<std::string> ids;

  void declare(OptionSet& options) override {
    options.number("min-games", how.min_games, "leave out moves of fewer games", std::uint32_t{1});
    options.number("max-ply", how.max_ply, "take the first N plies of each game", 1, 1000);
    options
        .value("side", "COLOUR", "only moves of this side",
               [this](const std::string& typed) { how.side = side_named(typed); })
        .one_of({"black", "white"});
    options
        .value("max-time", "SECONDS", "of each side the moves before the first that took longer",
               [this](const std::string& typed) {
                 most_ms = static_cast<std::uint32_t>(read_seconds("--max-time", typed, 0).count());
               })
        .explained(
            "What an engine plays from its book takes it next to no time. A move whose time is not "
            "in the record ends its side's, too.");
    options.flag("winner-only", how.winner_only, "only moves of the side that won");
    options
        .value("weight", "WHAT", "what the count of a move is",
               [this](const std::string& typed) {
                 how.weight = typed == "results" ? BookWeight::results : BookWeight::games;
                 by_evaluations = typed == "evaluations";
               })
        .one_of({"games", "results", "evaluations"})
        .assumed("games")
        .explained(
            "games: how many games it was played in. results: two for each of them that its side "
            "won, and one for a draw, so that a move that only lost weighs nothing. evaluations: "
            "the chance to win after it, in thousandths, by the stored evaluation of the position "
            "after it that took most nodes; score and depth are those of the evaluation, and moves "
            "without one are left out.");
    output.declare(options);
    database.declare(options);
    filters.declare(options);
    options.arguments(ids, "ID", 0);
  }

  Exit run(Terminal& terminal) override {
    filters.choose(ids);
    Database games = database.open(OpenMode::walk);
    GameFilter filter = filters.filter;
    if (!filter.variant) filter.variant = VariantOption{}.meant(&games);
    const BookFormat& to = output.format(book_formats().front(), terminal);
    // The count of games and their moves are of one moment.
    const Snapshot snapshot(games);
    BookMaker maker(how);
    std::uint64_t counted_games = 0;
    const auto all = static_cast<std::uint64_t>(games.count(filter));
    each_main_line(
        games, filter, [](GameId) { return true; },
        [&](const MainLine& line) {
          BookGame game = as_game(line);
          if (most_ms)
            if (const std::optional<Game> whole = games.load_game(line.id))
              game.ends = ends_of_fast_moves(*whole, *most_ms);
          maker.count(game);
          terminal.progress("games", ++counted_games, all);
          return true;
        });
    BookOutput out(terminal, output, to);
    const bool intact = write(terminal, games, *filter.variant, maker, out);
    out.finish(counted(counted_games, "game") + ": ", object({{"games", counted_games}}));
    const bool sound = tell_skipped_games(terminal, games);
    if (counted_games == 0) explain_nothing(terminal, games, filter.variant);
    return sound && intact && out.positions() > 0 ? Exit::done : Exit::nothing;
  }

  /// False where an evaluation is damaged.
  bool write(Terminal& terminal, Database& games, Variant v, BookMaker& maker,
             BookOutput& out) const {
    if (!by_evaluations) {
      maker.each([&](const BookEntry& entry) { out.write(entry); });
      return true;
    }
    BestEvaluations evaluations(games, v);
    const auto judge = [&](Key position) -> std::optional<PositionJudgement> {
      const std::optional<Evaluation> found = evaluations.find(position);
      if (!found) return std::nullopt;
      const Score score{found->score, found->mate};
      return PositionJudgement{score, found->depth,
                               chance_model(v, found->engine)(score, found->nodes)};
    };
    maker.each([&](BookEntry entry) {
      weigh_by_judgements(entry, judge);
      if (!entry.moves.empty()) out.write(entry);
    });
    for (const std::string& sentence : evaluations.damage()) terminal.message(sentence);
    if (out.positions() == 0)
      terminal.message(
          "no move has a stored evaluation: 'yari annotate' and 'yari book mine' store them");
    return evaluations.damage().empty();
  }

  static BookGame as_game(const MainLine& line) {
    return {static_cast<std::uint32_t>(line.id), line.start, line.moves, line.result};
  }
};

}  // namespace

extern const Command book_make_command{
    "book make", "[ID...]", "make an opening book of the games of the database",
    R"(Takes the games that the conditions choose, of one game: the one that --variant names. Each move
that was played in enough of them is in the book, with a count by which programs choose. A move
counts once for a game; lines that lead to the same position are counted together. Score and depth
are 0 and 32, as books of games have them, unless moves are weighed by evaluations. The same games
give the same bytes, sorted, and the memory does not grow with their number.

  yari book make --variant shogi --date 2015.. --min-games 5 --max-ply 30 -o book.db
  yari book make --player habu --winner-only --weight results -o habu.db
  yari book make --min-games 2 --weight evaluations -o judged.db
  yari book make --rated 4000.. --max-time 1 -o engines.db)",
    make_task<BookMake>};

}  // namespace yari::cli
