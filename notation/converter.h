/// \file
/// Conversion between UTF-8 and the encodings of records, by the C library's iconv.
#pragma once

#include <iconv.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "notation/encoding.h"

namespace yari {

/// An open conversion of the C library.
class Converter {
 public:
  enum class Direction { to_utf8, from_utf8 };

  /// ISO-2022-JP is converted as EUC-JP. Throws std::runtime_error where the C library lacks it.
  Converter(Encoding e, Direction direction);
  ~Converter() { iconv_close(handle_); }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  /// Appends what `text` says to `out` and returns how many bytes of it were converted: all, or
  /// those before the first that has no meaning.
  std::size_t append(std::string_view text, std::string& out);
  /// Appends the whole of `text` with U+FFFD for every byte without a meaning; returns how many.
  std::size_t replace(std::string_view text, std::string& out);

 private:
  iconv_t handle_;
};

}  // namespace yari
