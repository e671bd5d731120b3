// Each layer is unpacked by an object of its own, so that what follows its end is seen.
#include "import/unpacker.h"

#include <archive.h>
#include <fmt/format.h>

#include <array>
#include <memory>
#include <new>
#include <optional>
#include <utility>

namespace yari {
namespace {

constexpr std::size_t unpacked_block = 1 << 16;
/// As libarchive has it: some bytes are what they are packed in.
constexpr int most_layers = 25;

struct Packer {
  std::string_view sign;
  const char* name;
  int (*support)(archive*);
};

/// No others: libarchive would run lrzip, grzip, lzop and more. gzip is zlib's.
constexpr std::array<Packer, 3> packers{
    {{{"\xFD\x37zXZ\0", 6}, "xz", archive_read_support_filter_xz},
     {{"\x28\xB5\x2F\xFD", 4}, "zstd", archive_read_support_filter_zstd},
     {{"BZh", 3}, "bzip2", archive_read_support_filter_bzip2}}};

/// Where libarchive was built without a packer it says so by a warning, and would start a program
/// of that name, whatever that is.
bool is_built_in(const Packer& packer) {
  archive* probe = archive_read_new();
  if (probe == nullptr) throw std::bad_alloc();
  const bool built_in = packer.support(probe) == ARCHIVE_OK;
  archive_read_free(probe);
  return built_in;
}

/// Null where there is none.
const Packer* packer_of(std::string_view head) {
  static const auto built_in = [] {
    std::array<bool, packers.size()> result{};
    for (std::size_t i = 0; i < packers.size(); ++i) result[i] = is_built_in(packers[i]);
    return result;
  }();
  for (std::size_t i = 0; i < packers.size(); ++i)
    if (head.starts_with(packers[i].sign)) return built_in[i] ? &packers[i] : nullptr;
  return nullptr;
}

tl::unexpected<Error> fault(archive* a) {
  const char* why = archive_error_string(a);
  return fail(why != nullptr ? why : "damaged");
}

/// Blocks of which the beginning is known before they are taken.
class Peeked {
 public:
  /// Takes blocks until there is enough to tell a packer, or no more.
  explicit Peeked(NextBlock blocks) : blocks_(std::move(blocks)) {
    constexpr std::size_t enough = 16;
    while (!after_ && head_.size() < enough) {
      const Result<std::string_view> block = blocks_();
      if (!block || block->empty()) {
        after_ = block ? Result<void>() : tl::unexpected(block.error());
      } else {
        head_ += *block;
      }
    }
  }

  std::string_view head() const { return head_; }

  Result<std::string_view> next() {
    if (!std::exchange(given_, true) && !head_.empty()) return std::string_view(head_);
    if (!after_) return blocks_();
    if (!*after_) return tl::unexpected(after_->error());
    return std::string_view();
  }

 private:
  NextBlock blocks_;
  std::string head_;
  bool given_ = false;
  /// What came after the head, where that was the end or damage.
  std::optional<Result<void>> after_;
};

/// What libarchive unpacks with one packer.
class Layer {
 public:
  Layer(NextBlock packed, const Packer& packer)
      : packed_(std::move(packed)), packer_(packer), archive_(archive_read_new()) {
    if (archive_ == nullptr) throw std::bad_alloc();
    packer_.support(archive_);
    archive_read_support_format_raw(archive_);
    archive_read_support_format_empty(archive_);
  }
  ~Layer() { archive_read_free(archive_); }
  Layer(const Layer&) = delete;
  Layer& operator=(const Layer&) = delete;

  Result<void> open() {
    archive_entry* entry = nullptr;
    if (archive_read_open(archive_, this, nullptr, &Layer::feed, nullptr) != ARCHIVE_OK)
      return why();
    const int status = archive_read_next_header(archive_, &entry);
    if (status < ARCHIVE_WARN) return why();
    is_empty_ = status == ARCHIVE_EOF;
    return {};
  }

  /// False where the bytes begin like packed ones, and are not: they come as they are.
  bool is_packed() const { return archive_filter_count(archive_) > 1; }

  Result<std::string_view> next() {
    if (!is_empty_) {
      Result<std::string_view> block = next_data_block(archive_);
      if (!block) return why();
      if (!block->empty()) return block;
    }
    if (fault_) return why();
    while (true) {
      Result<std::string_view> rest = take();
      if (!rest) return rest;
      if (rest->empty()) break;
    }
    if (is_packed() && end_of_bytes_ > archive_filter_bytes(archive_, -1))
      return fail(fmt::format("what follows the end of {0} is no {0}", packer_.name));
    return std::string_view();
  }

 private:
  Result<std::string_view> take() {
    Result<std::string_view> block = packed_();
    if (!block) return block;
    const std::size_t last = block->find_last_not_of('\0');
    if (last != std::string_view::npos) end_of_bytes_ = taken_ + static_cast<la_int64_t>(last) + 1;
    taken_ += static_cast<la_int64_t>(block->size());
    return block;
  }

  tl::unexpected<Error> why() const { return fault_ ? tl::unexpected(*fault_) : fault(archive_); }

  static la_ssize_t feed(archive*, void* self, const void** buffer) {
    Layer& layer = *static_cast<Layer*>(self);
    const Result<std::string_view> block = layer.take();
    if (!block) {
      // For libarchive it is the end: it would forget what it has looked at already.
      layer.fault_ = block.error();
      return 0;
    }
    *buffer = block->data();
    return static_cast<la_ssize_t>(block->size());
  }

  NextBlock packed_;
  const Packer& packer_;
  archive* archive_;
  bool is_empty_ = false;
  /// Why nothing more comes.
  std::optional<Error> fault_;
  la_int64_t taken_ = 0;
  /// After the last byte taken that is not zero.
  la_int64_t end_of_bytes_ = 0;
};

}  // namespace

Result<std::string_view> next_data_block(archive* a) {
  const void* bytes = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  int status = ARCHIVE_OK;
  while (status == ARCHIVE_OK && size == 0)
    status = archive_read_data_block(a, &bytes, &size, &offset);
  if (status == ARCHIVE_EOF) return std::string_view();
  // Its formats say by a warning that a checksum is wrong.
  if (status != ARCHIVE_OK) return fault(a);
  return std::string_view(static_cast<const char*>(bytes), size);
}

Unpacker::Unpacker(Read read) : read_(std::move(read)) {}

Result<std::string_view> Unpacker::read_block() {
  buffer_.resize(unpacked_block);
  const Result<std::size_t> got = read_(buffer_.data(), unpacked_block);
  if (!got) return tl::unexpected(got.error());
  return std::string_view(buffer_.data(), *got);
}

Result<void> Unpacker::unwrap() {
  NextBlock blocks = [this] { return read_block(); };
  for (int layers = 0;; ++layers) {
    const auto peeked = std::make_shared<Peeked>(std::move(blocks));
    blocks = [peeked] { return peeked->next(); };
    const bool is_gzip = looks_like_gzip(peeked->head());
    const Packer* const packer = packer_of(peeked->head());
    if (!is_gzip && packer == nullptr) break;
    if (layers == most_layers) return fail(fmt::format("packed more than {} times", most_layers));
    if (is_gzip) {
      blocks = gunzip(std::move(blocks));
      continue;
    }
    const auto layer = std::make_shared<Layer>(std::move(blocks), *packer);
    if (Result<void> opened = layer->open(); !opened) return opened;
    blocks = [layer] { return layer->next(); };
    if (!layer->is_packed()) break;
  }
  core_ = std::move(blocks);
  return {};
}

Result<std::string_view> Unpacker::next_block() {
  if (!core_) {
    if (Result<void> known = unwrap(); !known) return tl::unexpected(known.error());
  }
  return core_();
}

}  // namespace yari
