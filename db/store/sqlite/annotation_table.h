/// \file
/// The tables of annotations.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "db/store/annotations.h"
#include "db/store/sqlite/file/lazy_statement.h"

namespace yari {

/// The tables annotations, annotated_players, judgements and own_notes.
class AnnotationTable final : public store::AnnotationReader, public store::AnnotationWriter {
 public:
  explicit AnnotationTable(Connection& connection);

  std::optional<StoredAnnotation> load(GameId game) override;
  std::vector<GameId> games() override;
  bool has(GameId game) override;
  std::vector<StoredJudgement> judgements(GameId game, int ply, Variant v) override;

  void store(GameId game, const StoredAnnotation& annotation) override;
  void remove(GameId game) override;
  void set_own_notes(GameId game, const Bytes& notes) override;
  void drop_lost() override;

  /// A sentence for each row that does not fit its game or holds numbers that cannot be; `most` at
  /// most.
  std::vector<std::string> faults(std::size_t most);

 private:
  Connection& connection_;
  LazyStatement has_, judgements_, own_notes_;
};

}  // namespace yari
