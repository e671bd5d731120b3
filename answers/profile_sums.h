/// \file
/// A player's annotated games, added up.
#pragma once

#include <array>
#include <map>
#include <string>

#include "answers/json.h"
#include "db/reports/player_games.h"
#include "record/result_counts.h"

namespace yari {

/// Plies that an opening consists of in a profile.
inline constexpr int usual_opening_plies = 2, most_opening_plies = 40;

/// Numbers of some games.
class ProfileSum {
 public:
  void add(const PlayerGame& game);

  const ResultCounts& results() const { return results_; }
  /// Of a move, in percent: the mean over all moves. 0 without moves.
  double accuracy() const { return mean(accuracy_, moves_); }
  double mean_loss() const { return mean(loss_, moves_); }
  /// Of opening, middle and end of the games.
  double accuracy(std::size_t phase) const {
    return mean(phase_accuracy_[phase], phase_moves_[phase]);
  }
  std::int64_t moves() const { return moves_; }
  std::int64_t moves(std::size_t phase) const { return phase_moves_[phase]; }
  std::int64_t count(JudgedKind kind) const { return judgements_[static_cast<std::size_t>(kind)]; }
  /// How often the judgement falls on a hundred moves; 0 without moves.
  double per_100_moves(JudgedKind kind) const;

 private:
  static double mean(std::int64_t sum, std::int64_t moves) {
    return moves == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(moves) / 100;
  }
  ResultCounts results_;
  std::int64_t moves_ = 0;
  /// Hundredths, times moves.
  std::int64_t accuracy_ = 0, loss_ = 0;
  std::array<std::int64_t, 3> phase_moves_{}, phase_accuracy_{};
  std::array<std::int64_t, judged_kind_count + 1> judgements_{};
};

/// All games of a player, and parts of them by what they are called.
struct Profile {
  ProfileSum all;
  std::map<std::string, ProfileSum> colors, years, openings;

  void add(const PlayerGame& game);
};

/// "P-7f P-3d": the first moves of a game in Hodges notation; its handicap or "other start" where
/// it has one.
std::string opening_name(const PlayerGame& game);

/// The fields of `yari profile --json`.
Json profile_json(const std::string& player, std::int64_t played, std::int64_t annotated,
                  const Profile& profile);
}  // namespace yari
