// Runs that are sorted in memory, written one after the other and merged.
#include "analysis/book/external_sort.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <random>
#include <system_error>

#include "platform/open_file.h"

namespace yari {

namespace {

std::uint64_t head_of(std::string_view text) {
  std::uint64_t head = 0;
  for (std::size_t i = 0; i < 8; ++i)
    head = head << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0);
  return head;
}

[[noreturn]] void fail_by_system(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

constexpr const char* what_fails = "cannot sort in a temporary file";

}  // namespace

/// A part of the file that is sorted.
struct ExternalSort::Run {
  std::uint64_t at, end;
  std::string buffer;
  std::size_t used = 0;
  std::string_view record;

  /// Goes to the next record; false at the end.
  bool next(int file, std::size_t buffer_size) {
    std::uint32_t size = 0;
    if (!have(file, buffer_size, sizeof size)) return false;
    std::memcpy(&size, buffer.data() + used, sizeof size);
    used += sizeof size;
    if (!have(file, buffer_size, size)) {
      errno = EIO;
      fail_by_system(what_fails);
    }
    record = std::string_view(buffer).substr(used, size);
    used += size;
    return true;
  }

 private:
  /// Makes `size` bytes ready at `used`; false where the run has fewer.
  bool have(int file, std::size_t buffer_size, std::size_t size) {
    if (buffer.size() - used >= size) return true;
    buffer.erase(0, used);
    used = 0;
    while (buffer.size() < size && at < end) {
      const auto wanted = static_cast<std::size_t>(
          std::min<std::uint64_t>(end - at, std::max(buffer_size, size - buffer.size())));
      const std::size_t before = buffer.size();
      buffer.resize(before + wanted);
      const std::ptrdiff_t n = platform::read_at(file, at, buffer.data() + before, wanted);
      if (n <= 0) fail_by_system(what_fails);
      buffer.resize(before + static_cast<std::size_t>(n));
      at += static_cast<std::uint64_t>(n);
    }
    return buffer.size() >= size;
  }
};

ExternalSort::ExternalSort(std::size_t memory)
    : memory_(std::min<std::size_t>(memory, std::size_t{1} << 30)) {}

ExternalSort::~ExternalSort() {
  if (file_ < 0) return;
  platform::close(file_);
  platform::close(to_read_);
  std::error_code ignored;
  std::filesystem::remove(name_, ignored);
}

std::size_t ExternalSort::buffer_size() const {
  return std::clamp<std::size_t>(memory_ / runs_.size(), 4096, std::size_t{256} << 10);
}

bool ExternalSort::later(std::size_t a, std::size_t b) const {
  return runs_[a]->record > runs_[b]->record;
}

void ExternalSort::add(std::string_view record) {
  if (!items_.empty() &&
      bytes_.size() + record.size() + (items_.size() + 1) * sizeof(Item) > memory_)
    spill();
  items_.push_back({head_of(record), static_cast<std::uint32_t>(bytes_.size()),
                    static_cast<std::uint32_t>(record.size())});
  bytes_ += record;
}

void ExternalSort::sort() {
  std::ranges::sort(items_, [this](const Item& a, const Item& b) {
    return a.head != b.head ? a.head < b.head : text(a) < text(b);
  });
}

void ExternalSort::open_file() {
  std::random_device device;
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  for (int tries = 0; file_ < 0 && tries < 100; ++tries) {
    name_ = folder / ("yari-sort-" + std::to_string(device()) + std::to_string(device()));
    file_ = platform::open_new(name_, platform::Access::owner_alone);
    if (file_ < 0 && errno != EEXIST) break;
  }
  if (file_ < 0) fail_by_system(what_fails);
  to_read_ = platform::open_to_read(name_);
  if (to_read_ < 0) fail_by_system(what_fails);
  // Where an open file can lose its name, nothing is left behind when the program is killed.
  std::error_code ignored;
  std::filesystem::remove(name_, ignored);
}

void ExternalSort::spill() {
  if (file_ < 0) open_file();
  sort();
  auto run = std::make_unique<Run>();
  run->at = written_;
  std::string out;
  const auto put = [&] {
    if (!platform::write_all(file_, out)) fail_by_system(what_fails);
    written_ += out.size();
    out.clear();
  };
  for (const Item& item : items_) {
    std::array<char, sizeof item.size> size{};
    std::memcpy(size.data(), &item.size, size.size());
    out.append(size.data(), size.size());
    out += text(item);
    if (out.size() > std::size_t{1} << 18) put();
  }
  put();
  run->end = written_;
  runs_.push_back(std::move(run));
  items_.clear();
  bytes_.clear();
}

void ExternalSort::begin_reading() {
  reading_ = true;
  if (runs_.empty()) return sort();
  if (!items_.empty()) spill();
  items_ = {};
  bytes_ = {};
  for (std::size_t i = 0; i < runs_.size(); ++i)
    if (runs_[i]->next(to_read_, buffer_size())) heap_.push_back(i);
  std::ranges::make_heap(heap_, [this](auto a, auto b) { return later(a, b); });
}

bool ExternalSort::next(std::string_view& record) {
  if (!reading_) begin_reading();
  if (runs_.empty()) {
    if (given_ == items_.size()) return false;
    record = text(items_[given_++]);
    return true;
  }
  const auto is_later = [this](auto a, auto b) { return later(a, b); };
  if (advance_ && !heap_.empty()) {
    std::ranges::pop_heap(heap_, is_later);
    if (runs_[heap_.back()]->next(to_read_, buffer_size()))
      std::ranges::push_heap(heap_, is_later);
    else
      heap_.pop_back();
  }
  advance_ = true;
  if (heap_.empty()) return false;
  record = runs_[heap_.front()]->record;
  return true;
}

}  // namespace yari
