// The parser itself is asked: a word may stand where it gets past it. So there is no second
// grammar.
#include "db/query/complete.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "db/query/cursor.h"
#include "db/query/judged_kind.h"
#include "rules/handicap.h"
#include "rules/outcome.h"

namespace yari::query {

namespace {

constexpr std::size_t longest = 4096;
/// A word that nothing but a name can be.
constexpr std::string_view any_name = "qqqq";

/// What is open at the end of an unfinished query.
struct Unfinished {
  bool in_comment = false;
  /// The quote and its place.
  char quote = '\0';
  std::size_t quote_at = 0;
  std::size_t brackets = 0;
};

Unfinished unfinished(std::string_view text) {
  Unfinished open;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (open.in_comment) {
      open.in_comment = c != '\n';
    } else if (open.quote != '\0') {
      if (c == open.quote) open.quote = '\0';
    } else if (c == '"' || c == '\'') {
      open.quote = c;
      open.quote_at = i;
    } else if (c == '#') {
      open.in_comment = true;
    } else if (c == '(') {
      ++open.brackets;
    } else if (c == ')' && open.brackets > 0) {
      --open.brackets;
    }
  }
  return open;
}

bool ends_word(char c) { return is_blank(c) || c == '(' || c == ')' || c == '"' || c == '\''; }

/// Reads beginnings of queries that all go on from the same place.
class Beginning {
 public:
  Beginning(std::string_view text, std::size_t brackets, Variant v, HandicapReader handicaps,
            std::span<const Condition> rows)
      : text_(text), closing_(brackets, ')'), variant_(v), handicaps_(handicaps), rows_(rows) {}

  /// Whether the parser gets past `word` here; what is missing after it does not matter.
  bool takes(std::string_view word) const {
    const std::string text = std::string(text_) + std::string(word) + closing_;
    const Result<Query> query = parse(text, variant_, handicaps_, rows_);
    return query || query.error().offset >= text_.size() + word.size();
  }

 private:
  std::string_view text_;
  std::string closing_;
  Variant variant_;
  HandicapReader handicaps_;
  std::span<const Condition> rows_;
};

/// Whether `text` ends with this word, blanks aside.
bool ends_with_word(std::string_view text, std::string_view word) {
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text.ends_with(word) &&
         (text.size() == word.size() || ends_word(text[text.size() - word.size() - 1]));
}

std::optional<NameKind> name_after(std::string_view text, std::span<const Condition> rows) {
  const auto ends = [&](std::string_view word) { return ends_with_word(text, word); };
  if (ends("event")) return NameKind::event;
  if (ends("site")) return NameKind::site;
  const std::array<std::string_view, 4> before_players{"player", "black", "white", "by"};
  if (std::ranges::any_of(before_players, ends)) return NameKind::player;
  for (const Condition& row : rows) {
    if (row.offers && ends(row.name)) return row.offers;
  }
  return std::nullopt;
}

/// In quotes where it has a blank.
std::string as_word(std::string_view text) {
  return text.find(' ') == text.npos ? std::string(text) : '"' + std::string(text) + '"';
}

bool begins_with(std::string_view word, std::string_view typed) {
  if (word.starts_with('"')) word.remove_prefix(1);
  return word.starts_with(typed);
}

}  // namespace

std::vector<std::string> vocabulary(std::span<const Condition> rows) {
  std::vector<std::string> words{
      "and",    "or",       "then",      "within",   "not",       "twin",     "mirror",
      "check",  "mate",     "stalemate", "move",     "drop",      "capture",  "promotion",
      "from",   "to",       "pattern",   "anywhere", "at",        "position", "startpos",
      "hands",  "exact",    "ignored",   "least",    "pieces",    "line",     "hand",
      "board",  "total",    "points",    "ply",      "in",        "player",   "black",
      "white",  "event",    "site",      "date",     "result",    "draw",     "unknown",
      "ending", "handicap", "plies",     "rated",    "judgement", "by",       "any",
      "even",   "variant",  "yari",      "shogi"};
  for (int k = 1; k <= judged_kind_count; ++k) words.emplace_back(name(static_cast<JudgedKind>(k)));
  for (int e = 0; e < ending_count; ++e) words.push_back(as_word(name(static_cast<Ending>(e))));
  for (const NamedHandicap& h : shogi_handicaps()) words.push_back(as_word(h.name));
  for (const Condition& row : rows) {
    words.emplace_back(row.name);
    if (row.choices != nullptr)
      std::ranges::transform(row.choices(), std::back_inserter(words), as_word);
  }
  std::vector<std::string> once;
  for (std::string& word : words)
    if (std::ranges::find(once, word) == once.end()) once.push_back(std::move(word));
  return once;
}

Completion complete(std::string_view text, Variant by_default, HandicapReader handicaps,
                    std::span<const Condition> rows) {
  const Unfinished open = unfinished(text);
  Completion completion{text.size(), std::nullopt, {}};
  if (text.size() > longest || open.in_comment) return completion;
  if (open.quote != '\0') {
    completion.from = open.quote_at + 1;
    const std::string_view before = text.substr(0, open.quote_at);
    const std::string quoted = open.quote + std::string(any_name) + open.quote;
    if (Beginning(before, open.brackets, by_default, handicaps, rows).takes(quoted))
      completion.name = name_after(before, rows);
    return completion;
  }
  while (completion.from > 0 && !ends_word(text[completion.from - 1])) --completion.from;
  const std::string_view before = text.substr(0, completion.from);
  const std::string_view typed = text.substr(completion.from);
  const Beginning beginning(before, open.brackets, by_default, handicaps, rows);
  if (beginning.takes(any_name)) completion.name = name_after(before, rows);
  const auto is_asked = [&](const Condition& row) {
    return row.kind != Condition::Kind::name && row.choices == nullptr &&
           ends_with_word(before, row.name);
  };
  // Any text would do.
  if (beginning.takes(any_name) && std::ranges::any_of(rows, is_asked)) return completion;
  for (const std::string& word : vocabulary(rows)) {
    // As a name every word would do; these are more than names.
    if (completion.name && word != "to" && word != "black" && word != "white") continue;
    if (begins_with(word, typed) && beginning.takes(word)) completion.words.push_back(word);
  }
  return completion;
}

}  // namespace yari::query
