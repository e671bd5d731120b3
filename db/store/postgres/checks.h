/// \file
/// What `verify` and `stats` ask PostgreSQL.
#pragma once

#include "db/store/checks.h"
#include "db/store/postgres/journal_tables.h"
#include "db/store/postgres/names.h"
#include "db/store/sql/small_tables.h"

namespace yari::pg {

class Checks final : public store::Checks {
 public:
  Checks(Shards& shards, Names& names, JournalTables& journal, const sql::SmallTables& small_tables)
      : shards_(shards), names_(names), journal_(journal), small_tables_(small_tables) {}

  Statistics statistics() override;
  std::vector<std::string> structure(std::size_t most) override;
  std::unique_ptr<store::TextAudit> texts() override;
  std::vector<std::string> tables(std::size_t most) override;

 private:
  /// A sentence for each row of a statement over all shards, whose columns are numbers.
  void add_rows(std::vector<std::string>& faults, std::size_t most, std::string_view sql,
                const char* text);

  Shards& shards_;
  Names& names_;
  JournalTables& journal_;
  const sql::SmallTables& small_tables_;
};

}  // namespace yari::pg
