/// \file
/// Bytes on their way into a file, packed where its name says so.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "text/result.h"

struct archive;

namespace yari {

/// An open file that is written from its start; gzip, xz, zstd and bzip2 by the ending of `name`.
///
/// The same bytes give the same file: nothing of the time or the name goes into it.
class ByteOutput {
 public:
  /// Takes the descriptor, and closes it in the end. Errors are the system's words or libarchive's.
  static Result<ByteOutput> open(int descriptor, std::string_view name);
  ByteOutput(ByteOutput&& other) noexcept;
  ByteOutput& operator=(ByteOutput&&) = delete;
  /// Without `close`, the file may lack its end.
  ~ByteOutput();

  Result<void> write(std::string_view bytes);
  /// Writes what is still held back. Nothing may be written after it.
  Result<void> close();

 private:
  struct Free {
    void operator()(archive* a) const;
  };
  /// Where libarchive's bytes go.
  struct Sink {
    int file;
    /// They go nowhere any more.
    bool abandoned = false;
  };
  static std::ptrdiff_t put(archive* a, void* sink, const void* bytes, std::size_t size);
  explicit ByteOutput(std::unique_ptr<Sink> sink);
  tl::unexpected<Error> fault() const;

  std::unique_ptr<Sink> sink_;
  std::unique_ptr<archive, Free> archive_;
};

}  // namespace yari
