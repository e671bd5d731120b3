// Texts are folded in pieces: what composes letters takes time by the square of the marks that
// follow each other.
#include "db/query/words.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include "text/ascii.h"
#include "text/kanji_forms.h"
#include "text/utf8.h"

namespace yari::query {

namespace {

constexpr std::size_t longest_word = 1024;
constexpr std::size_t longest_piece = 1024;

/// Kana and kanji.
bool is_japanese(char32_t c) {
  return (c >= 0x3005 && c <= 0x3007) || (c >= 0x3031 && c <= 0x3035) || c == 0x303B ||
         (c >= 0x3041 && c <= 0x3096) || (c >= 0x309D && c <= 0x309F) ||
         (c >= 0x30A1 && c <= 0x30FF && c != 0x30FB) || (c >= 0x31F0 && c <= 0x31FF) ||
         (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x4E00 && c <= 0x9FFF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x3FFFF);
}

/// A character that belongs to none before it.
bool begins_anew(char32_t c) {
  return c < 0x80 || is_japanese(c) || (c >= 0x3000 && c <= 0x3002) || (c >= 0xFF01 && c <= 0xFF9D);
}

/// Where a piece of a text ends: before a character that begins anew, if there is one.
std::size_t piece_end(std::string_view text) {
  if (text.size() <= longest_piece) return text.size();
  std::size_t end = longest_piece, whole = 0;
  for (; end > 0; --end) {
    if (is_continuation(text[end])) continue;
    if (whole == 0) whole = end;
    if (begins_anew(code_point_at(text, end).value)) return end;
  }
  return whole > 0 ? whole : longest_piece;
}

/// Part of the sign before it, and not heard: variation selectors, joiners, voicing without a kana.
bool is_silent(char32_t c) {
  return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF) || c == 0x3099 ||
         c == 0x309A || c == 0xAD || (c >= 0x200B && c <= 0x200D) || c == 0x2060 || c == 0xFEFF;
}

/// Spells what is added, piece by piece.
class Speller {
 public:
  explicit Speller(std::string& out) : out_(out) {}

  void add(std::string_view folded) {
    for (std::size_t at = 0; at < folded.size();) {
      const auto [c, length] = code_point_at(folded, at);
      const std::string_view bytes = folded.substr(at, length);
      at += length;
      const bool is_text = length > 1 || c < 0x80;
      if (is_text && is_japanese(c))
        add_japanese(c);
      else if (is_text && is_word_character(c) && !is_silent(c))
        add_letter(bytes);
      else if (!is_text || !is_silent(c))
        part(c);
    }
  }
  void finish() { end_word(); }

 private:
  enum class Kind : std::uint8_t { none, japanese, word };

  void part(char32_t c) {
    end_word();
    if (c == '\r') return;
    is_parted_ = is_parted_ || c != '\n' || feeds_ > 0;
    if (c == '\n') ++feeds_;
  }
  void begin(Kind kind) {
    const bool follows =
        !is_parted_ && (feeds_ == 0 || (last_ == Kind::japanese && kind == Kind::japanese));
    if (last_ != Kind::none && !follows) out_ += ' ';
    last_ = kind;
    is_parted_ = false;
    feeds_ = 0;
  }
  void add_japanese(char32_t c) {
    end_word();
    begin(Kind::japanese);
    append_utf8(out_, common_form(c));
  }
  void add_letter(std::string_view bytes) {
    if (word_ == 0) {
      begin(Kind::word);
      out_ += '(';
      word_ = out_.size();
    }
    if (is_cut_ || out_.size() - word_ + bytes.size() > longest_word)
      is_cut_ = true;
    else
      out_ += bytes;
  }
  void end_word() {
    if (word_ == 0) return;
    out_ += ')';
    word_ = 0;
    is_cut_ = false;
  }

  std::string& out_;
  Kind last_ = Kind::none;
  bool is_parted_ = false, is_cut_ = false;
  int feeds_ = 0;
  /// Where the open word begins; 0 where none is open.
  std::size_t word_ = 0;
};

/// A stretch of kana and kanji, or a word.
struct Stretch {
  std::string_view text;
  bool is_word = false, is_after_space = false;
};

/// Takes the first stretch off a spelled text. A phrase may end in a word without a parenthesis.
Stretch take_stretch(std::string_view& spelled) {
  Stretch stretch;
  if (spelled[0] == ' ') {
    stretch.is_after_space = true;
    spelled.remove_prefix(1);
  }
  stretch.is_word = spelled[0] == '(';
  if (stretch.is_word) spelled.remove_prefix(1);
  const std::size_t end =
      std::min(stretch.is_word ? spelled.find(')') : spelled.find_first_of(" ("), spelled.size());
  stretch.text = spelled.substr(0, end);
  spelled.remove_prefix(std::min(end + (stretch.is_word ? 1 : 0), spelled.size()));
  return stretch;
}

/// Each two characters that follow each other, and the last one.
template <class Add>
void each_pair(std::string_view text, bool with_last, Add add) {
  while (!text.empty()) {
    const std::size_t one = code_point_at(text, 0).length;
    const std::size_t next = one < text.size() ? code_point_at(text, one).length : 0;
    if (next > 0 || with_last) add(text.substr(0, one + next));
    text.remove_prefix(one);
  }
}

Phrase phrase_of(std::string_view spelled) {
  if (spelled.ends_with(')')) spelled.remove_suffix(1);
  Phrase phrase{.spelled = std::string(spelled), .words = {}, .is_open = false};
  while (!spelled.empty()) {
    const auto [text, is_word, after_space] = take_stretch(spelled);
    if (!phrase.words.empty()) phrase.words.emplace_back(joint);
    if (is_word) {
      phrase.words.emplace_back(text);
      phrase.is_open = true;
      continue;
    }
    // The last character stands alone in the index only where the stretch ends.
    phrase.is_open = code_point_at(text, 0).length == text.size();
    each_pair(text, !spelled.empty() || phrase.is_open,
              [&](std::string_view word) { phrase.words.emplace_back(word); });
  }
  return phrase;
}

}  // namespace

std::string spelled(std::string_view text) {
  std::string out;
  Speller speller(out);
  while (!text.empty()) {
    const std::size_t end = piece_end(text);
    speller.add(fold(text.substr(0, end)));
    text.remove_prefix(end);
  }
  speller.finish();
  return out;
}

std::string indexed(std::string_view spelled) {
  std::string words;
  const auto add = [&](std::string_view word) {
    if (!words.empty()) words += ' ';
    words += word;
  };
  while (!spelled.empty()) {
    const auto [text, is_word, after_space] = take_stretch(spelled);
    if (!words.empty() && !after_space) add(joint);
    if (is_word)
      add(text);
    else
      each_pair(text, true, add);
  }
  return words;
}

std::vector<Phrase> phrases_of(std::string_view question) {
  const std::string all = spelled(question);
  std::vector<Phrase> phrases;
  std::set<std::string_view> known;
  for (std::string_view rest = all; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view one = rest.substr(0, end);
    if (known.insert(one).second) phrases.push_back(phrase_of(one));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return phrases;
}

TextTest::TextTest(std::string_view question) : names_(question), phrases_(phrases_of(question)) {}

bool TextTest::in_text(std::string_view text) const {
  if (phrases_.empty()) return false;
  const std::string all = spelled(text);
  return std::ranges::all_of(
      phrases_, [&](const Phrase& phrase) { return all.find(phrase.spelled) != all.npos; });
}

bool TextTest::in_name(std::string_view name) {
  if (names_.matches(name)) return true;
  // Of such a name a NameTest sees the same words.
  return !std::ranges::all_of(name, is_ascii) && in_text(name);
}

}  // namespace yari::query
