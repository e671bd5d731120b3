/// \file
/// What a USI engine says, taken apart: options, `info` lines, answers.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/engine/engine.h"

namespace yari {

/// An option an engine offers. Values of a combo are listed, of other types not.
struct UsiOption {
  std::string name;
  std::string type;
  std::vector<std::string> values;
};

/// Reads "option name USI_Hash type spin default 16 min 1"; no value when it is none.
std::optional<UsiOption> read_usi_option(std::string_view line);

/// "Use NNUE" and "Use_NNUE" are one name, and so are "Hash" and "USI_Hash".
bool same_option_name(std::string_view offered, std::string_view wanted);

/// One `info` line. Everything it does not say, or says in nonsense, keeps its first value.
struct UsiInfo {
  int depth = 0;
  int selective_depth = 0;
  int multipv = 1;
  std::optional<Score> score;
  /// The score is only a lower or upper bound.
  bool is_bound = false;
  std::uint64_t nodes = 0;
  std::chrono::milliseconds time{0};
  int hash_full = 0;
  /// Texts of moves; they live in the line that was read.
  std::vector<std::string_view> pv;
};

/// No value when `line` is no `info` line.
std::optional<UsiInfo> read_usi_info(std::string_view line);

/// The words between blanks.
std::vector<std::string_view> words_of(std::string_view line);

/// The lines that an engine has reported, merged as the search goes on. No two begin with the same
/// move: where a move got another number, what was said of it under the earlier one is forgotten.
class UsiLines {
 public:
  /// Requires: the position's moves are legal.
  UsiLines(const GamePosition& position, int multipv);

  /// True when the line changed what analysis() says.
  bool add(const UsiInfo& info);
  /// What is known, with `best` in front when it is a move. Moves from the first illegal one on
  /// are left out of every line. A score without moves is that of `best`; not scored when there is
  /// no score at all.
  Analysis analysis(Move best) const;

 private:
  /// A score, and the line it was stated with; no moves where none could be played.
  struct Known {
    ScoredLine line;
    bool is_bound = false;
  };
  void put_in_front(std::vector<ScoredLine>& lines, Move best) const;
  /// What other numbers say of the move of line `at`.
  void forget_elsewhere(std::size_t at);
  /// Of the first line, or else of the first that has one.
  const Known* best_known() const;

  const GamePosition& position_;
  std::vector<std::optional<Known>> lines_;
  Analysis total_;
};

/// The moves that `words` spell, up to the first that cannot be read or is illegal.
std::vector<Move> legal_line(const GamePosition& from, const std::vector<std::string_view>& words);

}  // namespace yari
