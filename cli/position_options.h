/// \file
/// The options that name a position, the same for every command that takes one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options.h"
#include "cli/terminal.h"
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

/// `--variant`: as typed, and which game it names.
struct VariantOption {
  Variant variant = Variant::yari;
  /// It was typed.
  bool given = false;
  void declare(OptionSet& options);
};

/// `--sfen`, `--usi`, `--moves`, `--diagram`: as typed.
struct PositionOptions {
  VariantOption game;
  std::optional<std::string> sfen;
  std::optional<std::string> usi;
  std::optional<std::string> moves;
  std::optional<std::string> diagram;

  void declare(OptionSet& options);
  bool given() const { return sfen || usi || moves || diagram; }
  /// What was typed, understood; the even start when nothing was typed. Throws UsageError that
  /// shows the place.
  PlayedPosition read() const;
};

}  // namespace yari::cli
