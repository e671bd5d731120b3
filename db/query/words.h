/// \file
/// Full-text search: how a text is spelled for it, and what a question looks for. The one meaning
/// of `--text`: every back end finds what TextTest finds.
///
/// Japanese does not part its words. So a kana or kanji is found wherever it stands, and several of
/// them where they follow each other; letters and digits of other scripts make words, of which the
/// beginning is enough. Case, accents, width, hiragana and katakana, and old forms of kanji do not
/// matter.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "db/query/names.h"

namespace yari::query {

/// The form of what `spelled` and `indexed` make; stored beside an index of words. On disk: another
/// spelling is another form.
inline constexpr int word_form = 1;

/// The word that joins kana or kanji and another word; no text has it.
inline constexpr std::string_view joint = "・";

/// What a store says that has words of another form.
inline constexpr std::string_view old_words =
    "the index of its comments is of an earlier version, which does not find words inside a "
    "Japanese sentence; 'yari db compact' rebuilds it";

/// The text as it is searched: kana and kanji as they are, other words in parentheses, a space
/// where a blank or a sign parted them: "後手は４六銀と、Good!" -> "後手は(4)六銀と (good)". A
/// single line feed between kana and kanji parts nothing. Words end after 1,024 bytes.
std::string spelled(std::string_view text);

/// The words of a spelled text for an index, parted by spaces: each two kana or kanji that follow
/// each other, the last one of them by itself, and words. "・" joins kana or kanji and a word that
/// follow each other: "後手 手は は ・ 4 ・ 六銀 銀と と good". The same words, in whatever order
/// the notes of a game come.
std::string indexed(std::string_view spelled);

/// What a question looks for: words that must follow each other in what `indexed` makes.
struct Phrase {
  /// Stands in the spelled text where the phrase is found, and nowhere else.
  std::string spelled;
  std::vector<std::string> words;
  /// Whether the last word may be the beginning of one.
  bool is_open = false;
};

/// The phrases of a question, each once; all of them must be found. None where it has no letters.
std::vector<Phrase> phrases_of(std::string_view question);

/// A question, made ready to be asked of many texts. One thread at a time.
class TextTest {
 public:
  explicit TextTest(std::string_view question);

  /// Whether all phrases stand in a text; false where there are none.
  bool in_text(std::string_view text) const;
  /// The same of a name, or the question fits it as a NameTest.
  bool in_name(std::string_view name);

 private:
  NameTest names_;
  std::vector<Phrase> phrases_;
};

}  // namespace yari::query
