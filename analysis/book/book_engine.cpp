// The choice among the moves of a book.
#include "analysis/book/book_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "analysis/engine/replayed.h"

namespace yari {

namespace {

/// So that sums of a thousand fit.
constexpr std::uint64_t most_weight = std::uint64_t{1} << 50;
/// Of what is wrong with one position.
constexpr std::size_t most_notes = 3;

std::uint64_t weight_for_choice(const BookMove& move) {
  return std::min(move.count.value_or(1), most_weight);
}

}  // namespace

const BookMove& choose_book_move(const std::vector<BookMove>& moves, std::mt19937_64& random) {
  std::uint64_t all = 0;
  for (const BookMove& move : moves) all += weight_for_choice(move);
  if (all == 0) return moves[static_cast<std::size_t>(random() % moves.size())];
  std::uint64_t left = random() % all;
  for (const BookMove& move : moves) {
    if (left < weight_for_choice(move)) return move;
    left -= weight_for_choice(move);
  }
  return moves.back();
}

std::optional<Analysis> BookEngine::from_book(const GamePosition& position, const Limits& limits) {
  if (fault_ || limits.unbounded() || limits.multipv > 1) return std::nullopt;
  const Setup setup = setup_of(position);
  if (setup.move_number > play_.plies) return std::nullopt;
  std::size_t findings = 0;
  Result<std::vector<BookMove>> found = book_->find(setup, [&](const Diagnostic& finding) {
    if (finding.severity == Severity::error && ++findings <= most_notes)
      notes_.push_back(finding.line > 0
                           ? fmt::format("book, line {}: {}", finding.line, finding.message)
                           : "book: " + finding.message);
  });
  if (!found) {
    fault_ = "book: " + found.error().message;
    return std::nullopt;
  }
  // A repetition may forbid what the position allows.
  const std::vector<Move> legal = legal_moves(position);
  const auto is_among = [](const std::vector<Move>& moves, Move move) {
    return std::ranges::find(moves, move) != moves.end();
  };
  std::erase_if(*found, [&](const BookMove& move) {
    return !is_among(legal, move.move) ||
           (!limits.root_moves.empty() && !is_among(limits.root_moves, move.move));
  });
  if (found->empty()) return std::nullopt;
  const BookMove& chosen = choose_book_move(*found, random_);
  ScoredLine line;
  line.pv.push_back(chosen.move);
  if (chosen.ponder) line.pv.push_back(*chosen.ponder);
  Analysis analysis;
  analysis.lines.push_back(std::move(line));
  analysis.scored = false;
  return analysis;
}

Analysis BookEngine::analyze(const GamePosition& position, const Limits& limits,
                             std::stop_token stop, const Progress& progress) {
  if (std::optional<Analysis> known = from_book(position, limits)) return *std::move(known);
  return engine_->analyze(position, limits, stop, progress);
}

std::vector<std::string> BookEngine::take_notes() {
  std::vector<std::string> notes = engine_->take_notes();
  std::ranges::move(std::exchange(notes_, {}), std::back_inserter(notes));
  if (fault_ && !std::exchange(fault_told_, true)) notes.push_back(*fault_);
  return notes;
}

}  // namespace yari
