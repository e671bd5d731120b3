/// \file
/// The words of comments as PostgreSQL keeps them, in games_text: a tsvector for its index, and the
/// spelled text in which phrases are looked for. A tsvector alone does not know where each word
/// stands: it keeps 256 places of a word, and none beyond 16,383.
#pragma once

#include <string>
#include <string_view>

#include "db/store/postgres/server/shards.h"

namespace yari::pg {

/// What is stored of a text.
struct IndexedText {
  explicit IndexedText(std::string_view text);
  /// query::spelled.
  std::string spelled;
  /// A tsvector: its words, each once. Where they are more than a tsvector can hold, some of them
  /// and "・".
  std::string words;
};

/// SQL on the row `t` of games_text, and the values of its two parameters.
struct WordCondition {
  /// Parameters stand as {0}, {1} and {2}.
  static constexpr const char* sql =
      "((t.words @@ {0}::tsquery AND NOT EXISTS (SELECT 1 FROM unnest({1}::text[]) p "
      "WHERE position(p IN t.spelled) = 0)) OR (t.words @@ '''・'''::tsquery AND NOT EXISTS "
      "(SELECT 1 FROM unnest({2}::text[]) p WHERE position(p IN t.spelled) = 0)))";
  explicit WordCondition(std::string_view question);
  /// All words, as a tsquery; empty where the question has none, and finds nothing.
  std::string words;
  /// The phrases that have several words, and all phrases, as arrays.
  std::string phrases, all;
};

/// Whether the words are of the form query::word_form.
bool has_present_words(const Shard& home);
/// Requires: they are.
void note_present_words(const Shard& home);
/// Throws, with what to do, where they are not.
void refuse_old_words(const Shard& home);

}  // namespace yari::pg
