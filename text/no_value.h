/// \file
/// The empty alternative of a std::variant that holds texts or arrays.
#pragma once

namespace yari {

/// As std::monostate, but a std::variant with it knows that it may be without any value.
///
/// libstdc++ (12; the code of 15 is the same) takes a std::variant of nothing but numbers, texts
/// and arrays for one that always has a value. Where memory runs out while such a one is copied, it
/// destroys what was not made, which ends the program or does worse.
struct NoValue {
  NoValue() = default;
  NoValue(const NoValue&) noexcept {}
  NoValue& operator=(const NoValue&) noexcept { return *this; }
  bool operator==(const NoValue&) const = default;
};

}  // namespace yari
