/// \file
/// The moves of a book are read by their squares; whether they can be played, the board says.
#pragma once

#include <functional>
#include <string>

#include "analysis/book/book.h"

namespace yari {

/// What is wrong with the move of that number, from 0.
using OnMoveFinding = std::function<void(std::size_t move, Severity severity, std::string message)>;

/// Reports illegal moves, answers and moves that the position has already; takes away what is
/// illegal. Requires: the position is valid.
void keep_legal_moves(BookEntry& entry, const OnMoveFinding& report);

}  // namespace yari
