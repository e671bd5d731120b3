/// \file
/// Where a record stands, as the database remembers it.
#pragma once

#include "db/origins.h"
#include "import/record_source.h"

namespace yari {

/// The file, the member and the number of the record; `sum` is that of its text.
inline Origin origin_of(const Record& record, std::uint32_t sum) {
  Origin origin{*record.file, "", record.number, sum};
  if (record.archive && record.file->size() > record.archive->size()) {
    origin.file = *record.archive;
    origin.member = record.file->substr(record.archive->size() + 1);
  }
  return origin;
}

}  // namespace yari
