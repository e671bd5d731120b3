// Cutting text into records moves on, ends, and does not depend on how much of the text is there.
#include "fuzz/fuzz.h"
#include "notation/encoding/encoding.h"

namespace yari::fuzz::cut_fuzz {

void check(std::string_view input) {
  Bytes bytes(input);
  const Format& format = formats()[bytes.next() % formats().size()];
  const std::size_t part = bytes.next16();
  const std::string all = to_utf8(bytes.rest());
  std::string_view text = all;
  while (!text.empty()) {
    const std::size_t length = format.record_length(text, true);
    require(length > 0 && length <= text.size(), "a record is part of the text and not nothing");
    const std::string_view head = text.substr(0, part % (text.size() + 1));
    const std::size_t early = format.record_length(head, false);
    require(early <= head.size(), "a record is part of the text");
    require(early == 0 || early == length, "more text does not change where a record ends");
    format.is_blank(text.substr(0, length));
    text.remove_prefix(length);
  }
  detect_format(all);
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (std::size_t f = 0; f < formats().size(); ++f) {
    if (formats()[f].write == nullptr) continue;
    std::string text;
    for (std::size_t i = 0; i < 3; ++i) text += formats()[f].write(seed_games()[i], {}).text;
    for (const std::string_view part : {"\x10", "\x80", "\xFF"}) {
      all.push_back(static_cast<char>(f) + std::string(part) + '\1' + text);
    }
  }
  return all;
}

const Target target("cut", check, seeds);

}  // namespace yari::fuzz::cut_fuzz
