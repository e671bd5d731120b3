/// \file
/// Sorting of more than the memory holds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace yari {

/// Appends numbers with their highest bytes first, so that records sort by them.
template <class... T>
void append_numbers(std::string& out, T... values) {
  std::array<char, (sizeof(T) + ...)> bytes;
  std::size_t at = 0;
  const auto put = [&](auto value) {
    for (std::size_t left = sizeof value; left-- > 0;)
      bytes[at++] = static_cast<char>(value >> 8 * left & 0xFF);
  };
  (put(values), ...);
  out.append(bytes.data(), bytes.size());
}

/// Takes such a number off the front. Requires: it is there.
template <class T>
T take_number(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i)
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  bytes.remove_prefix(sizeof(T));
  return static_cast<T>(value);
}

/// Sorts strings by their bytes. What does not fit is kept in a file in the system's folder for
/// temporary files, which is gone when this ends.
class ExternalSort {
 public:
  /// About as many bytes are used.
  explicit ExternalSort(std::size_t memory = std::size_t{64} << 20);
  ~ExternalSort();
  ExternalSort(const ExternalSort&) = delete;
  ExternalSort& operator=(const ExternalSort&) = delete;

  /// Requires: `next` was not called yet. Throws std::system_error when the file cannot be written.
  void add(std::string_view record);
  /// The next record in order; false at the end. Valid until the next call.
  bool next(std::string_view& record);

 private:
  struct Item {
    /// The first eight bytes as a number: most comparisons need no more.
    std::uint64_t head;
    std::uint32_t at, size;
  };
  struct Run;
  std::string_view text(const Item& item) const { return {bytes_.data() + item.at, item.size}; }
  void make_room(std::size_t size);
  void sort();
  void spill();
  void open_file();
  void begin_reading();
  std::size_t buffer_size() const;
  /// Of two runs, whether the record of `a` comes first.
  bool comes_first(std::size_t a, std::size_t b) const;

  std::size_t memory_;
  std::string bytes_;
  std::vector<Item> items_;
  std::size_t given_ = 0;
  bool reading_ = false;
  /// The file, to write and to read.
  int file_ = -1, to_read_ = -1;
  std::filesystem::path name_;
  std::uint64_t written_ = 0;
  std::vector<std::unique_ptr<Run>> runs_;
  /// The run whose record comes next, and in the tree above all runs those that lost a match, from
  /// 1 on.
  std::size_t winner_ = 0;
  std::vector<std::size_t> losers_;
};

}  // namespace yari
