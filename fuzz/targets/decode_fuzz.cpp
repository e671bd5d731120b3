// Any bytes become valid UTF-8 without NULs, carriage returns or marks, however they are fed.
#include "fuzz/fuzz.h"
#include "notation/encoding/encoding.h"

namespace yari::fuzz::decode_fuzz {

namespace {

/// The decoder cuts longer lines where it can.
bool has_long_line(std::string_view text) {
  constexpr std::size_t longest = 64 * 1024;
  while (text.size() >= longest) {
    const std::size_t end = text.find('\n');
    if (end >= longest) return true;
    text.remove_prefix(end + 1);
  }
  return false;
}

}  // namespace

void check(std::string_view input) {
  Bytes bytes(input);
  const std::uint8_t which = bytes.next();
  const std::size_t block = 1 + bytes.next();
  std::optional<Encoding> forced;
  const std::size_t choice = which % (encoding_count + 1);
  if (choice != encoding_count) forced = static_cast<Encoding>(choice);
  const std::string whole = to_utf8(bytes.rest(), forced);
  require(is_valid_utf8(whole), "decoded text is valid UTF-8");
  require(whole.find('\r') == std::string::npos && whole.find('\0') == std::string::npos,
          "carriage returns and NULs are gone");
  Decoder decoder(forced);
  std::string fed;
  for (std::string_view rest = bytes.rest(); !rest.empty();) {
    decoder.decode(rest.substr(0, block), false, fed);
    rest.remove_prefix(std::min(block, rest.size()));
  }
  decoder.decode("", true, fed);
  require(is_valid_utf8(fed), "text decoded in parts is valid UTF-8");
  if (forced && !has_long_line(input))
    require(fed == whole, "parts of a known encoding give what the whole gives");
  for (Encoding to :
       {Encoding::shift_jis, Encoding::latin1, Encoding::euc_jp, Encoding::iso_2022_jp}) {
    const Encoded encoded = encode(whole, to);
    if (encoded.losses.empty() && to != Encoding::latin1) {
      require(is_valid_utf8(to_utf8(encoded.bytes, to)), "what was encoded can be decoded");
    }
  }
}

std::vector<std::string> seeds() {
  const std::string text = "#KIF version=2.0 encoding=Shift_JIS\r\n先手：羽生\n▲７六歩\xEF\xBB\xBF";
  std::vector<std::string> all;
  for (char which : {'\0', '\1', '\2', '\3', '\4', '\5'}) {
    const std::string head{which, '\7'};
    all.push_back(head + text);
    all.push_back(head + encode(text, Encoding::shift_jis).bytes);
    all.push_back(head + encode(text, Encoding::euc_jp).bytes);
    all.push_back(head + encode(text, Encoding::iso_2022_jp).bytes);
    all.push_back(head +
                  "{Sch\xF6n, gr\xF6\xDF"
                  "er}\r\n\r");
  }
  return all;
}

const Target target("decode", check, seeds);

}  // namespace yari::fuzz::decode_fuzz
