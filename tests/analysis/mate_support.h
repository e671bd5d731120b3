/// \file
/// What the mate solver is measured against: plain search of every check and
/// every defence.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/mate/mate.h"
#include "rules/outcome.h"
#include "rules/sfen.h"

namespace yari::test {

/// Whether the side to move mates within `plies` by checks. No table, no bounds, no order.
template <class V>
bool mates_within(const Position<V>& position, int plies) {
  if (plies < 1) return false;
  for (Move m : position.legal_moves()) {
    Position<V> checked = position;
    checked.play(m);
    if (!checked.in_check()) continue;
    bool escapes = false;
    for (Move defence : checked.legal_moves()) {
      Position<V> next = checked;
      next.play(defence);
      if (!mates_within(next, plies - 2)) {
        escapes = true;
        break;
      }
    }
    if (!escapes) return true;
  }
  return false;
}

/// Whether there is a mate by checks of any length, by working backward from
/// the mates among all positions that checks and answers can reach; no value
/// when these are more than `most`.
///
/// Knows nothing of paths: a position that is never shown to be a mate is none,
/// so that cycles are judged rightly.
template <class V>
std::optional<bool> mates_at_all(const Position<V>& start, std::size_t most) {
  struct Node {
    Position<V> position;
    std::vector<std::size_t> next;
    bool attacking;
    bool mate = false;
  };
  std::vector<Node> nodes{{start, {}, true}};
  std::unordered_map<Key, std::size_t> numbers{{start.key(), 0}};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Position<V> position = nodes[i].position;
    const bool attacking = nodes[i].attacking;
    for (Move m : position.legal_moves()) {
      Position<V> next = position;
      next.play(m);
      if (attacking && !next.in_check()) continue;
      const auto [at, fresh] = numbers.emplace(next.key(), nodes.size());
      if (fresh) nodes.push_back({next, {}, !attacking});
      nodes[i].next.push_back(at->second);
    }
    if (nodes.size() > most) return std::nullopt;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (Node& node : nodes) {
      if (node.mate) continue;
      std::size_t mates = 0;
      for (std::size_t next : node.next) mates += nodes[next].mate;
      node.mate = node.attacking ? mates > 0 : mates == node.next.size();
      changed |= node.mate;
    }
  }
  return nodes[0].mate;
}

/// What is wrong with a line of mate; empty when every move is legal, the
/// attacker always checks, no position comes twice and the last one is mate.
template <class V>
std::string fault_of_mate(const Position<V>& start, const std::vector<Move>& line) {
  Position<V> position = start;
  std::vector<Key> seen;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!position.is_legal(line[i])) return "ply " + std::to_string(i + 1) + " is illegal";
    position.play(line[i]);
    if (i % 2 == 0 && !position.in_check()) return "ply " + std::to_string(i + 1) + " is no check";
    for (Key key : seen) {
      if (key == position.key()) return "ply " + std::to_string(i + 1) + " repeats";
    }
    seen.push_back(position.key());
  }
  return position.is_mate() ? "" : "the end is no mate";
}

template <class V>
Position<V> position_of(std::string_view sfen) {
  return Position<V>::from(read_sfen(sfen, V::info.variant).value()).value();
}

template <class V>
GamePosition problem_of(const Position<V>& position) {
  return {position.setup(), {}, RuleSet::standard};
}

}  // namespace yari::test
