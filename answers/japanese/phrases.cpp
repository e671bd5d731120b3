#include "answers/japanese/phrases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "answers/japanese/change_rows.h"
#include "answers/japanese/query_rows.h"
#include "answers/japanese/reading_rows.h"
#include "answers/japanese/request_rows.h"
#include "text/ascii.h"
#include "text/text.h"

namespace yari {

namespace {

/// What stands for {0}, {1}, ...
using Values = std::array<std::string_view, 10>;

constexpr std::size_t slot_size = 3;

/// A longer text is no sentence of ours.
constexpr std::size_t longest = 2000;

/// Where the next "{0}" stands.
std::size_t find_slot(std::string_view pattern) {
  for (std::size_t at = pattern.find('{'); at != pattern.npos; at = pattern.find('{', at + 1))
    if (at + 2 < pattern.size() && is_digit(pattern[at + 1]) && pattern[at + 2] == '}') return at;
  return pattern.npos;
}

std::size_t number_of(std::string_view slot) { return static_cast<std::size_t>(slot[1] - '0'); }

std::size_t size_of_words(std::string_view pattern) {
  std::size_t size = pattern.size();
  while (find_slot(pattern) != pattern.npos) {
    pattern.remove_prefix(find_slot(pattern) + slot_size);
    size -= slot_size;
  }
  return size;
}

/// Findings are named by other sentences, too: "contains no game record: expected a header".
const std::vector<std::pair<std::string, std::string>>& sentences_of_findings() {
  static const auto sentences = [] {
    std::vector<std::pair<std::string, std::string>> all;
    for (const FindingCode code : finding_codes()) {
      const FindingText pattern{code, {"{0}", "{1}", "{2}", "{3}"}};
      // What a pattern alone says, "{0}", every text would fit.
      if (std::string english = sentence(pattern); english.size() > slot_size)
        all.emplace_back(std::move(english), sentence(pattern, Language::japanese));
    }
    return all;
  }();
  return sentences;
}

/// All rows, those with the most words first: "expected a move, found {0}" before "expected {0}".
const std::vector<Phrase>& phrases() {
  static const auto rows = [] {
    std::vector<Phrase> all;
    for (const std::span<const Phrase> some :
         {std::span<const Phrase>(request_rows), std::span<const Phrase>(reading_rows),
          std::span<const Phrase>(query_rows), std::span<const Phrase>(change_rows)})
      all.insert(all.end(), some.begin(), some.end());
    for (const auto& [english, japanese] : sentences_of_findings())
      all.push_back({english, japanese});
    std::ranges::stable_sort(all, std::ranges::greater(),
                             [](const Phrase& row) { return size_of_words(row.english); });
    return all;
  }();
  return rows;
}

/// A part of what somebody typed, in quotes, stays as it is.
bool is_quoted(std::string_view value) {
  const char quote = value.empty() ? ' ' : value.front();
  return value.size() > 1 && (quote == '\'' || quote == '"') && value.back() == quote &&
         value.find("' or '") == value.npos && value.find("', '") == value.npos;
}

/// One sentence and what it names. A text that a stranger made to fit many rows in many ways
/// stays in English after a number of steps.
class Translation {
 public:
  std::optional<std::string> sentence(std::string_view english) {
    if (auto text = by_rows(sentences_around, english)) return text;
    if (auto text = of_name(english)) return text;
    return by_rows(phrases(), english);
  }

  std::string value(std::string_view value) {
    if (is_quoted(value)) return fmt::format("「{}」", value.substr(1, value.size() - 2));
    if (auto text = list(value)) return *std::move(text);
    if (auto text = sentence(value)) return *std::move(text);
    return by_rows(list_rows, value).value_or(std::string(value));
  }

 private:
  /// Whether `text` is like `pattern`, and what stands for its slots.
  bool match(std::string_view pattern, std::string_view text, Values& values) {
    if (steps_ == 0) return false;
    --steps_;
    const std::size_t slot = find_slot(pattern);
    if (slot == pattern.npos) return pattern == text;
    if (!text.starts_with(pattern.substr(0, slot))) return false;
    pattern.remove_prefix(slot);
    std::string_view& value = values.at(number_of(pattern));
    pattern.remove_prefix(slot_size);
    text.remove_prefix(slot);
    const std::string_view after = pattern.substr(0, find_slot(pattern));
    for (std::size_t end = 1; end <= text.size() && steps_ > 0; ++end) {
      --steps_;
      if (!text.substr(end).starts_with(after)) continue;
      value = text.substr(0, end);
      if (match(pattern, text.substr(end), values)) return true;
    }
    return false;
  }

  std::optional<std::string> by_row(const Phrase& row, std::string_view english) {
    Values values;
    if (!match(row.english, english, values)) return std::nullopt;
    std::string text;
    std::string_view rest = row.japanese;
    for (std::size_t slot = find_slot(rest); slot != rest.npos; slot = find_slot(rest)) {
      text += rest.substr(0, slot);
      rest.remove_prefix(slot);
      const std::string_view named = values.at(number_of(rest));
      // What somebody wrote, or is to write, stays as it is.
      text += text.ends_with("「") ? std::string(named) : value(named);
      rest.remove_prefix(slot_size);
    }
    return text += rest;
  }

  std::optional<std::string> by_rows(std::span<const Phrase> rows, std::string_view english) {
    for (const Phrase& row : rows)
      if (auto text = by_row(row, english)) return text;
    return std::nullopt;
  }

  /// "the king has not entered, 0 of 10 pieces": no value unless each part is a sentence.
  std::optional<std::string> list(std::string_view several) {
    const std::size_t comma = several.find(", ");
    std::optional<std::string> text = sentence(several.substr(0, comma));
    if (comma == several.npos || !text) return text;
    const std::optional<std::string> rest = list(several.substr(comma + 2));
    return rest ? std::optional(*text + "、" + *rest) : std::nullopt;
  }

  /// "Date: '31' is no date", "7g7f: an own piece stands there", "game 12: it is annotated": what
  /// is wrong with a tag, a move or a game.
  std::optional<std::string> of_name(std::string_view english) {
    const std::size_t colon = english.find(": ");
    if (colon == english.npos || steps_ == 0) return std::nullopt;
    --steps_;
    std::string_view name = english.substr(0, colon);
    const bool is_game = take(name, "game ");
    if (name.empty() || name.find_first_of(" '\"") != name.npos) return std::nullopt;
    const std::optional<std::string> what = sentence(english.substr(colon + 2));
    if (!what) return std::nullopt;
    return (is_game ? "棋譜" : "") + value(name) + ": " + *what;
  }

  /// Some hundred times what the longest sentences of ours take.
  std::size_t steps_ = 1'000'000;
};

}  // namespace

std::optional<std::string> find_japanese(std::string_view english) {
  return english.size() > longest ? std::nullopt : Translation().sentence(english);
}

std::string in_language(Language language, std::string english) {
  if (language == Language::english || english.empty()) return english;
  return english.size() > longest ? english : Translation().value(english);
}

std::vector<std::string> in_language(Language language, std::vector<std::string> english) {
  for (std::string& text : english) text = in_language(language, std::move(text));
  return english;
}

std::string in_language(Language language, const FindingText& finding) {
  if (language == Language::english) return sentence(finding);
  FindingText text = finding;
  for (std::string& value : text.values) value = in_language(language, std::move(value));
  return sentence(text, Language::japanese);
}

std::vector<Diagnostic> in_language(Language language, std::vector<Diagnostic> findings) {
  for (Diagnostic& finding : findings) finding.message = in_language(language, finding.text);
  return findings;
}

}  // namespace yari
