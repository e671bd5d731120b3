/// \file
/// The groups of tables of the store in memory. A reader looks at a content, a writer changes one.
#pragma once

#include "tests/db/tools/memory_store.h"

namespace yari::test {

class MemoryGames final : public store::GameReader {
 public:
  explicit MemoryGames(const MemoryContent& content)
      : store::GameReader("memory"), content_(content) {}

  std::optional<GameHeader> header(GameId id) override;
  std::optional<store::StoredGame> game(GameId id) override;
  std::optional<StoredLine> line(GameId id) override;
  std::optional<CountedGame> facts(GameId id) override;
  std::int64_t count(const GameFilter& filter) override;
  std::vector<GameId> ids(const GameFilter& filter, const ListOptions& options) override;
  bool has_place(GameId id) override;
  std::unique_ptr<store::GameSieve> sieve(const GameFilter& filter) override;
  std::shared_ptr<const store::Narrowing> narrow(
      const std::vector<query::HeaderCondition>& conditions) override;
  std::unique_ptr<store::GameCursor> cursor(const store::CursorRequest& request) override;
  store::GameSpan span() override;
  bool each_id(GameId first, const std::function<bool(GameId)>& visit) override;
  void each_facts(const std::function<void(const CountedGame&)>& visit) override;
  bool may_have_starts(Variant v) override;

 private:
  using store::GameReader::list;
  void list(const GameFilter& filter, const ListOptions& options, WithTags with_tags,
            const std::function<bool(const GameHeader&, const StoredTags&)>& visit) override;
  const MemoryContent& content_;
};

class MemoryGameWriter final : public store::GameWriter {
 public:
  explicit MemoryGameWriter(MemoryContent& content) : content_(content) {}

  CountedGame add(const PreparedGame& game) override;
  void set_header(GameId id, const PreparedGame& game) override;
  void set_record(GameId id, const PreparedGame& game) override;
  void set_notes(GameId id, const Bytes& notes) override;
  void set_plies(GameId id, int plies) override { content_.games.at(id).header.plies = plies; }
  void add_text(GameId id, const std::string& text) override;
  void remove_text(GameId id, const std::string&) override { content_.texts.erase(id); }
  void remove(GameId id) override {
    content_.games.erase(id);
    content_.tables.forget(id);
  }
  void add_sums(GameId id) override;
  void renew_sums(GameId id) override;
  bool add_some_sums() override;

 private:
  MemoryContent& content_;
};

class MemoryPostings final : public store::PostingReader {
 public:
  MemoryPostings(const MemoryContent& content, const std::vector<Posting>& postings)
      : content_(content), postings_(postings) {}

  void find(IndexKey key, const std::function<bool(std::span<const Posting>)>& visit) override;
  void each(const std::function<void(std::span<const Posting>)>& visit) override;
  void each_key(const std::function<void(IndexKey, std::int64_t)>& visit) override;
  std::int64_t count() override { return static_cast<std::int64_t>(postings_.size()); }
  std::size_t pieces() override { return 1; }
  void check(const std::function<void(std::span<const Posting>)>& visit,
             const std::function<void(const std::string&)>& report) override;

 private:
  const MemoryContent& content_;
  const std::vector<Posting>& postings_;
};

class MemoryPostingWriter final : public store::PostingWriter {
 public:
  explicit MemoryPostingWriter(std::vector<Posting>& postings) : postings_(postings) {}

  void append(std::span<const Posting> postings, std::span<const std::int64_t> changed) override;
  // All postings lie in one piece.
  bool begin_merge(store::MergeReach) override { return false; }
  bool merge_step(const store::MergeOptions& options) override;

 private:
  std::vector<Posting>& postings_;
};

class MemoryCounts final : public store::CountReader {
 public:
  explicit MemoryCounts(const MemoryContent& content) : content_(content) {}
  std::optional<std::string> position(IndexKey key) override {
    const auto found = content_.counted.find(key);
    return found == content_.counted.end() ? std::nullopt : std::optional(found->second);
  }
  void each_position(const std::function<void(IndexKey, std::string_view)>& visit) override {
    for (const auto& [key, sfen] : content_.counted) visit(key, sfen);
  }
  std::optional<PositionCounts> read(IndexKey key) override {
    const auto found = content_.counts.find(key);
    return found == content_.counts.end() ? PositionCounts() : found->second;
  }

 private:
  const MemoryContent& content_;
};

class MemoryCountWriter final : public store::CountWriter {
 public:
  explicit MemoryCountWriter(MemoryContent& content) : content_(content) {}
  void add_position(IndexKey key, const std::string& sfen) override {
    content_.counted[key] = sfen;
  }
  void forget(IndexKey key) override {
    content_.counted.erase(key);
    content_.counts.erase(key);
  }
  void append(std::span<const store::KeyCounts> counts) override {
    for (const store::KeyCounts& c : counts) {
      content_.counts[c.key].add(c.counts);
      content_.counts[c.key].settle(true);
    }
  }
  void replace(IndexKey key, const PositionCounts& counts) override {
    content_.counts[key] = counts;
  }
  void clear() override {
    content_.counted.clear();
    content_.counts.clear();
  }
  bool begin_merge(store::MergeReach) override { return false; }
  bool merge_step(std::int64_t) override { return false; }

 private:
  MemoryContent& content_;
};

class MemoryJournal final : public store::JournalReader {
 public:
  explicit MemoryJournal(const MemoryContent& content) : content_(content) {}
  std::vector<store::StoredEntry> entries() override;
  std::vector<GameId> games(std::int64_t entry) override;
  bool has(std::int64_t entry) override { return content_.journal.contains(entry); }
  bool has_other_record(std::int64_t entry, GameId id) override {
    const auto found = content_.journal.find(entry);
    return found != content_.journal.end() && found->second.other_records.contains(id);
  }

 private:
  const MemoryContent& content_;
};

class MemoryJournalWriter final : public store::JournalWriter {
 public:
  explicit MemoryJournalWriter(MemoryContent& content) : content_(content) {}
  std::int64_t begin(const std::string& what, store::JournalKind kind) override;
  bool keep(std::int64_t entry, GameId id, bool other_record) override;
  void restore_game(std::int64_t entry, GameId id) override;
  void restore_annotation(std::int64_t entry, GameId id) override;
  void remove(std::int64_t entry) override { content_.journal.erase(entry); }
  void clear() override { content_.journal.clear(); }

 private:
  MemoryContent& content_;
};

}  // namespace yari::test
