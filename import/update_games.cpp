// One file after the other: which records are new, which are changed, and which are gone.
#include "import/update_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "db/change/upkeep.h"
#include "db/import/importer.h"
#include "db/import/pair_records.h"
#include "db/reports/judgements.h"
#include "import/record_origin.h"

namespace yari {

namespace {

/// A record of the file as it is now.
struct NewRecord {
  std::int64_t number = 0;
  std::uint32_t sum = 0;
  /// Of a record that is not known.
  std::optional<Game> game;
  /// Its place among the games of the file as it was; no value: it is new.
  std::optional<std::size_t> old;
};

/// No value where there is no such game.
std::optional<RecordTraits> stored_traits(Database& database, GameId id) {
  try {
    const std::optional<Game> game = database.load_game(id);
    return game ? std::optional(traits_of(*game)) : std::nullopt;
  } catch (const DamagedGame&) {
    const std::optional<GameHeader> header = database.header(id);
    if (!header) return std::nullopt;
    return traits_of_damaged(header->variant, header->rules, header->black, header->white);
  }
}

/// The records of one file against those it had.
class FileUpdate {
 public:
  FileUpdate(Database& database, const Origin& source)
      : file_(source.file),
        member_(source.member),
        old_(games_from(database, source.file, source.member)),
        matched_(old_.size(), false) {
    for (std::size_t i = old_.size(); i-- > 0;) by_sum_[old_[i].sum].push_back(i);
  }

  bool is_of(const Origin& origin) const {
    return origin.file == file_ && origin.member == member_;
  }
  /// True when a record with this text was there and is not taken yet.
  bool add_known(const Origin& origin) {
    const auto found = by_sum_.find(origin.sum);
    if (found == by_sum_.end() || found->second.empty()) return false;
    const std::size_t old = found->second.back();
    found->second.pop_back();
    matched_[old] = true;
    new_.push_back({origin.record, origin.sum, std::nullopt, old});
    return true;
  }
  void add(const Origin& origin, Game game) {
    new_.push_back({origin.record, origin.sum, std::move(game), std::nullopt});
  }

  void finish(Database& database, Importer& importer, const UpdatePlan& plan,
              UpdateSummary& summary) {
    pair_changed(database);
    update(database, summary);
    import(importer, summary);
    remember(database, plan, summary);
  }

 private:
  void pair_changed(Database& database) {
    std::vector<NewRecordTraits> now;
    bool any_changed = false;
    for (const NewRecord& record : new_) {
      now.push_back({record.old, std::nullopt});
      if (record.game) now.back().traits = traits_of(*record.game);
      any_changed = any_changed || record.game;
    }
    if (!any_changed) return;
    std::vector<std::optional<RecordTraits>> old(old_.size());
    for (std::size_t i = 0; i < old_.size(); ++i)
      if (!matched_[i]) old[i] = stored_traits(database, old_[i].game);
    pair_records(old, now);
    for (std::size_t i = 0; i < new_.size(); ++i) {
      new_[i].old = now[i].old;
      if (new_[i].old) matched_[*new_[i].old] = true;
    }
  }

  void update(Database& database, UpdateSummary& summary) {
    std::map<GameId, const Game*> changed;
    for (const NewRecord& record : new_)
      if (record.old && record.game) changed[old_[*record.old].game] = &*record.game;
    std::vector<GameId> ids;
    for (const auto& [id, game] : changed) {
      // Until it is taken over: a damaged game is not.
      kept_.insert(id);
      if (!load_annotation(database, id)) {
        ids.push_back(id);
        continue;
      }
      summary.kept.push_back(fmt::format(
          "game {} is annotated; 'yari annotate --clear' takes the annotation out first", id));
    }
    const EditResult result =
        edit_games(database, "update from " + file_, ids, [&](GameId id, Game& game) {
          const Game& now = *changed.at(id);
          // Another game of the two cannot take the number.
          if (now.variant != game.variant || now.rules != game.rules) {
            summary.kept.push_back(
                fmt::format("the record of game {} is now of another game or rules", id));
            return false;
          }
          kept_.erase(id);
          if (now == game) return false;
          game = now;
          return true;
        });
    summary.updated += result.games;
    for (const std::string& sentence : result.damaged) summary.kept.push_back(sentence);
    for (const std::string& sentence : result.refused) summary.kept.push_back(sentence);
    kept_.insert(result.too_large.begin(), result.too_large.end());
  }

  void import(Importer& importer, UpdateSummary& summary) {
    for (NewRecord& record : new_) {
      if (record.old || !record.game) continue;
      const Origin origin{file_, member_, record.number, record.sum};
      const AddResult added = importer.add(prepare(*record.game), &origin);
      ++(added.added == Added::imported ? summary.imported : summary.duplicates);
    }
    importer.commit();
  }

  /// Records have other numbers, and changed ones other sums.
  void remember(Database& database, const UpdatePlan& plan, UpdateSummary& summary) {
    std::vector<OriginalGame> games = games_from(database, file_, member_);
    std::map<GameId, OriginalGame> now;
    for (const OriginalGame& g : games) now[g.game] = g;
    for (const NewRecord& record : new_)
      if (record.old) {
        const OriginalGame& old = old_[*record.old];
        // What could not be taken over is still to be done.
        const std::uint32_t sum = kept_.contains(old.game) ? old.sum : record.sum;
        now[old.game] = {old.game, record.number, sum};
      }
    for (std::size_t i = 0; i < old_.size(); ++i)
      if (!matched_[i]) {
        ++summary.missing;
        if (plan.on_missing)
          plan.on_missing(source_name({file_, member_, old_[i].record, 0}), old_[i].game);
      }
    std::vector<OriginalGame> all;
    for (const auto& [id, game] : now) all.push_back(game);
    set_origins(database, file_, member_, std::move(all));
  }

  std::string file_, member_;
  std::vector<OriginalGame> old_;
  std::vector<bool> matched_;
  std::map<std::uint32_t, std::vector<std::size_t>> by_sum_;
  std::vector<NewRecord> new_;
  /// Games that stay as they are although their record changed.
  std::set<GameId> kept_;
};

/// Hands the records to the file they belong to.
class Update {
 public:
  Update(Database& database, const UpdatePlan& plan)
      : database_(database), plan_(plan), importer_(database) {}

  UpdateSummary run(const std::vector<std::string>& paths) {
    ReadingOptions reading = plan_.reading;
    reading.source.stop = plan_.stop;
    RecordSource source(paths, reading.source);
    read_records(source, reading, [this](ReadRecord read) { return take(std::move(read)); });
    summary_.stopped = plan_.stop != nullptr && plan_.stop->load();
    // Of a file that was read in part it is not known what is missing.
    if (!summary_.stopped) finish_file();
    importer_.finish();
    return std::move(summary_);
  }

 private:
  bool take(ReadRecord read) {
    if (plan_.stop != nullptr && plan_.stop->load()) return false;
    if (read.verdict == Verdict::bad_file) ++summary_.bad_files;
    if (read.record.number == 0) {
      if (plan_.on_record) plan_.on_record(read);
      return true;
    }
    const Origin origin = origin_of(read.record, record_text_sum(read.record.text));
    if (!file_ || !file_->is_of(origin)) {
      finish_file();
      file_.emplace(database_, origin);
      ++summary_.files;
    }
    if (file_->add_known(origin)) {
      ++summary_.unchanged;
      return true;
    }
    if (plan_.on_record) plan_.on_record(read);
    if (read.result.game)
      file_->add(origin, std::move(*read.result.game));
    else if (read.verdict == Verdict::refused)
      ++summary_.rejected;
    return true;
  }

  void finish_file() {
    if (file_) file_->finish(database_, importer_, plan_, summary_);
    file_.reset();
  }

  Database& database_;
  const UpdatePlan& plan_;
  Importer importer_;
  UpdateSummary summary_;
  std::optional<FileUpdate> file_;
};

}  // namespace

UpdateSummary update_games(Database& database, const std::vector<std::string>& paths,
                           const UpdatePlan& plan) {
  return Update(database, plan).run(paths);
}

}  // namespace yari
