// Where a record comes from: a file, or a member of an archive.
#include "import/record_origin.h"

#include "tests/support/catch.h"

namespace yari::test {

TEST_CASE("a record of an archive comes from the archive, and from its member") {
  Record record;
  record.file = std::make_shared<const std::string>("club.zip:in/a.kif");
  record.number = 3;
  CHECK(origin_of(record, 7).file == "club.zip:in/a.kif");
  CHECK(origin_of(record, 7).member.empty());
  record.archive = std::make_shared<const std::string>("club.zip");
  const Origin origin = origin_of(record, 7);
  CHECK(origin.file == "club.zip");
  CHECK(origin.member == "in/a.kif");
  CHECK(origin.record == 3);
  CHECK(origin.sum == 7);
}

}  // namespace yari::test
