/// \file
/// Which games of a database, and in what order.
#pragma once

#include <string>
#include <vector>

#include "cli/options/options.h"
#include "db/database.h"
#include "db/query/condition.h"

namespace yari::cli {

/// The conditions on game headers.
struct FilterOptions {
  GameFilter filter;
  /// The names: add_saved (cli/search/saved.h) has added the conditions that they stand for.
  std::vector<std::string> saved;

  /// `with_variant`: `--variant` is a condition here, and not the game of a position.
  void declare(OptionSet& options, bool with_variant = true);
  /// Chooses games by their numbers, as typed. Throws UsageError.
  void choose(const std::vector<std::string>& ids);
  /// Throws UsageError where nothing chooses any; `others` is what else would have.
  void require_some(const char* others = "") const;
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

/// A game's number in the database. Throws UsageError.
GameId read_id(const std::string& typed);
bool is_number(const std::string& typed);

}  // namespace yari::cli
