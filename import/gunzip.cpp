#include "import/gunzip.h"

#include <zlib.h>

#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <utility>

namespace yari {
namespace {

constexpr std::size_t gunzipped_block = 1 << 16;

class Gunzip {
 public:
  explicit Gunzip(NextBlock packed) : packed_(std::move(packed)), block_(gunzipped_block, '\0') {
    constexpr int gzip_alone = 16;
    if (inflateInit2(&state_, MAX_WBITS + gzip_alone) != Z_OK) throw std::bad_alloc();
  }
  ~Gunzip() { inflateEnd(&state_); }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  Result<std::string_view> next();

 private:
  Result<bool> fill();
  Result<bool> begin_stream();

  NextBlock packed_;
  std::string block_;
  z_stream state_{};
  bool in_stream_ = true;
};

/// Sees that there is input; false at its end.
Result<bool> Gunzip::fill() {
  if (state_.avail_in > 0) return true;
  const Result<std::string_view> more = packed_();
  if (!more) return tl::unexpected(more.error());
  // zlib does not write there; older versions of it do not say so.
  state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(more->data()));
  state_.avail_in = static_cast<uInt>(more->size());
  return !more->empty();
}

/// After the end of a stream; false where none follows.
Result<bool> Gunzip::begin_stream() {
  constexpr Bytef first_of_gzip = 0x1F;
  bool padded = false;
  while (true) {
    Result<bool> more = fill();
    if (!more || !*more) return more;
    if (!padded && *state_.next_in == first_of_gzip) {
      inflateReset(&state_);
      return in_stream_ = true;
    }
    const Bytef* const end = state_.next_in + state_.avail_in;
    if (std::any_of<const Bytef*>(state_.next_in, end, [](Bytef b) { return b != 0; }))
      return fail("what follows the end of a gzip stream is no gzip");
    padded = true;
    state_.avail_in = 0;
  }
}

Result<std::string_view> Gunzip::next() {
  state_.next_out = reinterpret_cast<Bytef*>(block_.data());
  state_.avail_out = static_cast<uInt>(block_.size());
  const auto size = [&] { return block_.size() - state_.avail_out; };
  while (true) {
    const Result<bool> more = in_stream_ ? fill() : begin_stream();
    if (!more) return tl::unexpected(more.error());
    if (!*more && !in_stream_) break;
    if (!*more) return fail("truncated gzip input");
    const int status = inflate(&state_, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    // Not before: what fills the block may be the end, and its checksum comes next.
    if (status == Z_BUF_ERROR && state_.avail_out == 0) break;
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
      return fail(std::string("damaged gzip: ") + (state_.msg != nullptr ? state_.msg : "?"));
    if (status != Z_STREAM_END) continue;
    in_stream_ = false;
    // It is right, whatever comes behind it.
    if (size() > 0) break;
  }
  return std::string_view(block_.data(), size());
}

}  // namespace

bool looks_like_gzip(std::string_view head) {
  constexpr unsigned char unknown_flags = 0xE0;
  return head.size() > 3 && head.starts_with("\x1F\x8B\x08") &&
         (static_cast<unsigned char>(head[3]) & unknown_flags) == 0;
}

NextBlock gunzip(NextBlock packed) {
  return [state = std::make_shared<Gunzip>(std::move(packed))] { return state->next(); };
}

}  // namespace yari
