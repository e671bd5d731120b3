// Words and phrases consist of letters, digits, spaces and parentheses; they are quoted all the
// same.
#include "db/store/postgres/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "db/query/words.h"
#include "db/store/error.h"

namespace yari::pg {

namespace {

/// A tsvector has a mebibyte for its words (PostgreSQL 15, 12.11).
constexpr std::size_t most_bytes = 1'000'000;
/// Phrases are looked for in the spelled text, so that no joint is needed; here it says that a text
/// has more words.
constexpr std::string_view more_words = query::joint;

/// A word of tsvector or tsquery.
std::string lexeme(std::string_view word) {
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'' || c == '\\') text += c;
    text += c;
  }
  return text + "'";
}

void add_to_array(std::string& array, std::string_view text) {
  array.pop_back();
  array += array.size() > 1 ? ",\"" : "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') array += '\\';
    array += c;
  }
  array += "\"}";
}

}  // namespace

IndexedText::IndexedText(std::string_view text) : spelled(query::spelled(text)) {
  const std::string all = query::indexed(spelled);
  std::set<std::string_view> known;
  for (std::string_view rest = all; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    known.insert(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  known.erase(more_words);
  for (const std::string_view word : known) {
    const std::string next = lexeme(word) + ' ';
    if (words.size() + next.size() > most_bytes) {
      words += lexeme(more_words);
      break;
    }
    words += next;
  }
}

WordCondition::WordCondition(std::string_view question) : phrases("{}"), all("{}") {
  std::set<std::string, std::less<>> known;
  for (const query::Phrase& phrase : query::phrases_of(question)) {
    for (std::size_t i = 0; i < phrase.words.size(); ++i)
      if (phrase.words[i] != query::joint)
        known.insert(lexeme(phrase.words[i]) +
                     (phrase.is_open && i + 1 == phrase.words.size() ? ":*" : ""));
    add_to_array(all, phrase.spelled);
    if (phrase.words.size() > 1) add_to_array(phrases, phrase.spelled);
  }
  for (const std::string& word : known) words += (words.empty() ? "" : " & ") + word;
}

bool has_present_words(const Shard& home) {
  Statement form = home.statement("SELECT value FROM @.meta WHERE name = 'word_form'");
  return form.first({}) && form.integer(0) == query::word_form;
}

void note_present_words(const Shard& home) {
  home.statement(
          "INSERT INTO @.meta(name, value) VALUES ('word_form', $1) "
          "ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value")
      .run({std::int64_t{query::word_form}});
}

void refuse_old_words(const Shard& home) {
  if (has_present_words(home)) return;
  throw DatabaseError(fmt::format("{}: {}", home.connection->name(), query::old_words));
}

}  // namespace yari::pg
