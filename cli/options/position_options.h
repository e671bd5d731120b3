/// \file
/// The options that name a position, the same for every command that takes one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/engine/engine.h"
#include "answers/game_place.h"
#include "cli/options/database_option.h"
#include "cli/options/options.h"
#include "cli/terminal/terminal.h"
#include "db/database.h"

namespace yari::cli {

/// "--sfen: MESSAGE", the text typed and a caret under the place.
UsageError error_at(std::string_view option, std::string_view text, const Error& error);

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

/// The moves of `typed`, played after `before`. Throws UsageError, which begins with `what` and
/// shows the place, where they are not legal.
std::vector<Move> read_moves_after(const GamePosition& before, std::string_view what,
                                   const std::string& typed);

struct PositionOptions;
/// The games that `filter` chooses have a handicap: the position is its start, or follows from it
/// by --moves, unless another was named.
void begin_at_handicap(PositionOptions& position, const GameFilter& filter);

/// On a terminal: that nothing was found, and what would find something: other games are there, or
/// there are none at all. `asked`: games of this variant alone were asked about.
void explain_nothing(Terminal& terminal, Database& games, std::optional<Variant> asked);

/// `--sfen`, `--usi`, `--moves`, `--diagram`, `--handicap`, `--game`: as typed.
struct PositionOptions {
  VariantOption variant;
  /// Where --game looks, in commands that open no database themselves.
  DatabaseOption database;
  std::optional<std::string> sfen;
  std::optional<std::string> usi;
  std::optional<std::string> moves;
  std::optional<std::string> diagram;
  /// A start position by its name.
  std::optional<std::string> handicap;
  /// A position of a stored game.
  std::optional<GamePlace> game;

  /// For a command that needs a position and nothing from a database but --game.
  void declare(OptionSet& options);
  /// For a command that searches games: `--handicap` is a condition on them and no start, and the
  /// command has `--db` itself.
  void declare_for_search(OptionSet& options);
  bool given() const { return sfen || usi || moves || diagram || handicap || game; }
  /// What was typed, understood, with the moves that led there; the even start when nothing was
  /// typed. `opened` is the database, where the command has one: it also helps to tell which game
  /// is meant. Throws UsageError that shows the place, NotFound for a game that is not there.
  GamePosition read(Database* opened = nullptr) const;

 private:
  void declare_forms(OptionSet& options);
  GamePosition read_stored(Database* opened) const;
};

}  // namespace yari::cli
