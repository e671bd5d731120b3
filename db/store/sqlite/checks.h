/// \file
/// What `verify` asks SQLite.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/store/checks.h"
#include "db/store/sql/small_tables.h"
#include "db/store/sqlite/annotation_table.h"
#include "db/store/sqlite/index/posting_index.h"
#include "db/store/sqlite/journal_tables.h"

namespace yari {

/// What SQLite finds wrong with its pages, and rows that refer to none: a sentence each.
std::vector<std::string> structure_faults(Connection& connection, std::size_t most);

class SqliteChecks final : public store::Checks {
 public:
  /// The tables that know what is wrong with themselves.
  struct Tables {
    PostingIndex& positions;
    AnnotationTable& annotations;
    JournalTables& journal;
    const sql::SmallTables& small;
  };
  SqliteChecks(Connection& connection, const Tables& tables)
      : connection_(connection), tables_(tables) {}

  Statistics statistics() override;
  std::vector<std::string> structure(std::size_t most) override;
  std::unique_ptr<store::TextAudit> texts() override;
  std::vector<std::string> tables(std::size_t most) override;

 private:
  Connection& connection_;
  Tables tables_;
};

}  // namespace yari
