#include "answers/opening_text.h"

#include <nlohmann/json.hpp>

#include "answers/json.h"
#include "notation/hodges/move_text.h"
#include "notation/json/position_json.h"
#include "rules/position.h"

namespace yari {

namespace {

Value english(const openings::OpeningName* name) {
  return name == nullptr ? Value() : text_value(name->english);
}
Value japanese(const openings::OpeningName* name) {
  return name == nullptr ? Value() : text_value(name->japanese);
}

}  // namespace

std::string moves_text(const Setup& start, const std::vector<Move>& moves, Language language) {
  return with_variant(start.variant, [&]<class V>(V) {
    std::string text;
    auto position = Position<V>::from(start);
    std::optional<Square> last;
    for (const Move move : moves) {
      if (!position || !position->is_legal(move)) break;
      text += text.empty() ? "" : " ";
      if (language == Language::japanese)
        text += japanese_move(*position, move, last);
      else
        append_move_text(text, *position, move);
      position->play(move);
      last = move.to();
    }
    return text;
  });
}

std::string name_text(const openings::OpeningName* name) {
  if (name == nullptr) return {};
  const bool both = !name->english.empty() && !name->japanese.empty();
  return name->english + (both ? " " : "") + name->japanese;
}

std::string opening_text(const GameOpening& opening) {
  if (opening.names.opening == nullptr && opening.start.variant == Variant::yari)
    return moves_text(opening.start, opening.first_moves);
  return name_text(opening.names.opening);
}

std::string opening_text(const GameOpening& opening, Language language) {
  const openings::OpeningName* name = opening.names.opening;
  if (language != Language::japanese) return opening_text(opening);
  if (name != nullptr) return name->japanese.empty() ? name->english : name->japanese;
  if (opening.start.variant != Variant::yari) return {};
  return moves_text(opening.start, opening.first_moves, language);
}

Json opening_json(const GameOpening& opening) {
  const openings::FoundNames& names = opening.names;
  const openings::OpeningName* black = names.castles[Color::black];
  const openings::OpeningName* white = names.castles[Color::white];
  return object({{"opening", names.opening == nullptr ? text_value(opening_text(opening))
                                                      : english(names.opening)},
                 {"opening_japanese", names.opening == nullptr
                                          ? text_value(opening_text(opening, Language::japanese))
                                          : japanese(names.opening)},
                 {"black_castle", english(black)},
                 {"black_castle_japanese", japanese(black)},
                 {"white_castle", english(white)},
                 {"white_castle_japanese", japanese(white)}});
}

Json opening_json(const openings::OpeningName* name) {
  return object({{"opening", english(name)}, {"opening_japanese", japanese(name)}});
}

std::string origin_text(const std::optional<Origin>& origin) {
  return origin ? yari::origin_text(*origin) : std::string();
}

Json origin_json(const std::optional<Origin>& origin) {
  if (!origin) return object({{"file", {}}, {"member", {}}, {"record", {}}});
  return object(
      {{"file", origin->file}, {"member", text_value(origin->member)}, {"record", origin->record}});
}

}  // namespace yari
