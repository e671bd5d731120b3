#include "cli/output/ply_output.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "answers/engine_json.h"
#include "cli/output/game_text.h"
#include "cli/output/line_text.h"
#include "cli/terminal/csv.h"
#include "cli/terminal/text.h"
#include "rules/color_name.h"
#include "rules/sfen.h"

namespace yari::cli {

namespace {

constexpr const char* heading =
    "game,ply,side,player,move,usi,score,mate,chance_before,chance_after,loss,judgement,best,"
    "best_usi,spent_ms\n";

template <class T>
std::string csv_number(const std::optional<T>& value) {
  return value ? fmt::format("{}", *value) : "";
}

std::string usi(Move move, Variant v) { return move ? write_usi_move(move, v) : ""; }

std::string_view player_of(const Game& game, Color side) {
  return game.tag(side == Color::black ? tags::black : tags::white);
}

std::string csv_row(GameId id, const Game& game, const PlyRow& r) {
  const auto score = [&](bool mate) {
    return r.after && r.after->mate == mate ? fmt::format("{}", r.after->value) : "";
  };
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", id, r.ply, name(r.mover),
                     csv_field(player_of(game, r.mover)), csv_field(r.text),
                     usi(r.move, game.variant), score(false), score(true),
                     csv_number(rounded(r.chance_before)), csv_number(rounded(r.chance_after)),
                     csv_number(rounded(r.loss)), name(r.judgement), csv_field(r.best_text),
                     usi(r.best, game.variant), csv_number(r.spent_ms));
}

}  // namespace

PlyOutput::PlyOutput(Terminal& terminal, const std::optional<std::string>& file, Form form)
    : form_(form), file_(terminal, file) {
  if (form_ == Form::csv) file_.write(heading);
}

void PlyOutput::write(GameId id, const Game& game, double coefficient) {
  for (const PlyRow& row : ply_table(game, coefficient)) {
    if (form_ == Form::csv) {
      file_.write(csv_row(id, game, row));
    } else {
      file_.write(json_line(ply_json(id, game, row)));
    }
  }
}

}  // namespace yari::cli
