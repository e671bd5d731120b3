/// \file
/// How names are compared, wherever a condition on one stands: in queries, filters and listings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace yari::query {

/// The text without case, accents and width: capital letters small, full-width letters narrow,
/// half-width kana wide, "Ł" an l, "Nguyễn" "nguyen". Kanji and the marks that make another kana
/// stay as they are. Bytes that are not UTF-8 stand for themselves.
std::string fold(std::string_view text);

/// A letter, a digit, or a mark of one.
bool is_word_character(char32_t c);

/// The words of a text: letters, digits and their marks; everything else separates them.
std::vector<std::string_view> words_in(std::string_view text);

/// A condition on names, made ready to be asked of many. One thread at a time.
class NameTest {
 public:
  explicit NameTest(std::string_view condition);

  /// Whether the name contains the folded condition, or each word of the condition begins a word of
  /// the name, in any order. An empty name never matches.
  bool matches(std::string_view name);

 private:
  std::string condition_, whole_;
  std::vector<std::string> words_;
  /// The name that is looked at, folded; kept for its memory.
  std::string name_;
};

/// NameTest for a single name.
bool name_matches(std::string_view condition, std::string_view name);

}  // namespace yari::query
