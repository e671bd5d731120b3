/// \file
/// Unpacks gzip, xz, zstd and bzip2, one block after the other.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "text/result.h"

struct archive;

namespace yari {

/// The next bytes of the member that libarchive is at, valid until it is asked again; none at the
/// end. Fails at damage, with libarchive's own message. The holes of a sparse member are left out.
Result<std::string_view> next_data_block(archive* a);

/// What is packed in several ways, one around the other, is unpacked to its core; what is not
/// packed comes as it is. libarchive does it with its own libraries, and no program is started.
class Unpacker {
 public:
  /// Fills a buffer and says how much there was; 0 at the end only.
  using Read = std::function<Result<std::size_t>(char* buffer, std::size_t size)>;

  explicit Unpacker(Read read);
  ~Unpacker();
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  /// The next bytes, valid until the next call; none at the end. Fails at damage.
  Result<std::string_view> next_block();

 private:
  static std::ptrdiff_t feed(archive* a, void* self, const void** buffer);
  Result<bool> begin();

  Read read_;
  std::string buffer_;
  archive* archive_;
  bool begun_ = false;
};

}  // namespace yari
