#include "analysis/book/book_score.h"

#include <algorithm>
#include <cstdlib>

namespace yari {

int book_score(const Score& score) {
  constexpr int longest = book_mate - least_book_mate;
  if (score.wins_by_mate()) return book_mate - std::min(score.value, longest);
  if (score.loses_by_mate()) return -book_mate - std::max(score.value, -longest);
  return std::clamp(score.value, 1 - least_book_mate, least_book_mate - 1);
}

Score read_book_score(int number) {
  if (number >= least_book_mate) return {std::max(book_mate - number, 1), true};
  if (number <= -least_book_mate) return {std::min(-book_mate - number, 0), true};
  return {number, false};
}

}  // namespace yari
