/// \file
/// The options that name a position, the same for every command that takes one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options/options.h"
#include "cli/terminal/terminal.h"
#include "db/database.h"
#include "rules/outcome.h"

namespace yari::cli {

/// A start and legal moves from it: a position with its history.
struct PlayedPosition {
  Setup start;
  std::vector<Move> moves;

  Variant variant() const { return start.variant; }
  /// The position after the moves.
  Setup setup() const;
};

/// Whether the move can be played; not in a position that is none.
bool is_legal(const Setup& position, Move move);

/// `--variant` where it names the game that is meant.
struct VariantOption {
  /// As typed.
  std::optional<Variant> typed;

  void declare(OptionSet& options);
  /// What was typed, else the only game that `database` contains (null: there is none to ask), else
  /// $YARI_VARIANT, else Yari Shogi. Throws UsageError when $YARI_VARIANT names no game.
  Variant meant(Database* database = nullptr) const;
};

struct PositionOptions;
/// The games that `filter` chooses have a handicap: the position is its start, or follows from it
/// by --moves, unless another was named.
void begin_at_handicap(PositionOptions& position, const GameFilter& filter);

/// On a terminal: nothing was found in games of `asked`, and how to ask about the other.
void explain_nothing(Terminal& terminal, Variant asked);

/// `--sfen`, `--usi`, `--moves`, `--diagram`, `--handicap`: as typed.
struct PositionOptions {
  VariantOption game;
  std::optional<std::string> sfen;
  std::optional<std::string> usi;
  std::optional<std::string> moves;
  std::optional<std::string> diagram;
  /// A start position by its name.
  std::optional<std::string> handicap;

  /// `with_handicap`: `--handicap` is a start here, and not a condition on games.
  void declare(OptionSet& options, bool with_handicap = true);
  bool given() const { return sfen || usi || moves || diagram || handicap; }
  /// What was typed, understood; the even start when nothing was typed. `database` helps to tell
  /// which game is meant. Throws UsageError that shows the place.
  PlayedPosition read(Database* database = nullptr) const;
};

}  // namespace yari::cli
