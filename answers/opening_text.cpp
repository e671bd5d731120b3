#include "answers/opening_text.h"

#include <nlohmann/json.hpp>

#include "answers/json.h"
#include "notation/hodges/move_text.h"
#include "rules/position.h"

namespace yari {

namespace {

Json english_json(const openings::OpeningName* name) {
  return name == nullptr ? Json() : text_json(name->english);
}
Json japanese_json(const openings::OpeningName* name) {
  return name == nullptr ? Json() : text_json(name->japanese);
}

}  // namespace

std::string moves_text(const Setup& start, const std::vector<Move>& moves) {
  return with_variant(start.variant, [&]<class V>(V) {
    std::string text;
    auto position = Position<V>::from(start);
    for (const Move move : moves) {
      if (!position || !position->is_legal(move)) break;
      text += text.empty() ? "" : " ";
      append_move_text(text, *position, move);
      position->play(move);
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

Json opening_json(const GameOpening& opening) {
  const openings::FoundNames& names = opening.names;
  Json json;
  json["opening"] =
      names.opening == nullptr ? text_json(opening_text(opening)) : english_json(names.opening);
  json["opening_japanese"] = japanese_json(names.opening);
  json["black_castle"] = english_json(names.castles[Color::black]);
  json["black_castle_japanese"] = japanese_json(names.castles[Color::black]);
  json["white_castle"] = english_json(names.castles[Color::white]);
  json["white_castle_japanese"] = japanese_json(names.castles[Color::white]);
  return json;
}

std::string origin_text(const std::optional<Origin>& origin) {
  return origin ? yari::origin_text(*origin) : std::string();
}

Json origin_json(const std::optional<Origin>& origin) {
  if (!origin) return {{"file", nullptr}, {"member", nullptr}, {"record", nullptr}};
  return {
      {"file", origin->file}, {"member", text_json(origin->member)}, {"record", origin->record}};
}

}  // namespace yari
