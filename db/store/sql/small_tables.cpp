// What a snapshot and a batch hand out of these tables: db/store/store.h knows them by name alone.
#include "db/store/sql/small_tables.h"

#include "db/store/store.h"

namespace yari::store {

const sql::EvaluationTable& Snapshot::evaluations() { return read(Part::work).tables.evaluations; }
const sql::QueryTable& Snapshot::queries() { return read(Part::own).tables.queries; }
const sql::CardTable& Snapshot::cards() { return read(Part::own).tables.cards; }
const sql::WorkTable& Snapshot::work(WorkKind kind) { return read(Part::work).tables.work(kind); }

sql::EvaluationTable& Batch::evaluations() { return write(Part::work).tables.evaluations; }
sql::QueryTable& Batch::queries() { return write(Part::own).tables.queries; }
sql::CardTable& Batch::cards() { return write(Part::own).tables.cards; }
sql::WorkTable& Batch::work(WorkKind kind) { return write(Part::work).tables.work(kind); }

}  // namespace yari::store
