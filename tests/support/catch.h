/// \file
/// Catch2, version 2 or 3: what differs between them is hidden here.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>

using Catch::Approx;

namespace yari {

/// Matches a text that has `part` in it.
inline auto Contains(const std::string& part) { return Catch::Matchers::ContainsSubstring(part); }

}  // namespace yari
#else
#include <catch2/catch.hpp>

namespace yari {

using Catch::Matchers::Contains;

}  // namespace yari
#endif
