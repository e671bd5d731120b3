/// \file
/// Tells files of records from other files: each is known by its first record, or at its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "import/read_records.h"

namespace yari {

/// Holds back what is no record until its file has shown a record. Then it is refused where there
/// is something else in it: a file of records may lose a record to damage.
///
/// A file that shows none becomes one message: skipped in a folder or an archive, a fault where the
/// user named it. An archive that the user named and that shows none in any member is a fault too.
class Sifter {
 public:
  /// Where a record comes from.
  struct Origin {
    std::uint64_t file_number = 0;
    std::shared_ptr<const std::string> archive;
  };
  /// Returns false when no more is wanted, as every function here does.
  using Emit = std::function<bool(ReadRecord)>;
  explicit Sifter(Emit emit) : emit_(std::move(emit)) {}

  /// Text that is no record comes next.
  bool take_other(ReadRecord text);
  /// A record of that file comes next, or, with `about_file`, a message about the whole file.
  bool expect(const Origin& origin, bool about_file);
  /// Nothing comes any more.
  bool finish() { return conclude() && conclude_archive(); }

 private:
  bool enter(const Origin& origin);
  bool conclude();
  bool conclude_archive();
  bool release();
  bool emit_other(ReadRecord text);

  /// More are counted, but not kept.
  static constexpr std::size_t most_held = 100;
  /// Of longer texts the message alone is kept.
  static constexpr std::size_t longest_held = 64 * 1024;

  Emit emit_;
  Origin origin_;
  bool has_records_ = false;
  bool archive_has_records_ = false;
  std::vector<ReadRecord> held_;
  std::size_t dropped_ = 0;
};

}  // namespace yari
