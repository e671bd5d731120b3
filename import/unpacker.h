/// \file
/// Unpacks gzip, xz, zstd and bzip2, one block after the other.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "import/gunzip.h"
#include "text/result.h"

struct archive;

namespace yari {

/// The next bytes of the member that libarchive is at, valid until it is asked again; none at the
/// end. Fails at damage, a wrong checksum too, with libarchive's own message: it may not say the
/// same again. The holes of a sparse member are left out.
Result<std::string_view> next_data_block(archive* a);

/// What is packed in several ways, one around the other, is unpacked to its core; what is not
/// packed comes as it is. zlib and libarchive do it, and no program is started. What follows the
/// end of something packed, and is neither zeros nor packed likewise, is damage.
class Unpacker {
 public:
  /// Fills a buffer and says how much there was; 0 at the end only.
  using Read = std::function<Result<std::size_t>(char* buffer, std::size_t size)>;

  explicit Unpacker(Read read);
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  /// The next bytes, valid until the next call; none at the end. Fails at damage.
  Result<std::string_view> next_block();

 private:
  Result<std::string_view> read_block();
  Result<void> unwrap();

  Read read_;
  std::string buffer_;
  /// The core, when it is known.
  NextBlock core_;
};

}  // namespace yari
