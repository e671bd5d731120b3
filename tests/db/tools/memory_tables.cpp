// Everything is looked at in order: what a back end may do quickly, this one does slowly.
#include "tests/db/tools/memory_tables.h"

#include <algorithm>
#include <tuple>

#include "db/codec/notes_blob.h"
#include "db/codec/record_sums.h"
#include "db/store/origins.h"
#include "db/store/shared/filter_test.h"
#include "db/store/stored_game.h"
#include "rules/sfen.h"
#include "text/ascii.h"

namespace yari::test {

namespace {

std::int64_t sums_of(const store::StoredGame& game) {
  const GameHeader& h = game.header;
  return record_sums(sum_of_moves({h.id, h.variant, game.start}, *game.moves),
                     sum_of_notes(h.id, game.notes));
}

bool comes_before(const GameHeader& a, const GameHeader& b, SortBy sort) {
  switch (sort) {
    case SortBy::id:
      break;
    case SortBy::date:
      return std::tuple(a.date, a.id) < std::tuple(b.date, b.id);
    case SortBy::plies:
      return std::tuple(a.plies, a.id) < std::tuple(b.plies, b.id);
    case SortBy::black:
      return std::tie(a.black, a.id) < std::tie(b.black, b.id);
    case SortBy::white:
      return std::tie(a.white, a.id) < std::tie(b.white, b.id);
    case SortBy::event:
      return std::tie(a.event, a.id) < std::tie(b.event, b.id);
  }
  return a.id < b.id;
}

/// A game as it is, or was when it was deleted.
std::optional<GameHeader> place_of(const MemoryContent& content, GameId id) {
  if (const auto game = content.games.find(id); game != content.games.end())
    return game->second.header;
  std::optional<GameHeader> latest;
  for (const auto& [number, entry] : content.journal)
    if (const auto game = entry.games.find(id); game != entry.games.end())
      latest = game->second.header;
  return latest;
}

class MemorySieve final : public store::GameSieve {
 public:
  MemorySieve(MemoryGames& games, GameFilter filter) : games_(games), filter_(std::move(filter)) {}
  std::vector<GameId> keep(const std::vector<GameId>& ids) override {
    std::vector<GameId> kept;
    for (const GameId id : games_.ids(filter_, {}))
      if (std::ranges::find(ids, id) != ids.end()) kept.push_back(id);
    return kept;
  }

 private:
  MemoryGames& games_;
  GameFilter filter_;
};

class MemoryCursor final : public store::GameCursor {
 public:
  MemoryCursor(const MemoryContent& content, const store::CursorRequest& request)
      : content_(content), variant_(request.variant) {}

  void start(GameId first, GameId last) override {
    at_ = content_.games.lower_bound(first);
    end_ = content_.games.upper_bound(last);
  }
  const store::CursorGame* next() override {
    while (at_ != end_) {
      const store::StoredGame& stored = (at_++)->second;
      const GameHeader& h = stored.header;
      if (variant_ && h.variant != *variant_) continue;
      stored_ = &stored;
      game_.id = h.id;
      game_.variant = h.variant;
      game_.header = view_of(h);
      game_.header.ratings = ratings_in(stored.tags.layout, stored.tags.values);
      if (!h.start.empty()) start_ = *read_sfen(h.start, h.variant);
      game_.start = h.start.empty() ? nullptr : &start_;
      read_judgements();
      return &game_;
    }
    return nullptr;
  }
  const char* read_moves(std::vector<Move>& moves) override {
    if (!has_sound_moves(*stored_)) return store::other_moves;
    moves.clear();
    const StoredLine line{stored_->header.variant, stored_->header.start, *stored_->moves,
                          stored_->header.rules};
    for (int ply = 0; ply < line.plies(); ++ply) moves.push_back(line.move(ply));
    return nullptr;
  }

 private:
  void read_judgements() {
    noted_.clear();
    if (const auto found = content_.annotations.find(game_.id); found != content_.annotations.end())
      for (const StoredJudgement& j : found->second.judgements)
        noted_.push_back({j.ply, static_cast<std::uint8_t>(j.kind), j.color, j.mate});
    game_.header.noted = noted_;
  }

  const MemoryContent& content_;
  std::optional<Variant> variant_;
  std::vector<query::Noted> noted_;
  std::map<GameId, store::StoredGame>::const_iterator at_, end_;
  const store::StoredGame* stored_ = nullptr;
  Setup start_;
  store::CursorGame game_;
};

}  // namespace

std::optional<GameHeader> MemoryGames::header(GameId id) {
  const auto found = content_.games.find(id);
  return found == content_.games.end() ? std::nullopt : std::optional(found->second.header);
}

std::optional<store::StoredGame> MemoryGames::game(GameId id) {
  const auto found = content_.games.find(id);
  return found == content_.games.end() ? std::nullopt : std::optional(found->second);
}

std::optional<StoredLine> MemoryGames::line(GameId id) {
  const auto stored = game(id);
  if (!stored) return std::nullopt;
  if (!has_sound_moves(*stored)) store::throw_damaged(store_name(), id, store::other_moves);
  return StoredLine{stored->header.variant, stored->header.start, *stored->moves,
                    stored->header.rules};
}

namespace {

bool comes_from(const MemoryContent& content, GameId id, const std::optional<std::string>& part) {
  if (!part) return true;
  const auto origin = content.origins.find(id);
  return origin != content.origins.end() &&
         ascii_lower(source_name(origin->second)).find(ascii_lower(*part)) != std::string::npos;
}

FilterFacts facts_of(const MemoryContent& content, GameId id, const store::StoredGame& game) {
  FilterFacts facts{.ratings = ratings_in(game.tags.layout, game.tags.values),
                    .round = tag_in(game.tags.layout, game.tags.values, tags::round),
                    .evaluated = has_evaluations(game.notes)};
  if (const auto found = content.annotations.find(id); found != content.annotations.end())
    facts.annotated = found->second.engine;
  return facts;
}

}  // namespace

std::optional<CountedGame> MemoryGames::facts(GameId id) {
  const auto stored = game(id);
  if (!stored) return std::nullopt;
  const auto number = [&](const std::optional<std::string>& name) {
    return name ? content_.players.at(*name) : 0;
  };
  return CountedGame{.id = static_cast<std::uint32_t>(id),
                     .result = stored->header.result,
                     .plies = stored->header.plies,
                     .date = counted_date(stored->header.date.value_or(0)),
                     .black = number(stored->tags.black),
                     .white = number(stored->tags.white)};
}

std::int64_t MemoryGames::count(const GameFilter& filter) {
  return static_cast<std::int64_t>(ids(filter, {}).size());
}

std::vector<GameId> MemoryGames::ids(const GameFilter& filter, const ListOptions& options) {
  std::vector<GameId> ids;
  list(filter, options, [&](const GameHeader& game) {
    ids.push_back(game.id);
    return true;
  });
  return ids;
}

void MemoryGames::list(const GameFilter& filter, const ListOptions& options, WithTags,
                       const std::function<bool(const GameHeader&, const StoredTags&)>& visit) {
  FilterTest test(filter);
  std::vector<GameHeader> taken;
  for (const auto& [id, game] : content_.games) {
    const auto text = content_.texts.find(id);
    const bool has_text = !filter.text || test.has_text_in_names(game.header) ||
                          (text != content_.texts.end() && test.has_text(text->second));
    if (has_text && comes_from(content_, id, filter.from_file) &&
        test.holds(game.header, facts_of(content_, id, game)))
      taken.push_back(game.header);
  }
  std::ranges::sort(taken, [&](const GameHeader& a, const GameHeader& b) {
    return options.descending ? comes_before(b, a, options.sort) : comes_before(a, b, options.sort);
  });
  std::int64_t begin = options.offset;
  std::optional<GameHeader> place;
  if (options.after) place = place_of(content_, *options.after);
  if (options.after && options.sort == SortBy::id) place.emplace().id = *options.after;
  if (place) {
    begin = 0;
    std::erase_if(taken, [&](const GameHeader& game) {
      return options.descending ? !comes_before(game, *place, options.sort)
                                : !comes_before(*place, game, options.sort);
    });
  }
  const auto size = static_cast<std::int64_t>(taken.size());
  const std::int64_t end = options.limit ? begin + *options.limit : size;
  for (std::int64_t i = begin; i < std::min(end, size); ++i)
    if (const GameHeader& game = taken[static_cast<std::size_t>(i)];
        !visit(game, content_.games.at(game.id).tags))
      return;
}

bool MemoryGames::has_place(GameId id) { return place_of(content_, id).has_value(); }

std::unique_ptr<store::GameSieve> MemoryGames::sieve(const GameFilter& filter) {
  return std::make_unique<MemorySieve>(*this, filter);
}

std::shared_ptr<const store::Narrowing> MemoryGames::narrow(
    const std::vector<query::HeaderCondition>&) {
  return nullptr;
}

std::unique_ptr<store::GameCursor> MemoryGames::cursor(const store::CursorRequest& request) {
  return std::make_unique<MemoryCursor>(content_, request);
}

store::GameSpan MemoryGames::span() {
  if (content_.games.empty()) return {};
  return {content_.games.begin()->first, content_.games.rbegin()->first};
}

bool MemoryGames::each_id(GameId first, const std::function<bool(GameId)>& visit) {
  for (auto at = content_.games.lower_bound(first); at != content_.games.end(); ++at)
    if (!visit(at->first)) break;
  return true;
}

void MemoryGames::each_facts(const std::function<void(const CountedGame&)>& visit) {
  for (const auto& [id, game] : content_.games) visit(*facts(id));
}

bool MemoryGames::may_have_starts(Variant v) {
  return std::ranges::any_of(content_.games, [&](const auto& game) {
    return game.second.header.variant == v && !game.second.header.start.empty();
  });
}

CountedGame MemoryGameWriter::add(const PreparedGame& game) {
  const GameId id = content_.next_game++;
  GameHeader& header = content_.games[id].header;
  header.id = id;
  header.variant = game.variant;
  header.rules = game.rules;
  set_header(id, game);
  set_record(id, game);
  add_text(id, game.text);
  return *MemoryGames(content_).facts(id);
}

void MemoryGameWriter::set_header(GameId id, const PreparedGame& game) {
  store::StoredGame& stored = content_.games.at(id);
  GameHeader& header = stored.header;
  stored.tags = {game.black, game.white,      game.event,     game.site,
                 game.date,  game.tag_layout, game.tag_values};
  for (const auto& name : {game.black, game.white})
    if (name) content_.players.try_emplace(*name, content_.players.size() + 1);
  header.black = game.black.value_or("");
  header.white = game.white.value_or("");
  header.event = game.event.value_or("");
  header.site = game.site.value_or("");
  header.date = game.date;
  header.result = game.result;
  header.ending = game.ending;
  header.start = game.start;
  header.handicap = game.handicap;
  stored.start = 0;
  if (!game.start.empty())
    stored.start =
        content_.starts.try_emplace(game.start, content_.starts.size() + 1).first->second;
}

void MemoryGameWriter::set_record(GameId id, const PreparedGame& game) {
  content_.games.at(id).moves = game.moves;
  content_.games.at(id).notes = game.notes;
  set_plies(id, static_cast<int>(game.moves.size() / 2));
  renew_sums(id);
}

void MemoryGameWriter::set_notes(GameId id, const Bytes& notes) {
  content_.games.at(id).notes = notes;
  renew_sums(id);
}

void MemoryGameWriter::add_text(GameId id, const std::string& text) {
  if (!text.empty()) content_.texts[id] = text;
}

void MemoryGameWriter::add_sums(GameId id) {
  const auto found = content_.games.find(id);
  if (found != content_.games.end() && !found->second.sums) renew_sums(id);
}

void MemoryGameWriter::renew_sums(GameId id) {
  const auto found = content_.games.find(id);
  if (found != content_.games.end()) found->second.sums = sums_of(found->second);
}

bool MemoryGameWriter::add_some_sums() {
  for (const auto& [id, game] : content_.games) add_sums(id);
  return false;
}

void MemoryPostings::find(IndexKey key,
                          const std::function<bool(std::span<const Posting>)>& visit) {
  const auto first = std::ranges::lower_bound(postings_, key, {}, &Posting::key);
  const auto last = std::ranges::upper_bound(postings_, key, {}, &Posting::key);
  if (first != last) visit(std::span(first, last));
}

void MemoryPostings::each(const std::function<void(std::span<const Posting>)>& visit) {
  visit(postings_);
}

void MemoryPostings::each_key(const std::function<void(IndexKey, std::int64_t)>& visit) {
  std::map<IndexKey, std::vector<std::uint32_t>> games;
  for (const Posting& p : postings_) {
    std::vector<std::uint32_t>& of_key = games[p.key];
    if (content_.games.contains(p.game) && (of_key.empty() || of_key.back() != p.game))
      of_key.push_back(p.game);
  }
  for (const auto& [key, of_key] : games)
    if (!of_key.empty()) visit(key, static_cast<std::int64_t>(of_key.size()));
}

void MemoryPostings::check(const std::function<void(std::span<const Posting>)>& visit,
                           const std::function<void(const std::string&)>&) {
  visit(postings_);
}

void MemoryPostingWriter::append(std::span<const Posting> postings,
                                 std::span<const std::int64_t> changed) {
  const std::set<std::int64_t> stale(changed.begin(), changed.end());
  std::erase_if(postings_, [&](const Posting& p) { return stale.contains(p.game); });
  postings_.insert(postings_.end(), postings.begin(), postings.end());
  std::sort(postings_.begin(), postings_.end());
}

bool MemoryPostingWriter::merge_step(const store::MergeOptions& options) {
  if (options.keep)
    std::erase_if(postings_, [&](const Posting& p) { return !options.keep(p.game); });
  return false;
}

std::vector<store::StoredEntry> MemoryJournal::entries() {
  std::vector<store::StoredEntry> entries;
  for (const auto& [id, entry] : content_.journal)
    entries.push_back({id, "2026-01-01 00:00:00", entry.what, entry.kind,
                       static_cast<std::int64_t>(entry.games.size())});
  std::ranges::reverse(entries);
  return entries;
}

std::vector<GameId> MemoryJournal::games(std::int64_t entry) {
  std::vector<GameId> ids;
  if (!has(entry)) return ids;
  for (const auto& [id, game] : content_.journal.at(entry).games) ids.push_back(id);
  return ids;
}

std::int64_t MemoryJournalWriter::begin(const std::string& what, store::JournalKind kind) {
  content_.journal[content_.next_entry] = {what, kind, {}, {}, {}};
  return content_.next_entry++;
}

bool MemoryJournalWriter::keep(std::int64_t number, GameId id, bool other_record) {
  MemoryEntry& entry = content_.journal.at(number);
  const auto game = content_.games.find(id);
  if (game == content_.games.end() || !entry.games.emplace(*game).second) return false;
  if (const auto found = content_.annotations.find(id); found != content_.annotations.end())
    entry.annotations.insert(*found);
  if (other_record) entry.other_records.insert(id);
  return true;
}

void MemoryJournalWriter::restore_game(std::int64_t number, GameId id) {
  const MemoryEntry& entry = content_.journal.at(number);
  const store::StoredGame& kept = entry.games.at(id);
  const auto [game, was_deleted] = content_.games.emplace(id, kept);
  if (was_deleted) return;
  store::StoredGame& stored = game->second;
  stored.header = kept.header;
  stored.tags = kept.tags;
  stored.start = kept.start;
  if (entry.other_records.contains(id)) {
    stored.moves = kept.moves;
    stored.notes = kept.notes;
  }
  MemoryGameWriter(content_).renew_sums(id);
}

void MemoryJournalWriter::restore_annotation(std::int64_t number, GameId id) {
  const MemoryEntry& entry = content_.journal.at(number);
  const store::StoredGame& kept = entry.games.at(id);
  content_.games.at(id).notes = kept.notes;
  content_.games.at(id).sums = kept.sums;
  content_.annotations.erase(id);
  if (const auto found = entry.annotations.find(id); found != entry.annotations.end())
    content_.annotations.insert(*found);
}

}  // namespace yari::test
