// `yari drill add` and `yari drill remove`: which cards there are.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/book/book_sort.h"
#include "analysis/engine/replayed.h"
#include "answers/study/drill_session.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/options/position_options.h"
#include "cli/output/book_input.h"
#include "cli/output/reading_report.h"
#include "cli/output/sound_games.h"
#include "cli/study/drill_options.h"
#include "cli/terminal/text.h"
#include "import/read_records.h"
#include "rules/color_name.h"

namespace yari::cli {

namespace {

/// Cards that are written together.
constexpr std::size_t cards_at_once = 10'000;

struct DrillAdd final : Task {
  DatabaseOption database;
  PositionOptions position;
  FilterOptions filters;
  TodayOption today;
  std::optional<std::string> book, puzzles, right;
  std::optional<Color> side;
  bool mistakes = false;

  void declare(OptionSet& options) override {
    options.text("book", book, "FILE", "the positions of this book: its moves are right")
        .is(ValueKind::file);
    options.flag("mistakes", mistakes,
                 "mistakes and blunders of annotated games: the engine's move is right");
    options
        .text("puzzles", puzzles, "FILE",
              "the puzzles in this file, as 'yari puzzles' writes them; - is standard input")
        .is(ValueKind::file);
    options.text("right", right, "MOVES", "keep a position, in which each of these moves is right");
    options
        .value("side", "COLOUR", "only positions, or mistakes, of this side",
               [this](const std::string& typed) { side = side_named(typed); })
        .one_of({"black", "white"});
    today.declare(options);
    database.declare(options);
    position.declare_for_search(options);
    filters.declare(options, false);
  }

  Exit run(Terminal& terminal) override {
    if (!book && !puzzles && !mistakes && !right)
      throw UsageError(
          "name what to learn: --book FILE, --mistakes, --puzzles FILE, or a position and its "
          "--right MOVES");
    if (position.given() && !right)
      throw UsageError("--right: name the moves that are right in the position");
    filters.filter.variant = position.variant.typed;
    if (mistakes && !OwnSide::is_named(filters.filter, side))
      throw UsageError("--mistakes: name the player (--player NAME) or a side (--side)");
    Database games = database.open(OpenMode::read_write);
    bool is_whole = true;
    if (book) is_whole = add_book(terminal, games) && is_whole;
    if (mistakes) is_whole = add_mistakes(terminal, games) && is_whole;
    if (puzzles) is_whole = add_puzzles(terminal, games) && is_whole;
    if (right) add_position(games);
    flush(games);
    if (terminal.wants_json())
      terminal.object({{"added", sum.added}, {"changed", sum.changed}, {"known", sum.known}});
    else
      terminal.print("{} added, {} changed, {} known before\n", counted(sum.added, "card"),
                     grouped(sum.changed), grouped(sum.known));
    return is_whole && sum.added + sum.changed + sum.known > 0 ? Exit::done : Exit::nothing;
  }

 private:
  void take(Database& games, std::optional<DrillCard> card) {
    if (!card || (side && card->position.side_to_move != *side)) return;
    cards.push_back(*std::move(card));
    if (cards.size() == cards_at_once) flush(games);
  }
  void flush(Database& games) {
    const AddedCards added = add_cards(games, cards);
    sum.added += added.added;
    sum.changed += added.changed;
    sum.known += added.known;
    cards.clear();
  }

  /// False where some of it cannot be read, as the others here.
  bool add_book(Terminal& terminal, Database& games) {
    BookInput input(terminal, *book, {nullptr, filters.filter.variant});
    // Books may have a position more than once.
    BookSort sorted(true);
    while (std::optional<BookEntry> entry = input.next()) sorted.add(*std::move(entry));
    input.finish();
    std::vector<std::pair<int, std::optional<DrillCard>>> found;
    sorted.each([&](const BookEntry& entry) {
      std::vector<Move> moves;
      for (const BookMove& move : entry.moves) moves.push_back(move.move);
      found.emplace_back(entry.position.move_number, book_card(entry.position, moves, today.day()));
    });
    // New cards are asked in this order.
    std::ranges::stable_sort(found, {}, &std::pair<int, std::optional<DrillCard>>::first);
    for (auto& [number, card] : found) take(games, std::move(card));
    return input.errors() == 0;
  }

  bool add_mistakes(Terminal& terminal, Database& games) {
    SoundGames sound(games, terminal);
    const OwnSide own(filters.filter, side);
    std::vector<DrillCard> found;
    each_mistake(
        games, filters.filter, own, today.day(), [&](GameId id) { return sound.load(id); },
        [&](const DrillCard& card) {
          found.push_back(card);
          return true;
        });
    for (DrillCard& card : found) take(games, std::move(card));
    return sound.all_sound();
  }

  bool add_puzzles(Terminal& terminal, Database& games) {
    ReadingOptions reading;
    reading.read.variant = filters.filter.variant.value_or(Variant::yari);
    RecordSource source({*puzzles}, reading.source);
    ReadingReport report(terminal, false);
    read_records(source, reading, [&](const ReadRecord& read) {
      report.add(read, source);
      if (read.result.game) take(games, puzzle_card(*read.result.game, today.day()));
      return true;
    });
    report.finish();
    return report.errors() + report.others() == 0;
  }

  void add_position(Database& games) {
    begin_at_handicap(position, filters.filter);
    const GamePosition place = position.read(&games);
    const Result<std::vector<Move>> moves = read_choices(*right, place);
    if (!moves) throw error_at("--right", *right, moves.error());
    const bool is_of_game = position.game && !position.moves;
    cards.push_back(own_card(place, *moves, is_of_game ? position.game->game : 0, today.day()));
  }

  std::vector<DrillCard> cards;
  AddedCards sum;
};

struct DrillRemove final : Task {
  DatabaseOption database;
  CardOptions chosen;
  bool all = false;
  std::vector<std::string> numbers;

  void declare(OptionSet& options) override {
    options.flag("all", all, "every card");
    chosen.declare(options);
    database.declare(options);
    options.arguments(numbers, "the number of a card", 0);
  }

  Exit run(Terminal& terminal) override {
    const bool by_filter = all || !chosen.filter.sources.empty();
    if (by_filter == !numbers.empty())
      throw UsageError("name cards by their numbers, or by --source, or --all");
    std::vector<std::int64_t> ids;
    for (const std::string& typed : numbers)
      ids.push_back(read_number<std::int64_t>("the card's number", typed, 1,
                                              std::numeric_limits<std::int64_t>::max()));
    Database games = database.open(OpenMode::read_write);
    if (by_filter)
      for (const DrillCard& card : drill_cards(games, chosen.filter)) ids.push_back(card.id);
    const std::uint64_t removed = remove_cards(games, ids);
    if (terminal.wants_json())
      terminal.object({{"removed", removed}});
    else
      terminal.print("{} removed\n", counted(removed, "card"));
    return removed > 0 ? Exit::done : Exit::nothing;
  }
};

}  // namespace

extern const Command drill_add_command{
    "drill add", "", "add positions to learn: of a book, of mistakes, of puzzles, or one",
    R"(Adds cards for 'yari drill'. A position that is known already keeps what was learned, and gets the
moves that are right now. The conditions choose the annotated games whose mistakes are added.

  yari drill add --book my.db --side black
  yari drill add --mistakes --player habu --date 2026..
  yari puzzles --player habu -o puzzles.usi
  yari drill add --puzzles puzzles.usi
  yari drill add --game 12:40 --right "P-2d S-4f")",
    make_task<DrillAdd>};

extern const Command drill_remove_command{
    "drill remove", "[CARD...]", "forget positions to learn",
    R"(Removes cards with all that is known about them; 'yari undo' does not bring them back. Exit code 1
if there was none.

  yari drill remove 12 13
  yari drill remove --source puzzle)",
    make_task<DrillRemove>};

}  // namespace yari::cli
