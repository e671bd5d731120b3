// The database's side of the tables of annotations.
#include "db/judgements.h"

#include "db/database_impl.h"
#include "db/store/sqlite/annotation_table.h"

namespace yari {

namespace {

AnnotationTable table_of(Database& database) { return AnnotationTable(connection_of(database)); }

}  // namespace

void store_annotation(Database& database, GameId game, const StoredAnnotation& annotation) {
  table_of(database).store(game, annotation);
}

std::optional<StoredAnnotation> load_annotation(Database& database, GameId game) {
  return table_of(database).load(game);
}

struct JudgementReader::Impl {
  JudgementRows rows;
};

JudgementReader::JudgementReader(Database& database)
    : impl_(new Impl{JudgementRows(connection_of(database))}) {}
JudgementReader::~JudgementReader() = default;

std::vector<StoredJudgement> JudgementReader::at(GameId game, int ply, Variant v) {
  return impl_->rows.at(game, ply, v);
}

std::vector<GameId> annotated_games(Database& database) { return table_of(database).games(); }

void drop_lost_annotations(Database& database) { table_of(database).drop_lost(); }

std::vector<std::string> faults_of_judgements(Database& database) {
  return table_of(database).faults(VerifyReport::most);
}

}  // namespace yari
