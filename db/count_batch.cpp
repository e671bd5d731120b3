// From games to runs of counts.
#include "db/count_batch.h"

#include <algorithm>
#include <utility>

#include "db/database_impl.h"
#include "db/stored_counts.h"
#include "rules/sfen.h"

namespace yari {

namespace {

/// From this many changed games or postings on, the keys of all counted positions are read at once;
/// below, each key is looked up.
constexpr std::size_t many_changed = 101;
constexpr std::size_t many_postings = 20'000;

/// Calls `visit` with the keys of a line's positions, as far as it is legal.
template <class Visit>
void each_key_of(const LineView& line, Visit visit) {
  with_variant(line.variant, [&]<class V>(V) {
    std::optional<Position<V>> position = start_of<V>(line);
    for (int ply = 0; position; ++ply) {
      visit(index_key(position->key()), static_cast<std::uint32_t>(ply));
      if (ply == line.plies() || !position->is_legal(line.move(ply))) return;
      position->play(line.move(ply));
    }
  });
}

/// The sorted postings, key by key.
template <class Visit>
void each_group(std::span<const Posting> sorted, Visit visit) {
  while (!sorted.empty()) {
    std::size_t size = 1;
    while (size < sorted.size() && sorted[size].key == sorted.front().key) ++size;
    visit(sorted.first(size));
    sorted = sorted.subspan(size);
  }
}

}  // namespace

std::optional<StoredLine> CountBatch::line(GameId id) const {
  return writing_->db.damaged.line(writing_->games(), id);
}

void CountBatch::added(const CountedGame& facts, const PreparedGame& game) {
  new_games_.push_back({facts, game.variant, game.start, moves_.size(), game.moves.size()});
  moves_.insert(moves_.end(), game.moves.begin(), game.moves.end());
}

void CountBatch::changing(Writing& writing, GameId id) {
  writing_ = &writing;
  if (id < 1 || id > last_game_id) return;
  // A game of this batch is counted with the facts that it has in the end.
  if (!new_games_.empty() && id >= new_games_.front().facts.id) {
    changed_.try_emplace(id);
    return;
  }
  if (changed_.size() >= writing.db.count_limits.changed && !changed_.contains(id)) count_changes();
  const auto [entry, is_new] = changed_.try_emplace(id);
  if (!is_new) return;
  entry->second.before = writing_->games().facts(id);
  if (entry->second.before) {
    entry->second.line = this->line(id);
    lost_ = lost_ || !entry->second.line;
  }
}

LineView CountBatch::line_of(const NewGame& game) const {
  return {game.variant, game.start, ByteView(moves_).subspan(game.first_byte, game.bytes)};
}

std::size_t CountBatch::place_of(std::uint32_t id) const {
  // An import gives numbers without gaps.
  const std::size_t guess = id - new_games_.front().facts.id;
  if (guess < new_games_.size() && new_games_[guess].facts.id == id) return guess;
  const auto found =
      std::lower_bound(new_games_.begin(), new_games_.end(), id,
                       [](const NewGame& g, std::uint32_t wanted) { return g.facts.id < wanted; });
  return static_cast<std::size_t>(found - new_games_.begin());
}

std::optional<std::uint32_t> CountBatch::number_of(IndexKey key) {
  if (const auto known = numbers_.find(key); known != numbers_.end()) return known->second;
  const std::optional<store::CountedPosition> position = counts().position(key);
  return position ? number_of(key, *position) : std::nullopt;
}

std::optional<std::uint32_t> CountBatch::number_of(IndexKey key,
                                                   const store::CountedPosition& position) {
  if (const auto known = numbers_.find(key); known != numbers_.end()) return known->second;
  const std::optional<Setup> setup = counted_setup(key, position.sfen);
  return setup ? std::optional(add_number(key, *setup, position.by_part)) : std::nullopt;
}

std::uint32_t CountBatch::add_number(IndexKey key, const Setup& position, bool by_part) {
  keys_.push_back(key);
  return numbers_[key] = counter_.add_position(position, by_part);
}

std::optional<Setup> CountBatch::position_of(const Posting& p) const {
  return position_at(line_of(new_games_[place_of(p.game)]), static_cast<int>(p.ply));
}

/// Has positions of new games counted from now on, with the games that are stored already.
void CountBatch::begin_counting(const std::vector<std::span<const Posting>>& frequent) {
  const std::size_t most = writing_->db.count_limits.most_stored;
  store::PostingReader& index = writing_->snapshot->positions();
  std::vector<IndexKey> keys, in_index;
  for (const std::span<const Posting> group : frequent) keys.push_back(group.front().key);
  const std::map<IndexKey, std::size_t> stored = count_postings(index, keys, most);
  for (const std::span<const Posting> group : frequent) {
    const IndexKey key = group.front().key;
    const auto found = stored.find(key);
    if (found != stored.end() && found->second > most) continue;
    const std::optional<Setup> setup = position_of(group.front());
    if (!setup) continue;
    const std::size_t games = group.size() + (found != stored.end() ? found->second : 0);
    const bool by_part = std::cmp_greater_equal(games, writing_->db.count_limits.by_part);
    writing_->batch->counts().add_position(key, {write_sfen_without_number(*setup), by_part});
    add_number(key, *setup, by_part);
    if (found != stored.end()) in_index.push_back(key);
  }
  std::vector<Posting> candidates;
  index.find_all(in_index, [&](IndexKey key, std::span<const Posting> postings) {
    add_candidates(candidates, postings, numbers_[key]);
    if (candidates.size() >= writing_->db.count_limits.together)
      count_candidates(writing_->games(), writing_->db.damaged, counter_, candidates);
    return true;
  });
  count_candidates(writing_->games(), writing_->db.damaged, counter_, candidates);
}

/// Begins to count by part those counted positions that come to have enough games for it.
void CountBatch::begin_counting_by_part(const std::vector<std::span<const Posting>>& counted) {
  std::vector<KeyedPosition> stored;
  for (const std::span<const Posting> group : counted) {
    const IndexKey key = group.front().key;
    const auto number = number_of(key);
    if (!number || counter_.counts_by_part(*number) ||
        !wants_parts(*writing_, key, std::ssize(group), std::ssize(group), false))
      continue;
    counter_.count_by_part(*number);
    stored.push_back({key, counter_.position(*number), true});
  }
  append_stored(*writing_, stored, true);
}

void CountBatch::count_new(std::span<const Posting> postings) {
  if (new_games_.empty()) return;
  std::vector<IndexKey> counted;
  const bool many = postings.size() >= many_postings;
  auto at = postings.begin();
  if (many)
    counts().each_position([&](IndexKey key, const store::CountedPosition& position) {
      counted.push_back(key);
      at = std::lower_bound(at, postings.end(), key,
                            [](const Posting& p, IndexKey k) { return p.key < k; });
      if (at != postings.end() && at->key == key) number_of(key, position);
    });
  std::vector<std::span<const Posting>> found, frequent;
  auto next = counted.begin();
  each_group(postings, [&](std::span<const Posting> group) {
    const IndexKey key = group.front().key;
    while (next != counted.end() && *next < key) ++next;
    const bool is_counted =
        many ? next != counted.end() && *next == key : counts().position(key).has_value();
    if (is_counted)
      found.push_back(group);
    else if (group.size() >= writing_->db.count_limits.in_batch)
      frequent.push_back(group);
  });
  begin_counting_by_part(found);
  begin_counting(frequent);
  for (const auto& group : frequent)
    if (numbers_.contains(group.front().key)) found.push_back(group);

  // By game, then by ply.
  std::vector<Occurrence> all;
  for (const auto& group : found) {
    const auto number = number_of(group.front().key);
    if (!number) continue;
    for (const Posting& p : group)
      all.push_back({static_cast<std::uint32_t>(place_of(p.game)), {*number, p.ply}});
  }
  std::vector<std::size_t> ends(new_games_.size() + 1);
  for (const Occurrence& o : all) ++ends[o.game + 1];
  for (std::size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
  std::vector<Candidate> sorted(all.size());
  for (const Occurrence& o : all) sorted[ends[o.game]++] = o.candidate;
  std::size_t begin = 0;
  for (std::size_t game = 0; game < new_games_.size(); ++game) {
    const std::span<Candidate> of_game = std::span(sorted).subspan(begin, ends[game] - begin);
    begin = ends[game];
    if (of_game.empty()) continue;
    std::sort(of_game.begin(), of_game.end(),
              [](const Candidate& a, const Candidate& b) { return a.ply < b.ply; });
    counter_.add(new_games_[game].facts, 1, line_of(new_games_[game]), of_game);
  }
}

void CountBatch::count_change(GameId id, Changed& change, const std::vector<IndexKey>* counted) {
  const std::optional<CountedGame> after = writing_->games().facts(id);
  const std::optional<StoredLine> line = after ? this->line(id) : std::nullopt;
  if (change.before == after && change.line == line) return;
  // A game that is damaged now, but was not, is counted as it was until it is changed.
  if (after && !line) lost_ = true;
  const auto count = [&](const CountedGame& facts, const LineView& moves, int times) {
    std::vector<Candidate> candidates;
    each_key_of(moves, [&](IndexKey key, std::uint32_t ply) {
      if (counted && !std::binary_search(counted->begin(), counted->end(), key)) return;
      if (const auto number = number_of(key)) candidates.push_back({*number, ply});
    });
    if (!candidates.empty()) counter_.add(facts, times, moves, candidates);
  };
  if (change.before && change.line) count(*change.before, *change.line, -1);
  if (after && line) count(*after, *line, 1);
}

void CountBatch::count_changes() {
  std::map<GameId, Changed> changed = std::exchange(changed_, {});
  if (changed.empty()) return;
  std::vector<IndexKey> counted;
  const bool many = changed.size() >= many_changed;
  if (many)
    counts().each_position(
        [&](IndexKey k, const store::CountedPosition&) { counted.push_back(k); });
  for (auto& [id, change] : changed) count_change(id, change, many ? &counted : nullptr);
  append_counts();
}

void CountBatch::append_counts() {
  std::vector<store::KeyCounts> run;
  counter_.finish([&](std::uint32_t number, CountPart part, const PositionCounts& counts) {
    const IndexKey key = keys_[number];
    run.push_back({key, part, counts});
    if (!counts.takes_away()) return;
    Reduced& reduced = reduced_[key];
    reduced.position = counter_.position(number);
    reduced.parts.push_back(part);
  });
  counter_ = PositionCounter();
  numbers_.clear();
  keys_.clear();
  std::ranges::sort(run, {}, [](const store::KeyCounts& c) { return std::pair(c.key, c.part); });
  writing_->batch->counts().append(run);
}

/// Counts those positions again whose dates went with the games.
void CountBatch::count_again() {
  std::vector<KeyedPosition> again;
  for (const auto& [key, reduced] : std::exchange(reduced_, {})) {
    const auto is_unknown = [this, of = key](CountPart part) {
      const std::optional<PositionCounts> stored = store::read_counts(counts(), of, part);
      return stored && stored->unknown();
    };
    if (std::ranges::none_of(reduced.parts, is_unknown)) continue;
    const std::optional<store::CountedPosition> counted = counts().position(key);
    again.push_back({key, reduced.position, counted && counted->by_part});
  }
  if (again.empty()) return;
  count_stored(writing_->db, *writing_->snapshot, again,
               [&](const KeyedPosition& position, std::span<const store::KeyCounts> counts) {
                 writing_->batch->counts().replace(position.key, counts);
               });
}

void CountBatch::write(Writing& writing, std::span<const Posting> postings) {
  writing_ = &writing;
  // What a new game became after it was added.
  if (!new_games_.empty()) {
    const GameId first = new_games_.front().facts.id;
    for (auto entry = changed_.lower_bound(first); entry != changed_.end();) {
      const auto facts = writing_->games().facts(entry->first);
      NewGame& game = new_games_[place_of(static_cast<std::uint32_t>(entry->first))];
      if (facts) game.facts = *facts;
      entry = changed_.erase(entry);
    }
  }
  count_changes();
  count_again();
  count_new(postings);
  append_counts();
  new_games_.clear();
  moves_.clear();
  if (std::exchange(lost_, false)) writing_->batch->counts().clear();
}

}  // namespace yari
