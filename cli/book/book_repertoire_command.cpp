// `yari book repertoire`: a book of one's own moves, held against games.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "answers/study/own_side.h"
#include "answers/study/repertoire.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/output/book_input.h"
#include "cli/output/data_table.h"
#include "cli/output/sound_games.h"
#include "cli/terminal/table.h"
#include "cli/terminal/text.h"
#include "db/explore/main_lines.h"
#include "rules/by.h"
#include "rules/color_name.h"

namespace yari::cli {

namespace {

/// Moves of a line, and numbers of games, that a row shows.
constexpr std::size_t shown_moves = 4, shown_games = 5;

/// The last words of a line: "... P-3d P-2f".
std::string end_of_line(const std::string& line) {
  std::size_t at = line.size();
  for (std::size_t words = 0; words < shown_moves; ++words) {
    if (at == 0) return line;
    const std::size_t blank = line.rfind(' ', at - 1);
    if (blank == std::string::npos) return line;
    at = blank;
  }
  return "..." + line.substr(at);
}

std::string words_of(const Json& texts) {
  return texts.empty() ? "-"
                       : fmt::format("{}", fmt::join(texts.get<std::vector<std::string>>(), " "));
}

std::string percent_of(const Json& row) {
  return row["score"].is_null() ? "-" : fmt::format("{:.1f} %", row["score"].get<double>());
}

std::string numbers_of(const std::vector<GameId>& ids) {
  const auto shown = static_cast<long>(std::min(shown_games, ids.size()));
  return fmt::format("{}{}", fmt::join(ids.begin(), ids.begin() + shown, " "),
                     ids.size() > shown_games ? " ..." : "");
}

/// Who has the book.
using Sides = ByColor<bool>;

struct BookRepertoire final : Task {
  DatabaseOption database;
  FilterOptions filters;
  TableForm form;
  const BookFormat* from = nullptr;
  std::optional<Color> side;
  std::optional<std::string> only;
  RowChoice choice;
  std::vector<std::string> files;

  void declare(OptionSet& options) override {
    options
        .value("side", "COLOUR", "whose moves the book has [those of --player, --black or --white]",
               [this](const std::string& typed) { side = side_named(typed); })
        .one_of({"black", "white"});
    options
        .text("only", only, "TABLE",
              "left: where games left the book; played: what opponents played")
        .one_of({"left", "played"});
    options.number("min-games", choice.min_games, "leave out rows of fewer games", std::int64_t{1});
    options.number("limit,n", choice.limit, "at most N rows of each table", std::size_t{1});
    declare_book_format(options, "from", from, "read the file as this format")
        .assumed("what its beginning shows");
    form.declare(options);
    database.declare(options);
    filters.declare(options);
    options.arguments(files, "a book", 1, 1).is(ValueKind::file);
  }

  Exit run(Terminal& terminal) override {
    form.begin(terminal);
    if (!OwnSide::is_named(filters.filter, side))
      throw UsageError("whose book is it? name the player (--player NAME) or a side (--side)");
    Repertoire book;
    const bool is_whole = read(terminal, book);
    Database games = database.open(OpenMode::read_only);
    RepertoireGames found(book);
    add_games(terminal, games, found);
    if (terminal.wants_json())
      write_rows(terminal, found);
    else if (found.games() > 0)
      print(terminal, found);
    if (found.games() == 0)
      terminal.message("no game was chosen in which that player has that side");
    const bool sound = tell_skipped_games(terminal, games);
    return sound && is_whole && found.games() > found.outside() ? Exit::done : Exit::nothing;
  }

 private:
  bool wanted(bool left) const { return !only || (*only == "left") == left; }

  /// False where some of the book cannot be read.
  bool read(Terminal& terminal, Repertoire& repertoire) {
    GameFilter& f = filters.filter;
    BookInput book(terminal, files.front(), {from, f.variant});
    std::vector<Move> moves;
    while (const std::optional<BookEntry> entry = book.next()) {
      moves.clear();
      for (const BookMove& move : entry->moves) moves.push_back(move.move);
      repertoire.add(entry->position, moves);
      if (repertoire.positions() > Repertoire::most_positions)
        throw Failure(fmt::format("{}: a repertoire has at most {} positions", files.front(),
                                  grouped(Repertoire::most_positions)));
    }
    book.finish();
    if (!book.variant() || repertoire.positions() == 0)
      throw Failure(fmt::format("{}: contains no position with moves", files.front()));
    if (!f.variant) f.variant = book.variant();
    return book.errors() == 0;
  }

  void add_games(Terminal& terminal, Database& games, RepertoireGames& found) const {
    const OwnSide own(filters.filter, side);
    // Both passes see the same games, which come in order of number.
    const Snapshot snapshot(games);
    std::vector<std::pair<GameId, Sides>> chosen;
    games.list(filters.filter, {}, [&](const GameHeader& header) {
      const Sides sides{own.is(Color::black, header), own.is(Color::white, header)};
      if (sides[Color::black] || sides[Color::white]) chosen.emplace_back(header.id, sides);
      return true;
    });
    const auto place_of = [&](GameId id) {
      return std::ranges::lower_bound(chosen, id, {}, &std::pair<GameId, Sides>::first);
    };
    std::uint64_t done = 0;
    each_main_line(
        games, filters.filter,
        [&](GameId id) {
          const auto place = place_of(id);
          return place != chosen.end() && place->first == id;
        },
        [&](const MainLine& line) {
          for (const Color color : both_colors)
            if (place_of(line.id)->second[color])
              found.add({line.id, line.start, line.moves, line.result, color});
          terminal.progress("games", ++done, chosen.size());
          return true;
        });
  }

  void write_rows(Terminal& terminal, const RepertoireGames& found) const {
    if (wanted(true))
      for (const Departure& row : found.departures(choice)) terminal.json(departure_json(row));
    if (wanted(false))
      for (const OpponentMove& row : found.opponent_moves(choice))
        terminal.json(opponent_move_json(row));
  }

  void print(Terminal& terminal, const RepertoireGames& found) const {
    const auto part = [](std::int64_t games) { return grouped(static_cast<std::uint64_t>(games)); };
    terminal.print(
        "{}: {} left the book by the player, {} by an opponent, {} at its end; {} ended "
        "in it, {} never were\n",
        counted(static_cast<std::uint64_t>(found.games()), "game"),
        part(found.left(LeftBy::player)), part(found.left(LeftBy::opponent)),
        part(found.left(LeftBy::book)), part(found.ended_inside()), part(found.outside()));
    if (wanted(true)) print_departures(terminal, found.departures(choice));
    if (wanted(false)) print_moves(terminal, found.opponent_moves(choice));
  }

  static void print_departures(Terminal& terminal, const std::vector<Departure>& rows) {
    if (rows.empty()) return;
    terminal.print("\nOut of book\n");
    Table table(terminal,
                {{"ply", 4, 4, true},
                 {"by", 8, 8},
                 {"after", 32, 12},
                 {"move", 9, 7},
                 {"the book", 16, 8},
                 {"games", 7, 5, true},
                 {"score", 8, 7, true},
                 {"numbers", 24, 7}},
                true);
    for (const Departure& row : rows) {
      const Json json = departure_json(row);
      table.row({fmt::format("{}", json["ply"].get<std::int64_t>()), std::string(name(row.by)),
                 end_of_line(json["line"].get<std::string>()),
                 json["move"].is_null() ? "-" : json["move"].get<std::string>(),
                 words_of(json["book"]), fmt::format("{}", row.score.games), percent_of(json),
                 numbers_of(row.games)});
    }
  }

  static void print_moves(Terminal& terminal, const std::vector<OpponentMove>& rows) {
    if (rows.empty()) return;
    terminal.print("\nWhat opponents played\n");
    Table table(terminal,
                {{"ply", 4, 4, true},
                 {"after", 32, 12},
                 {"move", 9, 7},
                 {"the book", 16, 8},
                 {"games", 7, 5, true},
                 {"score", 8, 7, true}},
                true);
    for (const OpponentMove& row : rows) {
      const Json json = opponent_move_json(row);
      table.row({fmt::format("{}", json["ply"].get<std::int64_t>()),
                 end_of_line(json["line"].get<std::string>()), json["move"].get<std::string>(),
                 words_of(json["book"]), fmt::format("{}", row.score.games), percent_of(json)});
    }
  }
};

}  // namespace

extern const Command book_repertoire_command{
    "book repertoire", "BOOK", "what opponents played against a book, and where it was left",
    R"(The book has the moves that somebody means to play: those of the side that is to move count where
the player has it. Two tables: where games left the book, by whom (the player played another move;
the opponent one that the book does not answer; the book's line ended), and what opponents played
in the positions that the book leads to. Scores are the player's. Positions count however a game
came to them, so a game that comes back to the book by a transposition has not left it; the ply is
the one of the first game. Exit code 1 if no game was ever in the book.

  yari book repertoire my.db --player habu
  yari book repertoire my.db --player habu --side white --date 2020.. --only left
  yari book repertoire my.db --side black --min-games 5 --csv)",
    make_task<BookRepertoire>};

}  // namespace yari::cli
