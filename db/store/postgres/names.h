/// \file
/// Names and other values that games refer to by number: each once, in the home.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "db/store/postgres/server/shards.h"

namespace yari::pg {

/// A table of numbered texts or bytes in the home: names, starts, layouts of tags, files. Rows are
/// added and never changed, so that what was read once stays; those that others added are read when
/// a number or a text is not known.
class NumberedTexts {
 public:
  /// `columns` are those that make up the text, which is stored as it is or as bytes.
  NumberedTexts(const Shards& shards, std::string table, std::string column, bool is_text);
  ~NumberedTexts();
  NumberedTexts(const NumberedTexts&) = delete;
  NumberedTexts& operator=(const NumberedTexts&) = delete;

  /// Adds it where it is new. Requires: a batch.
  std::int64_t number(const std::string& text);
  std::optional<std::int64_t> number(const std::optional<std::string>& text) {
    return text ? std::optional(number(*text)) : std::nullopt;
  }
  /// Null when there is none.
  const std::string* text(std::int64_t number);
  /// Calls `visit` with all of them, in the order of their numbers.
  void each(const std::function<void(std::int64_t, const std::string&)>& visit);
  std::int64_t count();

  /// When a batch begins: others may have written.
  void begin() { is_current_ = false; }
  /// A batch was not committed: what it added is forgotten.
  void forget();

 private:
  void read_more();
  void flush();

  const Shards& shards_;
  std::string table_, column_;
  bool is_text_;
  /// By number; the first is not used.
  std::deque<std::string> texts_{1};
  std::unordered_map<std::string_view, std::int64_t> numbers_;
  CopyRows added_;
  bool is_current_ = false;
  int flush_number_;
};

inline constexpr char source_separator = '\x1F';

/// All such tables.
struct Names {
  explicit Names(const Shards& shards)
      : home(shards.home()),
        players(shards, "players", "name", true),
        events(shards, "events", "name", true),
        sites(shards, "sites", "name", true),
        starts(shards, "starts", "start", true),
        layouts(shards, "tag_layouts", "layout", false),
        sources(shards, "sources", "source", true) {}
  void each_table(const std::function<void(NumberedTexts&)>& visit) {
    for (NumberedTexts* t : {&players, &events, &sites, &starts, &layouts, &sources}) visit(*t);
  }
  const Shard& home;
  NumberedTexts players, events, sites;
  /// "yari SFEN" or "shogi SFEN", a line break, and the handicap.
  NumberedTexts starts;
  NumberedTexts layouts;
  /// A file, `source_separator`, and the member.
  NumberedTexts sources;
};

}  // namespace yari::pg
