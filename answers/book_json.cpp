#include "answers/book_json.h"

#include <nlohmann/json.hpp>

#include "analysis/book/book_score.h"
#include "notation/json/position_json.h"
#include "rules/sfen.h"

namespace yari {

Json book_json(const BookMove& move, Variant v) {
  return object(
      {{"ponder", move.ponder ? std::optional(write_usi_move(*move.ponder, v)) : std::nullopt},
       {"score", move.score},
       {"depth", move.depth},
       {"count", move.count}});
}

Json book_moves_json(const GamePosition& position, const std::vector<BookMove>& moves) {
  Json all = Json::array();
  for (const BookMove& move : moves) {
    std::vector<Move> line{move.move};
    if (move.ponder) line.push_back(*move.ponder);
    const Json named = line_json(position.start, position.moves, line);
    Json json = named.front();
    json.update(book_json(move, position.start.variant));
    json["answer"] = move.ponder ? named.back() : Json();
    json["worth"] = move.score ? score_json(read_book_score(*move.score)) : Json();
    all.push_back(std::move(json));
  }
  return all;
}

}  // namespace yari
