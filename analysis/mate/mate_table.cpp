#include "analysis/mate/mate_table.h"

#include <algorithm>

namespace yari {

bool holds_at_least(Hand more, Hand less) {
  for (int k = 0; k < hand_kind_count; ++k) {
    if (more.count(Kind(k)) < less.count(Kind(k))) return false;
  }
  return true;
}

MateTable::MateTable(std::size_t mib)
    : entries_(std::max<std::size_t>(mib, 1) * (std::size_t{1} << 20) / sizeof(Entry)) {}

void MateTable::start_search() {
  if (++generation_ < 256) return;
  std::fill(entries_.begin(), entries_.end(), Entry{});
  generation_ = 1;
}

std::size_t MateTable::cluster_of(Key key) const {
  const std::size_t clusters = entries_.size() / cluster_size;
  return static_cast<std::size_t>(static_cast<Uint128>(key) * clusters >> 64) * cluster_size;
}

bool MateTable::find(Key board, Hand hand, MateKnowledge& knowledge) const {
  const Entry* const cluster = &entries_[cluster_of(board)];
  const Entry* found = nullptr;
  for (const Entry* e = cluster; e != cluster + cluster_size; ++e) {
    if (e->key != board || e->generation != generation_) continue;
    if (e->hand == hand) {
      found = e;
      if (e->proof == 0 || e->disproof == 0) break;
    } else if (dominance_ && ((e->proof == 0 && holds_at_least(hand, e->hand)) ||
                              (e->disproof == 0 && holds_at_least(e->hand, hand)))) {
      found = e;
      break;
    }
  }
  if (!found) return false;
  knowledge = {{found->proof, found->disproof}, found->length, found->repeats != 0, found->move};
  return true;
}

void MateTable::store(Key board, Hand hand, const MateKnowledge& knowledge, std::uint64_t work) {
  Entry* const cluster = &entries_[cluster_of(board)];
  Entry* place = nullptr;
  for (Entry* e = cluster; e != cluster + cluster_size; ++e) {
    if (e->generation != generation_) {
      if (!place || place->generation == generation_) place = e;
    } else if (e->key == board && e->hand == hand) {
      place = e;
      work += e->work;
      break;
    } else if (!place || (place->generation == generation_ && e->work < place->work)) {
      place = e;
    }
  }
  place->key = board;
  place->hand = hand;
  place->proof = knowledge.numbers.proof;
  place->disproof = knowledge.numbers.disproof;
  place->work = static_cast<std::uint32_t>(std::min<std::uint64_t>(work, 0xFFFFFF)) & 0xFFFFFF;
  place->generation = generation_ & 0xFF;
  place->length = static_cast<std::uint16_t>(knowledge.length & 0x7FFF);
  place->repeats = knowledge.repeats;
  place->move = knowledge.move;
}

}  // namespace yari
