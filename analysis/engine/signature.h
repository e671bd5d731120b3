/// \file
/// Fixed searches whose node counts change whenever the search or the evaluation does.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "rules/variant.h"

namespace yari {

/// One search of the signature.
struct SignatureSearch {
  Variant variant{};
  std::string_view sfen;
  std::uint64_t nodes = 0;
};

/// Nodes that the built-in engine needs for fixed positions of both games at a fixed depth, one
/// thread: the same on every machine. Stated in commits that touch the search, so that a change
/// without effect shows as one. `searched` is called for every position.
std::uint64_t search_signature(int depth,
                               const std::function<void(const SignatureSearch&)>& searched = {});

}  // namespace yari
