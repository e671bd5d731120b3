/// \file
/// What an opening book says, for programs.
#pragma once

#include <vector>

#include "analysis/book/book.h"
#include "analysis/engine/engine.h"
#include "answers/json.h"

namespace yari {

/// `ponder, score, depth, count`, numbers as the book has them; null is what it does not say.
Json book_json(const BookMove& move, Variant v);
/// For each move `move, japanese, usi`, what book_json has, `answer` (the same three of `ponder`) and
/// `worth`: the score as analyses have theirs. Null is what the book does not say.
Json book_moves_json(const GamePosition& position, const std::vector<BookMove>& moves);

}  // namespace yari
