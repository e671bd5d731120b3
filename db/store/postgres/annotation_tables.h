/// \file
/// The tables of annotations of all shards.
#pragma once

#include "db/store/annotations.h"
#include "db/store/postgres/server/shards.h"

namespace yari::pg {

/// The tables annotations and judgements.
class AnnotationTables final : public store::AnnotationReader, public store::AnnotationWriter {
 public:
  explicit AnnotationTables(Shards& shards);

  std::optional<StoredAnnotation> load(GameId game) override;
  std::vector<GameId> games() override;
  bool has(GameId game) override;
  std::vector<StoredJudgement> judgements(GameId game, int ply, Variant v) override;

  void store(GameId game, const StoredAnnotation& annotation) override;
  void remove(GameId game) override;
  void set_own_notes(GameId game, const Bytes& notes) override;
  void drop_lost() override;

 private:
  Shards& shards_;
  Fan load_, load_judgements_, has_, judgements_;
};

}  // namespace yari::pg
