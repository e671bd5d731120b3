/// \file
/// Files of packed samples, read in an order that is nearly random and with little memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "analysis/training/packed_sample.h"

namespace yari::training {

/// Which samples of a file: the last twentieth of each file is held out, as the positions of one
/// game lie beside each other and are too much alike to stand on both sides.
enum class SamplePart : std::uint8_t { training, held_out };

/// The samples of some files, once each, in an order made of `seed`.
///
/// Blocks of neighbours are read in random order into a pool, and samples are drawn from it at
/// random. The pool is all that is kept: 20 MB.
class SampleStream {
 public:
  /// Throws std::runtime_error for a file that cannot be read or whose size is no multiple of
  /// packed_size.
  SampleStream(const std::vector<std::string>& files, SamplePart part, std::uint64_t seed)
      : random_(seed) {
    for (const std::string& file : files) {
      std::error_code error;
      const std::uint64_t bytes = std::filesystem::file_size(file, error);
      if (error || bytes % packed_size != 0) throw std::runtime_error(file + " has no samples");
      files_.emplace_back(file, std::ios::binary);
      const std::uint64_t all = bytes / packed_size;
      const std::uint64_t held_out = all / 20;
      const bool training = part == SamplePart::training;
      add_blocks(training ? 0 : all - held_out, training ? all - held_out : all);
    }
    std::shuffle(blocks_.begin(), blocks_.end(), random_);
  }

  std::uint64_t size() const { return size_; }
  /// Samples that could not be unpacked, so far.
  std::uint64_t bad() const { return bad_; }

  /// No value after the last. Throws std::runtime_error.
  std::optional<SampleValues> next() {
    while (true) {
      while (pool_.size() < pool_samples && !blocks_.empty()) read_block();
      if (pool_.empty()) return std::nullopt;
      std::swap(pool_[random_() % pool_.size()], pool_.back());
      const std::optional<SampleValues> sample = unpack(pool_.back());
      pool_.pop_back();
      if (sample) return sample;
      ++bad_;
    }
  }

 private:
  static constexpr std::uint64_t block_samples = 1024;
  static constexpr std::size_t pool_samples = std::size_t{1} << 19;

  struct Block {
    std::size_t file;
    std::uint64_t begin, count;
  };

  void add_blocks(std::uint64_t begin, std::uint64_t end) {
    size_ += end - begin;
    for (; begin < end; begin += block_samples)
      blocks_.push_back({files_.size() - 1, begin, std::min(block_samples, end - begin)});
  }

  void read_block() {
    const Block block = blocks_.back();
    blocks_.pop_back();
    std::vector<PackedSample> samples(block.count);
    std::ifstream& file = files_[block.file];
    file.seekg(static_cast<std::streamoff>(block.begin * packed_size));
    file.read(reinterpret_cast<char*>(samples.data()),
              static_cast<std::streamsize>(block.count * packed_size));
    if (!file) throw std::runtime_error("a file of samples cannot be read");
    pool_.insert(pool_.end(), samples.begin(), samples.end());
  }

  std::mt19937_64 random_;
  std::vector<std::ifstream> files_;
  std::vector<Block> blocks_;
  std::vector<PackedSample> pool_;
  std::uint64_t size_ = 0;
  std::uint64_t bad_ = 0;
};

}  // namespace yari::training
