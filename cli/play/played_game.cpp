#include "cli/play/played_game.h"

#include <nlohmann/json.hpp>

#include "cli/output/game_text.h"
#include "cli/output/line_text.h"
#include "cli/terminal/escapes.h"
#include "cli/terminal/failure.h"
#include "cli/terminal/text_file.h"
#include "notation/json/position_json.h"

namespace yari::cli {

void PlayedGameOutput::declare(OptionSet& options) {
  options.flag("mail", mail, "print a message to send, with moves and diagram, and nothing else");
  drawing.declare_text(options);
}

void PlayedGameOutput::print(Terminal& terminal, Database& games, GameId id,
                             const GamePosition& position, std::size_t added) const {
  const GameHeader header = *games.header(id);
  GamePosition before = position;
  before.moves.resize(position.moves.size() - added);
  const std::vector<Move> moves(position.moves.end() - static_cast<std::ptrdiff_t>(added),
                                position.moves.end());
  if (terminal.wants_json()) {
    Json json = object({{"game", id},
                        {"black", text_value(header.black)},
                        {"white", text_value(header.white)},
                        {"ply", position.moves.size()},
                        {"added", usi_texts(position.start.variant, moves)}});
    json.update(board_json(position.start, position.moves, position.rules));
    // What the record says, which the board need not know.
    json["result"] = name(header.result);
    json["ending"] = header.ending == Ending::unknown ? Json() : Json(name(header.ending));
    if (mail) json["mail"] = write_mail(*games.load_game(id));
    terminal.json(json);
    return;
  }
  if (mail) return terminal.write_record(write_mail(*games.load_game(id)));
  terminal.print("game {}: {}", id, players(header));
  if (added > 0) terminal.print(", {}", hodges_line(before, moves));
  if (header.result != GameResult::unknown) terminal.print(", {}", name(header.result));
  terminal.print("\n");
  drawing.draw(terminal, position, {header.black, header.white});
}

Mail read_mail_file(Terminal& terminal, const std::string& file,
                    std::optional<Variant> by_default) {
  Result<Mail> mail = read_mail(read_text_file(file), by_default);
  if (!mail) throw Failure(fmt::format("{}: {}", file, mail.error().message));
  for (const Diagnostic& finding : mail->findings) {
    if (finding.severity == Severity::note) continue;
    terminal.message(
        fmt::format("{}: {}: {}", file, name(finding.severity), printable(finding.message)));
  }
  if (mail->score && mail->score->was_cut())
    throw Failure(fmt::format("{}: the record in the message cannot be read to its end", file));
  return *std::move(mail);
}

}  // namespace yari::cli
