/// \file
/// The bytes of a file beside its decoded text, so that a record can be copied byte for byte.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace yari {

/// Bytes that were read and not taken yet, counted in lines.
///
/// A line ends with "\n", "\r\n" or "\r", as for Decoder. No encoding that is read has one of these
/// bytes within a character.
class RawLines {
 public:
  void add(std::string_view bytes);
  /// Takes `lines` whole lines and then as many bytes as `partial`, the decoded beginning of the
  /// next one, was decoded from. No bytes of that line if they cannot be found.
  std::string take(std::size_t lines, std::string_view partial);
  /// Takes everything.
  std::string take_all();
  /// Forgets everything but the end.
  void shorten();
  /// Forgets up to the line that `lines` whole lines precede, those forgotten before included.
  void skip(std::size_t lines);

 private:
  std::string_view left() const { return std::string_view(bytes_).substr(begin_); }
  std::size_t end_of_lines(std::size_t lines) const;
  std::string take_bytes(std::size_t size);

  std::string bytes_;
  /// Those before are taken.
  std::size_t begin_ = 0;
  /// Lines that shorten() forgot since the last take.
  std::size_t forgotten_ = 0;
  /// The bytes taken last ended with "\r".
  bool after_cr_ = false;
};

}  // namespace yari
