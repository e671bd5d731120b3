// `yari show`: one game, or one position of it.
#include <nlohmann/json.hpp>

#include "analysis/engine/replayed.h"
#include "answers/game_place.h"
#include "answers/json.h"
#include "answers/mail.h"
#include "answers/opening_text.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/options/opening_options.h"
#include "cli/options/part_options.h"
#include "cli/options/reading_options.h"
#include "cli/output/drawing_options.h"
#include "cli/output/game_text.h"
#include "cli/output/painted_record.h"
#include "cli/output/printed_game.h"
#include "cli/output/record_output.h"
#include "cli/terminal/escapes.h"
#include "db/store/place.h"
#include "rules/sfen.h"

namespace yari::cli {

namespace {

constexpr const char* for_people = "text";

struct Show final : Task {
  DatabaseOption database;
  std::optional<PlyPlace> ply;
  bool mail = false;
  /// No value: for people on a terminal, Hodges notation elsewhere.
  std::optional<std::string> to;
  int board_every = 0;
  DrawingOptions drawing;
  PartOptions kept;
  bool with_origin = false;
  OpeningOptions openings;
  std::vector<std::string> ids;

  void declare(OptionSet& options) override {
    options.value("ply", "N", "draw the position after N plies; last, or -1, is the last one",
                  [this](const std::string& typed) {
                    const Result<PlyPlace> place = read_ply(typed);
                    if (!place) throw UsageError("--ply: " + place.error().message);
                    ply = *place;
                  });
    options.flag("mail", mail, "print the message of a game by mail: moves, diagram, who moves");
    std::vector<std::string> forms = format_names();
    forms.insert(forms.begin(), for_people);
    options
        .value("to", "FORMAT", "text, for people to read, or the format to write",
               [this](const std::string& typed) {
                 if (typed != for_people) (void)read_format("--to", typed, {for_people});
                 to = typed;
               })
        .suggest(std::move(forms))
        .assumed("text on a terminal, else hodges");
    options.number("board-every", board_every, "in text: a board after every N plies; 0: none", 0,
                   10000);
    kept.parts.evaluations = false;
    kept.declare(options);
    options.flag("origin", with_origin, "print the file and the record that the game comes from");
    openings.declare(options);
    database.declare(options);
    drawing.declare(options);
    options.arguments(ids, "the number of a game", 1, 1);
  }

  Exit run(Terminal& terminal) override {
    const GameId id = read_id(ids.front());
    drawing.check(terminal);
    if (!ply && !mail && board_every == 0 && (drawing.style || drawing.flip) && !drawing.svg)
      ply = last_ply;
    if (drawing.svg && !ply) throw UsageError("--svg: goes with --ply");
    const bool as_text = is_text(terminal);
    if (board_every > 0 && !as_text)
      throw UsageError("--board-every: goes with --to text, without --json, --mail and --ply");
    if (!format().write) throw UsageError(fmt::format("--to: {} can be read only", format().name));
    Database games = database.open(OpenMode::read_only);
    const std::optional<GameHeader> header = games.header(id);
    if (!header)
      throw NotFound(fmt::format("{} in {}", no_game(id), name_of_place(database.path())));
    Game game = *games.load_game(id);
    keep_parts(game, parts(terminal));
    terminal.page();
    const std::optional<GamePosition> position = drawn_position(id, game);
    const openings::OpeningList names = openings.list();
    const GameOpening opening = opening_of(games, id, names);
    const std::optional<Origin> origin = origin_of(games, id);
    if (terminal.wants_json())
      terminal.json(as_json(*header, game, opening, origin, position));
    else if (mail)
      terminal.write_record(write_mail(game));
    else if (position)
      drawing.draw(terminal, *position, {header->black, header->white},
                   fmt::format("{}, ply {}", players(*header), position->moves.size()));
    else if (as_text)
      print(game, about(terminal, opening, origin), terminal);
    else
      return write(game, about(terminal, opening, origin), terminal);
    return Exit::done;
  }

  bool is_text(const Terminal& terminal) const {
    if (ply || mail || terminal.wants_json()) return false;
    return to ? *to == for_people : terminal.width() > 0 || board_every > 0;
  }

  const Format& format() const {
    return to && *to != for_people ? *format_named(*to) : *format_named("hodges");
  }

  /// A person reads glyphs, comments and better lines; numbers at each move hide them.
  RecordParts parts(const Terminal& terminal) const {
    RecordParts parts = kept.parts;
    if (terminal.wants_json() && !kept.evaluations_typed) parts.evaluations = true;
    return parts;
  }

  /// The one that --ply names.
  std::optional<GamePosition> drawn_position(GameId id, const Game& game) const {
    if (!ply) return std::nullopt;
    const Result<GamePosition> position = position_at(game, {id, *ply});
    if (!position) throw UsageError("--ply: " + position.error().message);
    return *position;
  }

  /// Lines above the record; in a record as comments, which no reader takes for a part of it.
  std::string about(const Terminal& terminal, const GameOpening& opening,
                    const std::optional<Origin>& origin) const {
    std::string lines;
    const char* const mark = is_text(terminal) ? "" : "; ";
    const auto line = [&](std::string_view what, const std::string& text) {
      if (!text.empty()) lines += fmt::format("{}{}: {}\n", mark, what, printable(text));
    };
    if (with_origin) line("Origin", origin_text(origin));
    if (!openings.are_shown(terminal)) return lines;
    line("Opening", opening_text(opening));
    line("Castle of Black", name_text(opening.names.castles[Color::black]));
    line("Castle of White", name_text(opening.names.castles[Color::white]));
    return lines;
  }

  void print(const Game& game, const std::string& about, Terminal& terminal) const {
    constexpr std::size_t in_a_pipe = 80;
    GamePrinting printing{.width = terminal.width() > 0 ? terminal.width() : in_a_pipe,
                          .board_every = board_every,
                          .flipped = drawing.flip};
    printing.style = drawing.style.value_or(drawing.pieces.value_or(printing.style));
    terminal.write(about);
    print_game(terminal, game, printing);
  }

  Exit write(const Game& game, const std::string& about, Terminal& terminal) const {
    terminal.write(about);
    const WriteResult written = format().write(game, {});
    if (terminal.colors() && format().name == "hodges")
      write_painted(terminal, written.text);
    else
      terminal.write_record(written.text);
    if (!written.losses.empty()) terminal.message(losses_text(format(), written.losses));
    return written.text.empty() ? Exit::nothing : Exit::done;
  }

  Json as_json(const GameHeader& header, const Game& game, const GameOpening& opening,
               const std::optional<Origin>& origin,
               const std::optional<GamePosition>& position) const {
    Json json = stored_game_json(header, game);
    json.update(origin_json(origin));
    json.update(opening_json(opening));
    json["text"] = format().write(game, {}).text;
    if (mail) json["mail"] = write_mail(game);
    if (position) {
      json["ply"] = position->moves.size();
      json["sfen"] = write_sfen(setup_of(*position));
      json["position"] = board_json(position->start, position->moves, position->rules);
    }
    return json;
  }
};

}  // namespace

extern const Command show_command{
    "show", "ID", "show a game, or the board after some moves of it",
    R"(On a terminal the game is printed for people: two columns of moves with their times, comments
as text, variations indented. Elsewhere it is a record in Hodges notation, which scripts rely on;
--to names the form. Evaluations are left out unless --evals is given; 'yari export' writes all of
a game. With --draw or --flip, and neither --ply nor --board-every, the last position is drawn.

  yari show 12
  yari show 12 --board-every 20 --draw kanji
  yari show 12 --to kif --no-comments
  yari show 12 --ply 40
  yari show 12 --draw server
  yari show 12 --mail
  yari show 12 --ply 40 --svg -o board.svg)",
    make_task<Show>};

}  // namespace yari::cli
