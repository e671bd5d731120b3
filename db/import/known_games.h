/// \file
/// Finds the stored game that is the same as a new one, however many games have the same moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "db/import/same_game.h"

namespace yari {

/// Games with the same moves, found by what is known of them.
///
/// A look-up takes a step for each set of facts that some game is known by (64 at most, commonly
/// one or two), whatever the number of games.
class GamesOfOneLine {
 public:
  /// A game may be added again when more is known of it.
  void add(GameId id, const Identity& identity);
  /// The games that nothing known contradicts, those first that agree in most; of these the oldest
  /// first. Those for which `holds` is false are forgotten.
  template <class Holds>
  std::optional<GameId> find(const Identity& wanted, Holds holds);
  /// The oldest; 0 when there is none.
  GameId first() const { return first_; }

 private:
  /// A bit for each known fact.
  using Facts = unsigned;
  struct Entry {
    GameId id;
    std::array<std::uint64_t, std::tuple_size_v<decltype(Identity::facts)>> facts;
    std::uint64_t unread;
  };
  struct List {
    std::vector<GameId> games;
    /// Those before are forgotten.
    std::size_t begin = 0;
  };
  struct Group {
    std::vector<Entry> entries;
    /// By the facts that are compared, and a hash of their values. Made when it is first needed.
    std::map<Facts, std::unordered_map<std::uint64_t, List>> by;
  };

  static Entry entry(GameId id, const Identity& identity);
  static Facts facts_of(const Identity& identity);
  static std::uint64_t hash(const Entry& entry, Facts compared);
  static List* list(Group& group, const Entry& wanted, Facts compared);

  std::map<Facts, Group> groups_;
  GameId first_ = 0;
};

template <class Holds>
std::optional<GameId> GamesOfOneLine::find(const Identity& wanted, Holds holds) {
  const Entry values = entry(0, wanted);
  const Facts known = facts_of(wanted);
  std::optional<GameId> best;
  int most = -1;
  for (auto& [facts, group] : groups_) {
    const int agree = __builtin_popcount(facts & known);
    if (agree < most) continue;
    List* const found = list(group, values, facts & known);
    if (found == nullptr) continue;
    for (; found->begin < found->games.size(); ++found->begin) {
      const GameId id = found->games[found->begin];
      if (!holds(id)) continue;
      if (agree > most || id < *best) best = id;
      most = agree;
      break;
    }
  }
  return best;
}

/// What is stored already, as far as it is needed to recognise games.
class KnownGames {
 public:
  struct Answer {
    /// The game that is the same.
    std::optional<GameId> same;
    /// As it is stored.
    std::optional<store::StoredGame> stored;
    /// Where none is the same: the first one with the same moves; 0 when there is none.
    GameId same_moves = 0;
  };

  /// `in_index`: the content index may hold the game's key.
  Answer find(store::Snapshot& snapshot, const PreparedGame& game, bool in_index);
  /// The stored game that says the same, word for word, however many have the same moves.
  std::optional<GameId> find_copy(store::Snapshot& snapshot, const PreparedGame& game);
  /// `game` was stored, or taken over what it lacked; its posting is not in the index yet when
  /// `fresh`.
  void added(GameId id, const PreparedGame& game, bool fresh);
  /// The postings of all games are in the index.
  void indexed() { fresh_.clear(); }
  /// The file was changed by others.
  void forget() {
    many_.clear();
    copies_.clear();
  }

 private:
  struct Many {
    StoredLine line;
    GamesOfOneLine games;
  };

  std::vector<GameId> candidates(store::PostingReader& contents, const PreparedGame& game,
                                 bool in_index);
  Many* many_of(const PreparedGame& game);
  static Answer find_among(store::GameReader& games, const std::vector<GameId>& candidates,
                           const PreparedGame& game);
  Many& collect(store::GameReader& games, const std::vector<GameId>& candidates,
                const PreparedGame& game);
  static Answer find_in(store::GameReader& games, Many& many, const PreparedGame& game);

  std::unordered_multimap<IndexKey, GameId> fresh_;
  /// Lines with many games, by the content hash.
  std::unordered_map<std::uint64_t, Many> many_;
  /// Where copies were looked for, by the content hash: games by what they say.
  std::unordered_map<std::uint64_t, std::unordered_multimap<std::size_t, GameId>> copies_;
};

}  // namespace yari
