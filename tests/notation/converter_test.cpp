// The tables against the C library's iconv, byte for byte, and what they say on every system.
#include "notation/encoding/converter.h"

#include <cstdint>
#include <string>

#include "tests/support/catch.h"
#include "text/utf8.h"

// Other C libraries' iconv has other tables.
#if defined(__GLIBC__) && __has_include(<iconv.h>)
#include <iconv.h>
#define YARI_TEST_ICONV
#endif

namespace yari {
namespace {

/// What a conversion appended, and how many bytes it took.
struct Conversion {
  std::string text;
  std::size_t taken = 0;
  bool operator==(const Conversion&) const = default;
};

Conversion decoded_prefix(std::string_view bytes, Encoding from) {
  Conversion c;
  c.taken = decode_prefix(c.text, bytes, from);
  return c;
}

Conversion encoded_prefix(std::string_view utf8, Encoding to) {
  Conversion c;
  c.taken = encode_prefix(c.text, utf8, to);
  return c;
}

std::string utf8_of(char32_t c) {
  std::string out;
  append_utf8(out, c);
  return out;
}

/// Calls `visit` with every text of one, two and three bytes whose first is not ASCII; of three
/// bytes only after 8F, because no other encoding has a character of three.
template <typename Visit>
void visit_codes(Visit visit) {
  std::string bytes;
  for (int a = 0x80; a < 0x100; ++a) {
    bytes.assign(1, static_cast<char>(a));
    visit(bytes);
    for (int b = 0; b < 0x100; ++b) {
      bytes = {static_cast<char>(a), static_cast<char>(b)};
      visit(bytes);
      if (a != 0x8F) continue;
      bytes += '\0';
      for (int c = 0; c < 0x100; ++c) {
        bytes[2] = static_cast<char>(c);
        visit(bytes);
      }
    }
  }
}

/// Calls `visit` with every character of Unicode.
template <typename Visit>
void visit_characters(Visit visit) {
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c < 0xD800 || c > 0xDFFF) visit(utf8_of(c));
  }
}

/// FNV-1a of what was converted.
class Sum {
 public:
  void add(const Conversion& c) {
    add(static_cast<std::uint8_t>(c.taken));
    for (const char byte : c.text) add(static_cast<std::uint8_t>(byte));
  }
  std::uint64_t value() const { return value_; }

 private:
  void add(std::uint8_t byte) { value_ = (value_ ^ byte) * 0x100000001B3; }

  std::uint64_t value_ = 0xCBF29CE484222325;
};

#ifdef YARI_TEST_ICONV

/// A conversion of the C library.
class Iconv {
 public:
  Iconv(const char* to, const char* from) : handle_(iconv_open(to, from)) {}
  ~Iconv() {
    if (is_open()) iconv_close(handle_);
  }
  Iconv(const Iconv&) = delete;
  Iconv& operator=(const Iconv&) = delete;

  bool is_open() const { return handle_ != reinterpret_cast<iconv_t>(-1); }
  /// Requires: text is short.
  Conversion convert(std::string text) const {
    char buffer[64];
    char* in = text.data();
    std::size_t in_left = text.size();
    char* out = buffer;
    std::size_t out_left = sizeof buffer;
    iconv(handle_, nullptr, nullptr, nullptr, nullptr);
    iconv(handle_, &in, &in_left, &out, &out_left);
    return {std::string(buffer, sizeof buffer - out_left), text.size() - in_left};
  }

 private:
  iconv_t handle_;
};

/// glibc's names of what is read and what is written.
struct Charset {
  Encoding encoding;
  const char* read;
  const char* written;
};
constexpr Charset charsets[] = {{Encoding::shift_jis, "CP932", "CP932"},
                                {Encoding::euc_jp, "EUC-JP-MS", "EUC-JP-MS"},
                                {Encoding::latin1, "CP1252", "ISO-8859-1"}};

std::string hex(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<std::uint8_t>(c);
    out += {digits[byte >> 4], digits[byte & 15], ' '};
  }
  return out;
}

/// What differs, up to a few; a CHECK for each of a million texts would take minutes.
class Differences {
 public:
  void compare(std::string_view text, const Conversion& ours, const Conversion& theirs) {
    ++compared_;
    if (ours == theirs || list_.size() > 300) return;
    list_ += hex(text) + "is " + hex(ours.text) + "(" + std::to_string(ours.taken) +
             "), in iconv " + hex(theirs.text) + "(" + std::to_string(theirs.taken) + ")\n";
  }
  const std::string& list() const { return list_; }
  int compared() const { return compared_; }

 private:
  std::string list_;
  int compared_ = 0;
};

#endif

}  // namespace

TEST_CASE("every code and every character converts the same on every system") {
  struct Pinned {
    Encoding encoding;
    std::uint64_t decoded;
    std::uint64_t encoded;
  };
  const Pinned pinned[] = {{Encoding::shift_jis, 0x0009bd6b570b639b, 0xa42632e8448101cd},
                           {Encoding::euc_jp, 0xe41498ce90b2c7af, 0xade873a639b37029},
                           {Encoding::latin1, 0x3c7fe912d62e2755, 0x99c02a2b2bef0ca5}};
  for (const Pinned& p : pinned) {
    INFO(name(p.encoding));
    Sum decoded;
    visit_codes([&](const std::string& bytes) { decoded.add(decoded_prefix(bytes, p.encoding)); });
    CHECK(decoded.value() == p.decoded);
    Sum encoded;
    visit_characters([&](const std::string& c) { encoded.add(encoded_prefix(c, p.encoding)); });
    CHECK(encoded.value() == p.encoded);
  }
}

TEST_CASE("every code and every character converts as in the C library's iconv") {
#ifdef YARI_TEST_ICONV
  for (const Charset& charset : charsets) {
    const Iconv decoder("UTF-8", charset.read);
    const Iconv encoder(charset.written, "UTF-8");
    if (!decoder.is_open() || !encoder.is_open()) {
      WARN("skipped: iconv does not have " << charset.read << " and " << charset.written
                                           << " (are glibc's gconv modules installed?)");
      continue;
    }
    INFO(charset.read);
    Differences reading;
    const auto compare_bytes = [&](const std::string& bytes) {
      reading.compare(bytes, decoded_prefix(bytes, charset.encoding), decoder.convert(bytes));
    };
    visit_codes(compare_bytes);
    for (const char* text : {"", "\\~|", "a\x80", "\x82\xA0\x82", "\xA4\xA2\x8F\xB0"}) {
      compare_bytes(text);
    }
    CHECK(reading.list() == "");
    CHECK(reading.compared() > 98'000);
    Differences writing;
    const auto compare_text = [&](const std::string& text) {
      writing.compare(text, encoded_prefix(text, charset.encoding), encoder.convert(text));
    };
    visit_characters(compare_text);
    for (const char* text : {"", "a\xE3\x81", "歩\xED\xA0\x80", "\xC0\x80", "歩😀歩", "\xFF"}) {
      compare_text(text);
    }
    CHECK(writing.list() == "");
    CHECK(writing.compared() > 1'112'000);
  }
#else
  WARN("skipped: the C library is not glibc");
#endif
}

TEST_CASE("what is read is written again, but for the codes of characters that have several") {
  // Shift_JIS: NEC's selection, and what rows 13 and 115 have again. eucJP-ms: what row 13 and
  // JIS X 0212 have again.
  for (const Encoding e : {Encoding::shift_jis, Encoding::euc_jp}) {
    INFO(name(e));
    int others = 0;
    int wrong = 0;
    visit_codes([&](const std::string& bytes) {
      const Conversion read = decoded_prefix(bytes, e);
      if (read.taken != bytes.size()) return;
      const Conversion written = encoded_prefix(read.text, e);
      if (written.text != bytes) ++others;
      if (decoded_prefix(written.text, e) != Conversion{read.text, written.text.size()}) ++wrong;
    });
    CHECK(others == (e == Encoding::shift_jis ? 398 : 24));
    CHECK(wrong == 0);
  }
}

TEST_CASE("signs that Unicode has twice are written as the ones that Windows reads") {
  for (const Encoding e : {Encoding::shift_jis, Encoding::euc_jp}) {
    INFO(name(e));
    const Conversion c = encoded_prefix("〜−‖—¢£¬¥‾", e);
    CHECK(decoded_prefix(c.text, e).text == "～－∥―￠￡￢\\~");
  }
  CHECK(encoded_prefix("¦", Encoding::shift_jis).taken == 0);
  CHECK(decoded_prefix(encoded_prefix("¦", Encoding::euc_jp).text, Encoding::euc_jp).text == "￤");
}

TEST_CASE("conversion stops where a character is cut off or has no meaning") {
  CHECK(decoded_prefix("\x82\xA0\x82", Encoding::shift_jis) == Conversion{"あ", 2});
  CHECK(decoded_prefix("a\x82\n", Encoding::shift_jis) == Conversion{"a", 1});
  CHECK(decoded_prefix("a\x8F\xB0", Encoding::euc_jp) == Conversion{"a", 1});
  CHECK(decoded_prefix("a\x8F\xB0\xA1", Encoding::euc_jp) == Conversion{"a丂", 4});
  CHECK(decoded_prefix("a\x81", Encoding::latin1) == Conversion{"a", 1});
  CHECK(encoded_prefix("歩😀歩", Encoding::shift_jis) == Conversion{"\x95\xE0", 3});
  CHECK(encoded_prefix("歩\xE6", Encoding::shift_jis) == Conversion{"\x95\xE0", 3});
  std::string text;
  CHECK(decode_replacing(text, "\x82\xA0\x82\n\xFF", Encoding::shift_jis) == 2);
  CHECK(text == "あ\uFFFD\n\uFFFD");
}

}  // namespace yari
