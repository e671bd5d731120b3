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
#include "cli/options/reading_options.h"
#include "cli/output/drawing_options.h"
#include "cli/output/game_text.h"
#include "cli/output/painted_record.h"
#include "cli/output/record_output.h"
#include "cli/terminal/escapes.h"
#include "db/store/place.h"
#include "rules/sfen.h"

namespace yari::cli {

namespace {

struct Show final : Task {
  DatabaseOption database;
  std::optional<PlyPlace> ply;
  bool mail = false;
  const Format* format = format_named("hodges");
  DrawingOptions drawing;
  bool evals = false;
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
    options
        .value("to", "FORMAT", "format to write",
               [this](const std::string& typed) { format = &read_format("--to", typed); })
        .suggest(format_names())
        .assumed("hodges");
    options.old_name("format", "to");
    options.flag("evals", evals,
                 "also print the evaluations and lines of engines that the game has");
    options.flag("origin", with_origin, "print the file and the record that the game comes from");
    openings.declare(options);
    database.declare(options);
    drawing.declare(options);
    options.arguments(ids, "the number of a game", 1, 1);
  }

  Exit run(Terminal& terminal) override {
    const GameId id = read_id(ids.front());
    drawing.check(terminal);
    if (!ply && !mail && (drawing.style || drawing.flip) && !drawing.svg) ply = last_ply;
    if (drawing.svg && !ply) throw UsageError("--svg: goes with --ply");
    if (!format->write) throw UsageError(fmt::format("--to: {} can be read only", format->name));
    Database games = database.open(OpenMode::read_only);
    const std::optional<GameHeader> header = games.header(id);
    if (!header)
      throw NotFound(fmt::format("there is no game {} in {}", id, name_of_place(database.path())));
    Game game = *games.load_game(id);
    if (!evals && !terminal.wants_json()) drop_evaluations(game);
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
    else
      return write(game, about(terminal, opening, origin), terminal);
    return Exit::done;
  }

  /// The one that --ply names.
  std::optional<GamePosition> drawn_position(GameId id, const Game& game) const {
    if (!ply) return std::nullopt;
    const Result<GamePosition> position = position_at(game, {id, *ply});
    if (!position) throw UsageError("--ply: " + position.error().message);
    return *position;
  }

  /// A person reads glyphs, comments and better lines; numbers at each move hide them.
  static void drop_evaluations(Game& game) {
    for (NodeId n = 0; n < game.moves.size(); ++n)
      if (const Note* note = game.moves.note(n); note != nullptr && !note->evaluations.empty())
        game.moves.edit_note(n).evaluations.clear();
  }

  /// Lines above the record, as comments, which no reader takes for a part of it.
  std::string about(const Terminal& terminal, const GameOpening& opening,
                    const std::optional<Origin>& origin) const {
    std::string lines;
    const auto line = [&](std::string_view what, const std::string& text) {
      if (!text.empty()) lines += fmt::format("; {}: {}\n", what, printable(text));
    };
    if (with_origin) line("Origin", origin_text(origin));
    if (!openings.are_shown(terminal)) return lines;
    line("Opening", opening_text(opening));
    line("Castle of Black", name_text(opening.names.castles[Color::black]));
    line("Castle of White", name_text(opening.names.castles[Color::white]));
    return lines;
  }

  Exit write(const Game& game, const std::string& about, Terminal& terminal) const {
    terminal.write(about);
    const WriteResult written = format->write(game, {});
    if (terminal.colors() && format->name == "hodges")
      write_painted(terminal, written.text);
    else
      terminal.write_record(written.text);
    if (!written.losses.empty()) terminal.message(losses_text(*format, written.losses));
    return written.text.empty() ? Exit::nothing : Exit::done;
  }

  Json as_json(const GameHeader& header, const Game& game, const GameOpening& opening,
               const std::optional<Origin>& origin,
               const std::optional<GamePosition>& position) const {
    Json json = game_json(header, game);
    json.update(origin_json(origin));
    json.update(opening_json(opening));
    json["text"] = format->write(game, {}).text;
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

extern const Command show_command{"show", "ID", "show a game, or the board after some moves of it",
                                  "Evaluations are left out unless --evals is given; 'yari export' "
                                  "writes all of a game. With --draw\n"
                                  "or --flip, and no --ply, the last position is drawn.\n\n"
                                  "  yari show 12\n"
                                  "  yari show 12 --ply 40\n"
                                  "  yari show 12 --draw server\n"
                                  "  yari show 12 --mail\n"
                                  "  yari show 12 --ply 40 --svg -o board.svg",
                                  make_task<Show>};

}  // namespace yari::cli
