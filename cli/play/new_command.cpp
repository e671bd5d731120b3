// `yari new`: begins a game that `yari move` goes on with.
#include "answers/begun_game.h"
#include "answers/mailed_game.h"
#include "cli/options/command.h"
#include "cli/options/position_options.h"
#include "cli/play/played_game.h"
#include "cli/terminal/escapes.h"
#include "db/change/upkeep.h"
#include "db/store/place.h"
#include "text/ascii.h"

namespace yari::cli {

namespace {

struct New final : Task {
  PositionOptions position;
  std::optional<std::string> black, white, event, date, from;
  std::vector<std::string> settings;
  RuleSet rules = RuleSet::standard;
  PlayedGameOutput output;

  void declare(OptionSet& options) override {
    options.text("black", black, "NAME", "the player of Black");
    options.text("white", white, "NAME", "the player of White");
    options.text("event", event, "NAME", "the event");
    options.text("date", date, "DATE", "when the game begins: 2026-11-26");
    options.texts("set", settings, "NAME=VALUE", "another tag and its value; can be repeated");
    options
        .value("rules", "RULES", "the rule set",
               [this](const std::string& typed) { rules = *rule_set_named(typed); })
        .one_of({"standard", "svp", "classic"})
        .assumed("standard");
    options.text("from", from, "FILE", "begin the game that a message has; - is standard input")
        .is(ValueKind::file);
    output.declare(options);
    position.declare(options);
  }

  Exit run(Terminal& terminal) override {
    output.drawing.check(terminal);
    if (from && (position.given() || black || white || event || date || !settings.empty()))
      throw UsageError("--from: the message says who plays, and from where");
    // What is refused leaves no new file behind.
    std::optional<Database> games = open_if_there();
    Database* const opened = games ? &*games : nullptr;
    const Game game = from ? mailed_game(terminal, opened) : typed_game(opened);
    if (!games) games.emplace(position.database.open(OpenMode::create));
    const GameId id = begin_game(*games, game);
    const int plies = game.moves.main_plies();
    output.print(terminal, *games, id, position_at(game, plies), static_cast<std::size_t>(plies));
    return Exit::done;
  }

  std::optional<Database> open_if_there() const {
    if (!position.database.is_there()) return std::nullopt;
    return position.database.open(OpenMode::create);
  }

  Game typed_game(Database* games) const {
    const GamePosition start = position.read(games);
    Game game = begun_game({start.start, start.moves, position.game ? start.rules : rules});
    const auto set = [&](std::string_view tag, const std::optional<std::string>& value) {
      if (value) set_tag(game, "--" + ascii_lower(tag), {std::string(tag), *value});
    };
    set(tags::event, event);
    set(tags::date, date);
    set(tags::black, black);
    set(tags::white, white);
    for (const std::string& setting : settings) {
      const auto [name, value] = read_setting("--set", setting);
      set_tag(game, "--set", {name, value});
    }
    return game;
  }

  static void set_tag(Game& game, const std::string& option, const Tag& tag) {
    if (const Result<void> done = set_tag_of_new_game(game, tag); !done)
      throw UsageError(option + ": " + printable(done.error().message));
  }

  Game mailed_game(Terminal& terminal, Database* games) const {
    const Mail mail = read_mail_file(terminal, *from, position.variant.meant(games));
    if (!mail.score) throw Failure(fmt::format("{}: no record of a game is in it", *from));
    const MailedGames known = games ? mailed_games(*games, *mail.score) : MailedGames();
    if (!known.games.empty())
      throw Failure(fmt::format("game {} is the game of the message: 'yari move --from' goes on",
                                known.games.front().id));
    return *mail.score;
  }
};

}  // namespace

extern const Command new_command{
    "new", "", "begin a game that 'yari move' goes on with",
    R"(Stores a game of no moves, or of those that --moves names, and prints its number and the board.
--handicap, --sfen and --diagram name another start; --game begins with the moves of a stored game.
--from begins the game that a message of 'yari move --mail' has. 'yari undo' takes it back.

  yari new --black Aoki --white Baba --event "Club by mail"
  yari new --variant shogi --handicap Lance --white Baba
  yari new --from mail.txt)",
    make_task<New>};

}  // namespace yari::cli
