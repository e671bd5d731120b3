/// \file
/// What a back end must do, in three steps: a Store opens Snapshots, which read, and Batches, which
/// write. See docs/decisions/store.md.
///
/// Everything throws what db/store/error.h lists. Games and blocks of postings are handed over as
/// values or views; there is a virtual call for a game or a block, and none for a posting.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "db/store/annotations.h"
#include "db/store/checks.h"
#include "db/store/counts.h"
#include "db/store/games.h"
#include "db/store/journal.h"
#include "db/store/names.h"
#include "db/store/origins.h"
#include "db/store/postings.h"
#include "db/store/work_queue.h"

/// The tables that belong to no game: db/store/sql/small_tables.h.
namespace yari::sql {
struct SmallTables;
class EvaluationTable;
class QueryTable;
class CardTable;
class WorkTable;
}  // namespace yari::sql

namespace yari::store {

/// What is read of a store.
struct Readers {
  GameReader& games;
  PostingReader &positions, &contents;
  CountReader& counts;
  AnnotationReader& annotations;
  JournalReader& journal;
  OriginReader& origins;
  NameReader& names;
  Checks& checks;
  const sql::SmallTables& tables;
};

/// What is written.
struct Writers {
  GameWriter& games;
  PostingWriter &positions, &contents;
  CountWriter& counts;
  AnnotationWriter& annotations;
  JournalWriter& journal;
  OriginWriter& origins;
  sql::SmallTables& tables;
};

/// What a back end knows before a table is read or written.
enum class Part : std::uint8_t {
  work,      ///< evaluations and queues, which many write side by side
  own,       ///< what else belongs to no game
  games,     ///< games, and what is kept of each of them
  postings,  ///< both indexes, which follow from the games
  counts,    ///< and so do these
};

/// One moment of a store, whatever others write. Inside a Batch of the same Store it sees what the
/// batch has written so far; inside another Snapshot it is of the same moment as that one.
///
/// What it hands out is valid until it ends.
class Snapshot {
 public:
  virtual ~Snapshot() = default;
  GameReader& games() { return read(Part::games).games; }
  PostingReader& positions() { return read(Part::postings).positions; }
  PostingReader& contents() { return read(Part::postings).contents; }
  CountReader& counts() { return read(Part::counts).counts; }
  AnnotationReader& annotations() { return read(Part::games).annotations; }
  JournalReader& journal() { return read(Part::games).journal; }
  OriginReader& origins() { return read(Part::games).origins; }
  NameReader& names() { return read(Part::own).names; }
  Checks& checks() { return read(Part::games).checks; }
  const sql::EvaluationTable& evaluations();
  const sql::QueryTable& queries();
  const sql::CardTable& cards();
  const sql::WorkTable& work(WorkKind kind);

 private:
  virtual const Readers& read(Part part) = 0;
};

/// Changes that are stored all or not at all. Others who write wait until it ends: prepare what it
/// writes before it begins. A back end with many writers lets batches that write nothing but
/// evaluations and the queue go on beside others.
class Batch {
 public:
  /// Without commit(), nothing is changed.
  virtual ~Batch() = default;
  /// A batch inside another one is part of that: it is stored when the outer one is.
  virtual void commit() = 0;

  GameWriter& games() { return write(Part::games).games; }
  PostingWriter& positions() { return write(Part::postings).positions; }
  PostingWriter& contents() { return write(Part::postings).contents; }
  CountWriter& counts() { return write(Part::counts).counts; }
  AnnotationWriter& annotations() { return write(Part::games).annotations; }
  JournalWriter& journal() { return write(Part::games).journal; }
  OriginWriter& origins() { return write(Part::games).origins; }
  sql::EvaluationTable& evaluations();
  sql::QueryTable& queries();
  sql::CardTable& cards();
  sql::WorkTable& work(WorkKind kind);

  /// Empties what follows from the games: postings, texts, counts; and the journal, since deleted
  /// games come back with the postings that they left behind. Texts of names are made again.
  /// Returns true where damage was met: then the store wants to be rewritten.
  ///
  /// Until finish_derived the store refuses whoever looks something up in these parts, and
  /// everybody else who writes, also after a crash.
  virtual bool clear_derived() = 0;
  /// What follows from the games is there again.
  virtual void finish_derived() {}
  /// Empties the words of comments where they are of an earlier form; then the caller adds the
  /// texts of all games in this batch. False where they are of the present form.
  virtual bool clear_old_words() = 0;

 private:
  virtual const Writers& write(Part part) = 0;
};

enum class Durability : std::uint8_t {
  safe,   ///< when commit() returns, power loss cannot take it
  quick,  ///< power loss can take it, but no more
};

/// Where a store is rewritten.
enum class Gaps : std::uint8_t {
  many,     ///< where it has many gaps
  unknown,  ///< always: the store itself may not know what is no longer used
};

/// How often a store has changed.
struct Changes {
  /// Grows when another Store of the same place has written.
  std::int64_t by_others = 0;
  /// Grows when this one has written.
  std::int64_t by_this = 0;
  bool operator==(const Changes&) const = default;
};

class Store;

/// A store for another thread, and its snapshot.
struct Reading {
  std::unique_ptr<Store> store;
  std::unique_ptr<Snapshot> snapshot;
};

/// A place where games are kept. One thread at a time; open it once more for every further thread.
class Store {
 public:
  virtual ~Store() = default;
  /// What sentences call it: the name of its file.
  virtual std::string name() const = 0;

  virtual std::unique_ptr<Snapshot> snapshot() = 0;
  /// Waits while another one writes; throws Busy after a minute. Requires: no open Snapshot, unless
  /// it was opened inside a Batch that is still open.
  virtual std::unique_ptr<Batch> batch(Durability durability = Durability::safe) = 0;
  /// Only inside a Batch nobody changes what it says of others.
  virtual Changes changes() = 0;
  /// Readers for up to `count` threads, which read the moment of the open snapshot: fewer, or none,
  /// where it can no longer be opened, since others have written. Requires: an open Snapshot.
  virtual std::vector<Reading> readings(int count) = 0;
  /// Whether others who read keep so much of what was written from its place that merging should
  /// wait.
  virtual bool is_held_up() = 0;
  /// Whether clear_derived and finish_derived may stand in different batches.
  virtual bool rebuilds_in_steps() const { return false; }
  /// Opened for repair: a sentence for each part that was read since Batch::clear_derived and is
  /// not as it was written.
  virtual std::vector<std::string> accepted_damage() { return {}; }
  /// Rewrites the store without gaps, and does what should be done after large changes. Requires:
  /// no open Snapshot or Batch.
  virtual void rewrite(Gaps gaps) = 0;
};

}  // namespace yari::store
