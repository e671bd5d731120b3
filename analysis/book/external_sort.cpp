// Runs that are sorted in memory, written one after the other and merged.
#include "analysis/book/external_sort.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <random>
#include <span>
#include <system_error>

#include "platform/open_file.h"

namespace yari {

namespace {

/// Up to this many records are compared with each other, byte by byte.
constexpr std::size_t few_records = 24;

/// The eight bytes from `at` on as a number, zeros after the end.
std::uint64_t word_at(std::string_view text, std::size_t at) {
  std::array<char, 8> ended{};
  const char* from = text.data() + at;
  if (at + 8 > text.size()) {
    if (at < text.size()) text.substr(at).copy(ended.data(), ended.size());
    from = ended.data();
  }
  const auto byte = [&](int i) {
    return std::uint64_t{static_cast<unsigned char>(from[i])} << (56 - 8 * i);
  };
  // Compilers read them at once.
  return byte(0) | byte(1) | byte(2) | byte(3) | byte(4) | byte(5) | byte(6) | byte(7);
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
  bool ended = false;

  /// Goes to the next record, or to the end.
  void advance(int file, std::size_t buffer_size) {
    std::uint32_t size = 0;
    ended = ended || !have(file, buffer_size, sizeof size);
    if (ended) return;
    std::memcpy(&size, buffer.data() + used, sizeof size);
    used += sizeof size;
    if (!have(file, buffer_size, size)) {
      errno = EIO;
      fail_by_system(what_fails);
    }
    record = std::string_view(buffer).substr(used, size);
    used += size;
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

bool ExternalSort::comes_first(std::size_t a, std::size_t b) const {
  if (runs_[a]->ended || runs_[b]->ended) return !runs_[a]->ended;
  return runs_[a]->record < runs_[b]->record;
}

void ExternalSort::make_room(std::size_t size) {
  if (!items_.empty() && bytes_.size() + size + (items_.size() + 1) * sizeof(Item) > memory_)
    spill();
  // Where there are many, all of it at once: to grow by doubling takes the half more for a while.
  // What is not used takes no memory.
  if (bytes_.size() + size > bytes_.capacity() && bytes_.capacity() > memory_ / 16)
    bytes_.reserve(memory_);
  if (items_.size() == items_.capacity() && items_.capacity() * sizeof(Item) > memory_ / 64)
    items_.reserve(memory_ / sizeof(Item));
}

void ExternalSort::add(std::string_view record) {
  make_room(record.size());
  items_.push_back({word_at(record, 0), static_cast<std::uint32_t>(bytes_.size()),
                    static_cast<std::uint32_t>(record.size())});
  bytes_ += record;
}

void ExternalSort::sort() {
  // Eight bytes at a time: numbers are compared in place, and records that begin alike, as
  // positions do, are looked at once for each eight bytes that they share.
  struct Part {
    std::size_t begin, end, depth;
  };
  std::vector<Part> parts{{0, items_.size(), 0}};
  while (!parts.empty()) {
    const Part part = parts.back();
    parts.pop_back();
    const std::span<Item> items = std::span(items_).subspan(part.begin, part.end - part.begin);
    if (items.size() <= few_records) {
      std::ranges::sort(items, [&](const Item& a, const Item& b) {
        return text(a).substr(part.depth) < text(b).substr(part.depth);
      });
      continue;
    }
    if (part.depth > 0)
      for (Item& item : items) item.head = word_at(text(item), part.depth);
    std::ranges::sort(items, {}, &Item::head);
    for (std::size_t i = 0; i < items.size();) {
      std::size_t end = i + 1;
      while (end < items.size() && items[end].head == items[i].head) ++end;
      // Those that end here are the beginnings of the others, but for zeros.
      const std::size_t depth = part.depth + 8;
      const auto equal = items.subspan(i, end - i);
      const auto longer = std::partition(equal.begin(), equal.end(),
                                         [&](const Item& item) { return item.size <= depth; });
      const auto ended = static_cast<std::size_t>(longer - equal.begin());
      std::ranges::sort(equal.first(ended), {}, &Item::size);
      if (equal.size() - ended > 1)
        parts.push_back({part.begin + i + ended, part.begin + end, depth});
      i = end;
    }
  }
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
  // An assignment would keep their memory.
  std::vector<Item>().swap(items_);
  std::string().swap(bytes_);
  for (const auto& run : runs_) run->advance(to_read_, buffer_size());
  // Each match is between the winners of the two below it; leaves come after all matches.
  const std::size_t n = runs_.size();
  std::vector<std::size_t> winners(2 * n);
  losers_.resize(n);
  for (std::size_t i = 0; i < n; ++i) winners[n + i] = i;
  for (std::size_t match = n; match-- > 1;) {
    std::size_t a = winners[2 * match], b = winners[2 * match + 1];
    if (!comes_first(a, b)) std::swap(a, b);
    winners[match] = a;
    losers_[match] = b;
  }
  winner_ = winners[1];
}

bool ExternalSort::next(std::string_view& record) {
  const bool begins = !reading_;
  if (begins) begin_reading();
  if (runs_.empty()) {
    if (given_ == items_.size()) return false;
    record = text(items_[given_++]);
    return true;
  }
  if (!begins) {
    runs_[winner_]->advance(to_read_, buffer_size());
    for (std::size_t match = (runs_.size() + winner_) / 2; match > 0; match /= 2)
      if (comes_first(losers_[match], winner_)) std::swap(losers_[match], winner_);
  }
  record = runs_[winner_]->record;
  return !runs_[winner_]->ended;
}

}  // namespace yari
