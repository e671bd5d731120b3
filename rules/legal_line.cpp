#include "rules/legal_line.h"

#include "rules/position.h"

namespace yari {

std::optional<std::size_t> first_illegal(const Setup& start, std::span<const Move> line) {
  return with_variant(start.variant, [&]<class V>(V) -> std::optional<std::size_t> {
    Position<V> position = Position<V>::from_unchecked(start);
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (!position.is_legal(line[i])) return i;
      position.play(line[i]);
    }
    return std::nullopt;
  });
}

}  // namespace yari
