#include "import/sql_functions.h"

#include "notation/hodges/move_text.h"
#include "rules/position.h"

namespace yari {

std::string hodges_move(const Setup& setup, Move move) {
  return with_variant(setup.variant, [&]<class V>(V) {
    std::string text;
    if (const auto position = Position<V>::from(setup)) append_move_text(text, *position, move);
    return text;
  });
}

}  // namespace yari
