// Converters keep no state between calls: every encoding here is stateless, ISO-2022-JP as EUC-JP.
#include "notation/converter.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <stdexcept>

namespace yari {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// The C library's name, of the superset that is in use where there is one.
const char* charset(Encoding e, Converter::Direction direction) {
  switch (e) {
    case Encoding::shift_jis:
      return "CP932";
    case Encoding::euc_jp:
    case Encoding::iso_2022_jp:
      return "EUC-JP-MS";
    case Encoding::latin1:
      // Windows-1252 fills the gap of control codes in ISO-8859-1 with the quotes that people use.
      return direction == Converter::Direction::to_utf8 ? "CP1252" : "ISO-8859-1";
    case Encoding::utf8:
      break;
  }
  return "UTF-8";
}

}  // namespace

Converter::Converter(Encoding e, Direction direction) {
  const char* other = charset(e, direction);
  const bool reads = direction == Direction::to_utf8;
  handle_ = reads ? iconv_open("UTF-8", other) : iconv_open(other, "UTF-8");
  if (handle_ == reinterpret_cast<iconv_t>(-1)) {
    throw std::runtime_error(
        fmt::format("iconv cannot convert {} {} UTF-8", other, reads ? "to" : "from"));
  }
}

std::size_t Converter::append(std::string_view text, std::string& out) {
  std::size_t done = 0;
  std::array<char, 4096> buffer;
  iconv(handle_, nullptr, nullptr, nullptr, nullptr);
  while (done < text.size()) {
    char* in = const_cast<char*>(text.data() + done);
    std::size_t in_left = text.size() - done;
    char* to = buffer.data();
    std::size_t to_left = buffer.size();
    const std::size_t status = iconv(handle_, &in, &in_left, &to, &to_left);
    const int why = errno;
    out.append(buffer.data(), buffer.size() - to_left);
    done = text.size() - in_left;
    if (status == static_cast<std::size_t>(-1) && why != E2BIG) break;
  }
  return done;
}

std::size_t Converter::replace(std::string_view text, std::string& out) {
  std::size_t lost = 0;
  while (true) {
    text.remove_prefix(append(text, out));
    if (text.empty()) return lost;
    // A damaged pair loses its lead alone: the next byte may be a line end or a bracket.
    ++lost;
    out += replacement;
    text.remove_prefix(1);
  }
}

}  // namespace yari
