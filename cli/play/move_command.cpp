// `yari move`: a stored game goes on, by moves that are typed or that a message has.
#include <fmt/ranges.h>

#include "analysis/engine/replayed.h"
#include "answers/mailed_game.h"
#include "answers/play_on.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/options/position_options.h"
#include "cli/play/played_game.h"
#include "cli/terminal/escapes.h"
#include "db/reports/only_variant.h"
#include "notation/moves/typed_moves.h"
#include "notation/words/comment.h"

namespace yari::cli {

namespace {

struct MoveTask final : Task {
  DatabaseOption database;
  std::optional<std::string> from;
  Continuation added;
  bool resign = false, draw_agreed = false;
  PlayedGameOutput output;
  std::vector<std::string> words;

  void declare(OptionSet& options) override {
    options.value("at", "PLY", "play a variation after this ply of the game",
                  [this](const std::string& typed) {
                    const Result<PlyPlace> place = read_ply(typed);
                    if (!place) throw UsageError("--at: " + place.error().message);
                    added.at = *place;
                  });
    options.flag("resign", resign, "the side to move, after the moves, gives up");
    options.flag("draw-agreed", draw_agreed, "after the moves the players agree on a draw");
    options.text("comment", added.comment, "TEXT", "a comment on the last move");
    options.value("time", "TIME", "what the last move took: 90 (seconds), 1:30 or 0:01:30",
                  [this](const std::string& typed) {
                    added.spent_ms = read_typed_time(typed);
                    if (!added.spent_ms)
                      throw UsageError(fmt::format(
                          "--time: expected a time like 90, 1:30 or 0:01:30, found '{}'", typed));
                  });
    options.text("from", from, "FILE", "take the move from a message; - is standard input")
        .is(ValueKind::file);
    database.declare(options);
    output.declare(options);
    options.arguments(words, "the number of a game and moves", 0);
  }

  Exit run(Terminal& terminal) override {
    output.drawing.check(terminal);
    check();
    Database games = database.open(OpenMode::read_write);
    const bool names_game = !words.empty();
    MailedGame played;
    if (names_game) played = stored(games, read_id(words.front()));
    if (from) {
      const auto meant = names_game ? std::optional(played.game.variant) : only_variant(games);
      const Mail mail = read_mail_file(terminal, *from, meant);
      if (!names_game) played = game_of(mail, games);
      take_from(mail, played);
      if (added.moves.empty() && !added.outcome)
        throw NotFound(
            fmt::format("{0}: no move that game {1} does not have ('yari move {1} MOVE' plays "
                        "one, 'yari move {1} --resign' gives up)",
                        *from, played.id));
    }
    const GamePosition place = or_refused(place_to_play_on(played.game, played.id, added.at));
    if (!from) added.moves = typed_moves(place);
    if (resign || draw_agreed) end_by_players(place);
    const GamePosition now = or_refused(play_on(games, played.id, played.game, added));
    output.print(terminal, games, played.id, now, added.moves.size());
    return Exit::done;
  }

  void check() const {
    if (resign && draw_agreed) throw UsageError("--resign and --draw-agreed: give one of them");
    if (added.at && (resign || draw_agreed))
      throw UsageError("--at: a variation does not end the game");
    if (from && words.size() > 1) throw UsageError("--from: the message has the moves");
    if (from && added.at) throw UsageError("--from: a message has no variations");
    if (words.empty() && !from) throw UsageError("name the game by its number, and a move");
    const bool says_something = resign || draw_agreed || added.comment || added.spent_ms;
    if (words.size() == 1 && !from && !says_something)
      throw UsageError("name a move, like P-7f or 7g7f");
  }

  static MailedGame stored(Database& games, GameId id) {
    std::optional<Game> game = games.load_game(id);
    if (!game) throw NotFound(no_game(id));
    return {id, *std::move(game)};
  }

  /// The value, or the end of the command: the game stays as it is.
  template <class T>
  static T or_refused(Result<T> result) {
    if (!result) throw NotFound(result.error().message);
    return *std::move(result);
  }

  std::vector<Move> typed_moves(const GamePosition& place) const {
    const std::string text = fmt::format("{}", fmt::join(words.begin() + 1, words.end(), " "));
    return text.empty() ? std::vector<Move>() : read_moves_after(place, "the move", text);
  }

  MailedGame game_of(const Mail& mail, Database& games) const {
    if (!mail.score)
      throw UsageError(fmt::format("{}: no record of a game is in it: name the game by its number",
                                   printable(*from)));
    Result<MailedGame> found = find_mailed_game(games, *mail.score);
    if (!found)
      throw NotFound(fmt::format("{}: {} ('yari new --from' begins the game of a message)", *from,
                                 found.error().message));
    return *std::move(found);
  }

  /// What the record of the message has more than the game, or else what its sender wrote.
  void take_from(const Mail& mail, const MailedGame& played) {
    if (mail.score) {
      if (const std::string why = why_other_game(played.game, played.id, *mail.score); !why.empty())
        throw NotFound(fmt::format("{}: {}", *from, why));
      const std::vector<Move> sent = mail.score->moves.main_moves();
      added.moves.assign(sent.begin() + played.game.moves.main_plies(), sent.end());
      if (mail.score->result != GameResult::unknown)
        added.outcome = {mail.score->result, mail.score->ending};
    }
    if (!added.moves.empty() || added.outcome) return;
    const GamePosition end = position_at(played.game, played.game.moves.main_plies());
    Result<std::vector<Move>> written =
        moves_written(mail, setup_of(end), last_target_of(end.moves));
    if (!written) throw NotFound(fmt::format("{}: {}", *from, written.error().message));
    added.moves = *std::move(written);
  }

  void end_by_players(const GamePosition& place) {
    added.outcome =
        resign ? resignation(place, added.moves) : Outcome{GameResult::draw, Ending::draw_agreed};
  }
};

}  // namespace

extern const Command move_command{
    "move", "[ID] [MOVE...]", "add moves to a stored game",
    R"(Moves are taken in every notation that people type: P-7f, 7g7f, ７六歩, with numbers or without.
Where the board ends the game (mate, stalemate, repetition), its result is stored. A game that is
over takes variations alone (--at). 'yari undo' takes the change back.

--mail prints a message: players, moves, the diagram and who moves, and nothing else that the game
has. --from reads an answer: the move that its record has more than the game, or else the move that
was written beside the quoted message. Without a number, the game is found by players and moves.

  yari move 12 P-7f
  yari move 12 P-7f --mail > mail.txt
  yari move --from answer.txt
  yari move 12 P-2f P-8d --at 4 --comment "better"
  yari move 12 --resign)",
    make_task<MoveTask>};

}  // namespace yari::cli
