// A batch works on a copy, which takes the place of the content when it is committed; a snapshot
// keeps the content that it began with.
#include "tests/db/tools/memory_store.h"

#include "db/query/names.h"
#include "db/query/words.h"
#include "db/store/error.h"
#include "db/store/sqlite/file/schema.h"
#include "tests/db/tools/memory_tables.h"

namespace yari::test {

namespace {

class MemoryAnnotations final : public store::AnnotationReader {
 public:
  explicit MemoryAnnotations(const MemoryContent& content) : content_(content) {}
  std::optional<StoredAnnotation> load(GameId game) override {
    if (!has(game) || !content_.games.contains(game)) return std::nullopt;
    return content_.annotations.at(game);
  }
  std::vector<GameId> games() override {
    std::vector<GameId> ids;
    for (const auto& [id, annotation] : content_.annotations) ids.push_back(id);
    return ids;
  }
  bool has(GameId game) override { return content_.annotations.contains(game); }
  std::vector<StoredJudgement> judgements(GameId game, int ply, Variant) override {
    std::vector<StoredJudgement> found;
    if (has(game))
      for (const StoredJudgement& j : content_.annotations.at(game).judgements)
        if (j.ply == ply) found.push_back(j);
    return found;
  }

 private:
  const MemoryContent& content_;
};

class MemoryAnnotationWriter final : public store::AnnotationWriter {
 public:
  explicit MemoryAnnotationWriter(MemoryContent& content) : content_(content) {}
  void store(GameId game, const StoredAnnotation& annotation) override {
    content_.annotations[game] = annotation;
  }
  void remove(GameId game) override { content_.annotations.erase(game); }
  void set_own_notes(GameId game, const Bytes& notes) override {
    const auto found = content_.annotations.find(game);
    if (found != content_.annotations.end() && found->second.own_notes)
      found->second.own_notes = notes;
  }
  void drop_lost() override {
    std::erase_if(content_.annotations,
                  [&](const auto& a) { return !content_.games.contains(a.first); });
  }

 private:
  MemoryContent& content_;
};

class MemoryNames final : public store::NameReader {
 public:
  explicit MemoryNames(const MemoryContent& content) : content_(content) {}
  std::optional<std::string> player(std::int64_t number) override {
    for (const auto& [name, known] : content_.players)
      if (known == number) return name;
    return std::nullopt;
  }
  std::vector<std::string> beginning(NameKind kind, std::string_view typed, int most) override {
    std::map<std::string, int> names;
    for (const auto& [id, game] : content_.games) {
      const GameHeader& h = game.header;
      if (kind == NameKind::event) ++names[h.event];
      if (kind == NameKind::player) ++names[h.black], ++names[h.white];
    }
    names.erase("");
    std::vector<std::string> found;
    for (const auto& [name, count] : names)
      if (query::fold(name).starts_with(query::fold(typed)) && std::ssize(found) < most)
        found.push_back(name);
    return found;
  }

 private:
  const MemoryContent& content_;
};

class MemoryOrigins final : public store::OriginReader {
 public:
  explicit MemoryOrigins(const MemoryContent& content) : content_(content) {}
  std::optional<Origin> of(GameId game) override {
    const auto found = content_.origins.find(game);
    if (found == content_.origins.end() || !content_.games.contains(game)) return std::nullopt;
    return found->second;
  }
  std::vector<OriginalGame> games_from(const std::string& file,
                                       const std::string& member) override {
    std::vector<OriginalGame> games;
    for (const auto& [id, o] : content_.origins)
      if (o.file == file && o.member == member && content_.games.contains(id))
        games.push_back({id, o.record, o.sum});
    return games;
  }

 private:
  const MemoryContent& content_;
};

class MemoryOriginWriter final : public store::OriginWriter {
 public:
  explicit MemoryOriginWriter(MemoryContent& content) : content_(content) {}
  void add(GameId game, const Origin& origin) override { content_.origins[game] = origin; }
  void remove(const std::string& file, const std::string& member) override {
    std::erase_if(content_.origins, [&](const auto& o) {
      return o.second.file == file && o.second.member == member;
    });
  }
  void drop_lost() override {
    std::erase_if(content_.origins,
                  [&](const auto& o) { return !content_.games.contains(o.first); });
  }

 private:
  MemoryContent& content_;
};

class MemoryAudit final : public store::TextAudit {
 public:
  explicit MemoryAudit(const MemoryContent& content) : content_(content) {}
  void add(GameId id, std::string_view text) override {
    if (!text.empty()) texts_[id] = query::spelled(text);
  }
  std::vector<std::string> faults(const std::function<bool(GameId)>& counts) override {
    std::map<GameId, std::string> stored = content_.texts;
    // As a back end does: bytes that are no text are in no word.
    for (auto& [id, text] : stored) text = query::spelled(text);
    std::erase_if(stored, [&](const auto& text) { return !counts(text.first); });
    return stored == texts_ ? std::vector<std::string>{} : std::vector<std::string>{"texts differ"};
  }

 private:
  const MemoryContent& content_;
  std::map<GameId, std::string> texts_;
};

class MemoryChecks final : public store::Checks {
 public:
  explicit MemoryChecks(const MemoryContent& content) : content_(content) {}
  Statistics statistics() override {
    Statistics s;
    s.games = static_cast<std::int64_t>(content_.games.size());
    s.postings = static_cast<std::int64_t>(content_.positions.size());
    for (const auto& [id, game] : content_.games) ++s.lengths[game.header.plies];
    return s;
  }
  std::vector<std::string> structure(std::size_t) override { return {}; }
  std::unique_ptr<store::TextAudit> texts() override {
    return std::make_unique<MemoryAudit>(content_);
  }
  std::vector<std::string> tables(std::size_t) override { return {}; }

 private:
  const MemoryContent& content_;
};

class MemorySnapshot final : public store::Snapshot {
 public:
  explicit MemorySnapshot(std::shared_ptr<const MemoryContent> content)
      : content_(std::move(content)) {}

  const std::shared_ptr<const MemoryContent>& content() const { return content_; }

 private:
  const store::Readers& read(store::Part) override { return readers_; }

  std::shared_ptr<const MemoryContent> content_;
  MemoryGames games_{*content_};
  MemoryPostings positions_{*content_, content_->positions};
  MemoryPostings contents_{*content_, content_->contents};
  MemoryCounts counts_{*content_};
  MemoryAnnotations annotations_{*content_};
  MemoryJournal journal_{*content_};
  MemoryNames names_{*content_};
  MemoryOrigins origins_{*content_};
  MemoryChecks checks_{*content_};
  const store::Readers readers_{games_,
                                positions_,
                                contents_,
                                counts_,
                                annotations_,
                                journal_,
                                origins_,
                                names_,
                                checks_,
                                content_->tables.small.evaluations,
                                content_->tables.small.queries,
                                content_->tables.small.cards,
                                content_->tables.small.game_work,
                                content_->tables.small.position_work};
};

class MemoryStore;

class MemoryBatch final : public store::Batch {
 public:
  explicit MemoryBatch(MemoryStore& store);
  ~MemoryBatch() override;
  void commit() override;

  bool clear_derived() override {
    content_->positions.clear();
    content_->contents.clear();
    content_->counted.clear();
    content_->counts.clear();
    content_->texts.clear();
    content_->journal.clear();
    return false;
  }

 private:
  const store::Writers& write(store::Part) override { return writers_; }

  MemoryStore& store_;
  bool is_inner_;
  std::shared_ptr<MemoryContent> content_;
  MemoryGameWriter games_{*content_};
  MemoryPostingWriter positions_{content_->positions};
  MemoryPostingWriter contents_{content_->contents};
  MemoryCountWriter counts_{*content_};
  MemoryAnnotationWriter annotations_{*content_};
  MemoryJournalWriter journal_{*content_};
  MemoryOriginWriter origins_{*content_};
  const store::Writers writers_{games_,
                                positions_,
                                contents_,
                                counts_,
                                annotations_,
                                journal_,
                                origins_,
                                content_->tables.small.evaluations,
                                content_->tables.small.queries,
                                content_->tables.small.cards,
                                content_->tables.small.game_work,
                                content_->tables.small.position_work};
};

class MemoryStore final : public store::Store {
 public:
  explicit MemoryStore(std::shared_ptr<MemoryPlace> place) : place_(std::move(place)) {}

  std::string name() const override { return "memory"; }
  std::unique_ptr<store::Snapshot> snapshot() override {
    auto snapshot = std::make_unique<MemorySnapshot>(written_ != nullptr ? written_
                                                     : moment_.expired() ? place_->content
                                                                         : moment_.lock());
    if (written_ == nullptr) moment_ = snapshot->content();
    return snapshot;
  }
  // Nobody waits here: the one who writes is on this thread.
  std::unique_ptr<store::Batch> batch(store::Durability) override {
    if (written_ == nullptr && place_->is_written) throw Busy("memory: is being written");
    return std::make_unique<MemoryBatch>(*this);
  }
  store::Changes changes() override { return {place_->version - own_, own_}; }
  bool is_held_up() override { return false; }
  void rewrite(store::Gaps) override {}

 private:
  friend class MemoryBatch;
  std::shared_ptr<MemoryPlace> place_;
  /// What an open batch writes.
  std::shared_ptr<MemoryContent> written_;
  /// What the open snapshots see.
  std::weak_ptr<const MemoryContent> moment_;
  std::int64_t own_ = 0;
};

MemoryBatch::MemoryBatch(MemoryStore& store)
    : store_(store),
      is_inner_(store.written_ != nullptr),
      content_(is_inner_ ? store.written_
                         : std::make_shared<MemoryContent>(*store.place_->content)) {
  if (is_inner_) return;
  store_.written_ = content_;
  store_.place_->is_written = true;
}

MemoryBatch::~MemoryBatch() {
  if (is_inner_) return;
  store_.written_ = nullptr;
  store_.place_->is_written = false;
}

void MemoryBatch::commit() {
  if (is_inner_) return;
  store_.place_->content = content_;
  ++store_.place_->version;
  ++store_.own_;
}

}  // namespace

MemoryTables::MemoryTables() { migrate(*sqlite_, 0, schema_version); }

MemoryTables::MemoryTables(const MemoryTables& other) {
  sqlite3_backup* const copy =
      sqlite3_backup_init((*sqlite_).handle(), "main", (*other.sqlite_).handle(), "main");
  sqlite3_backup_step(copy, -1);
  if (sqlite3_backup_finish(copy) != SQLITE_OK) throw std::bad_alloc();
}

void MemoryTables::forget(GameId game) {
  Statement(*sqlite_, "DELETE FROM work WHERE game = ?").run({game});
}

std::unique_ptr<store::Store> open_memory(std::shared_ptr<MemoryPlace> place) {
  return std::make_unique<MemoryStore>(std::move(place));
}

}  // namespace yari::test
