/// \file
/// The small records of data/cases, each standing for a kind. Where the data is missing nothing is
/// checked, and that is said.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "notation/encoding/encoding.h"
#include "rules/handicap.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

struct CaseRecords {
  std::vector<ReadResult> lenient;
  std::vector<ReadResult> strict;
};

// Read as import does: the format by content, the game by all lines.
inline std::optional<CaseRecords> case_records(const std::string& name) {
  const auto path = shared_data("cases/" + name);
  if (!path) return std::nullopt;
  const std::string text = to_utf8(read_file(*path));
  const Format* format = detect_format(text);
  REQUIRE(format);
  ReadOptions lenient;
  if (format->variant_of_file != nullptr) lenient.variant_of_file = format->variant_of_file(text);
  ReadOptions strict = lenient;
  strict.strict = true;
  CaseRecords records;
  for (const std::string_view record : records_of(text, *format)) {
    records.lenient.push_back(format->read(record, lenient));
    records.strict.push_back(format->read(record, strict));
  }
  return records;
}

inline std::string said_of(const ReadResult& read) {
  CAPTURE(messages(read));
  REQUIRE(read.game);
  CHECK_FALSE(read.game->was_cut());
  const std::string handicap = handicap_name(read.game->start).value_or("");
  return std::string(info(read.game->variant).name) + (handicap.empty() ? "" : ", " + handicap) +
         ", " + usi_moves(*read.game) + ", " + std::string(name(read.game->result)) + ' ' +
         std::string(name(read.game->ending));
}

// Of a file of one record, which strict reading takes too unless it is refused.
inline void check_case(const std::string& name, const std::string& said, bool refused = false) {
  CAPTURE(name);
  const auto records = case_records(name);
  if (!records) return;
  REQUIRE(records->lenient.size() == 1);
  CHECK(said_of(records->lenient[0]) == said);
  CHECK(records->strict[0].game.has_value() != refused);
}

}  // namespace yari::test
