/// \file
/// Groups of options that several commands share: database, filters, reading, limits.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/engine/engine.h"
#include "cli/options/options.h"
#include "db/database.h"
#include "db/query/condition.h"
#include "import/read_records.h"

namespace yari::cli {

/// `--db`, else $YARI_DB, else yari.db in the current folder.
struct DatabaseOption {
  std::optional<std::string> file;

  void declare(OptionSet& options);
  std::filesystem::path path() const;
  /// Throws Failure when there is none (unless `mode` creates it), DatabaseError as Database does.
  Database open(OpenMode mode) const;
};

/// The conditions on game headers.
struct FilterOptions {
  GameFilter filter;
  /// The names: add_saved (cli/search/saved.h) has added the conditions that they stand for.
  std::vector<std::string> saved;

  /// `with_variant`: `--variant` is a condition here, and not the game of a position.
  void declare(OptionSet& options, bool with_variant = true);
  /// Chooses games by their numbers, as typed. Throws UsageError.
  void choose(const std::vector<std::string>& ids);
  /// The games chosen, in order. Throws NotFound when a number was typed that no game has.
  std::vector<GameId> games(Database& database, const ListOptions& order = {}) const;

 private:
  void declare_condition(OptionSet& options, const Condition& condition);
};

/// `--sort`, `--reverse`, `--limit`, `--offset`.
struct ListingOptions {
  ListOptions options;

  /// `what` is counted by `--limit`.
  void declare(OptionSet& set, const char* what = "games");
};

/// How records are read: `--strict`, `--ignore`, `--from`, `--from-encoding`, `--variant`,
/// `--jobs`.
struct ReaderOptions {
  bool strict = false;
  IgnoredFindings ignored;
  ReadingOptions reading;

  /// `jobs_help` and `variant_help`: what --jobs and --variant do.
  void declare(OptionSet& options, const char* jobs_help = "threads that read",
               const char* variant_help = "the game, where a record does not say it");
  ReadingOptions read() const;

 private:
  void read_encoding(const std::string& typed);
};

/// `--nodes`, `--depth`, `--movetime`.
struct LimitOptions {
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  std::optional<int> movetime;

  void declare(OptionSet& options, const char* fallback_text);
  /// What was typed, or `fallback` when nothing was.
  Limits limits(const Limits& fallback) const;
};

/// A record format by its name. Throws UsageError that names `option`.
const Format& read_format(std::string_view option, const std::string& typed);

/// What can be typed where a variant, a format or an encoding is expected.
std::vector<std::string> variant_names();
std::vector<std::string> format_names();
std::vector<std::string> encoding_names();

/// A game's number in the database. Throws UsageError.
GameId read_id(const std::string& typed);
bool is_number(const std::string& typed);

}  // namespace yari::cli
