#include "db/query/judged_kind.h"

#include <array>

#include "record/glyph.h"

namespace yari {

namespace {

constexpr std::array<std::string_view, judged_kind_count> kind_names{glyph_word(inaccuracy_glyph),
                                                                     glyph_word(mistake_glyph),
                                                                     glyph_word(blunder_glyph),
                                                                     "missed-mate",
                                                                     "allowed-mate",
                                                                     "only-move",
                                                                     glyph_word(brilliant_glyph),
                                                                     "turned",
                                                                     "lost-win"};

}  // namespace

std::string_view name(JudgedKind kind) { return kind_names[static_cast<std::size_t>(kind) - 1]; }

std::vector<std::string> judged_kinds() { return {kind_names.begin(), kind_names.end()}; }

std::optional<JudgedKind> judged_kind_named(std::string_view text) {
  for (int kind = 1; kind <= judged_kind_count; ++kind) {
    if (name(static_cast<JudgedKind>(kind)) == text) return static_cast<JudgedKind>(kind);
  }
  return std::nullopt;
}

}  // namespace yari
