/// \file
/// Results of work that may fail because of its input.
#pragma once

#include <cstddef>
#include <string>
#include <tl/expected.hpp>

namespace yari {

/// What was wrong with a piece of text, and where.
struct Error {
  /// One sentence: what was expected and what was found.
  std::string message;
  /// Byte offset into the text that was read.
  std::size_t offset = 0;

  bool operator==(const Error&) const = default;
};

/// Either a value or the reason why there is none.
template <class T, class E = Error>
using Result = tl::expected<T, E>;

/// A failed Result: `return fail("expected a rank a..i, found 'k'", 3);`
inline tl::unexpected<Error> fail(std::string message, std::size_t offset = 0) {
  return tl::unexpected<Error>(Error{std::move(message), offset});
}

}  // namespace yari
