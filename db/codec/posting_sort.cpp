// A radix sort, from the lowest digit: four passes over 40-bit keys.
#include "db/codec/posting_sort.h"

#include <algorithm>
#include <array>
#include <utility>

#include "db/codec/large_memory.h"

namespace yari {

namespace {

constexpr int digit_bits = 10;
constexpr std::size_t digits = std::size_t{1} << digit_bits;
constexpr int passes = index_key_bits / digit_bits;
/// Below this size the counting costs more than it saves.
constexpr std::size_t small = 2048;

std::size_t digit(const Posting& p, int pass) {
  return p.key >> (pass * digit_bits) & (digits - 1);
}

}  // namespace

void sort_by_key(std::vector<Posting>& postings, std::vector<Posting>& scratch) {
  if (postings.size() < small) {
    std::stable_sort(postings.begin(), postings.end(),
                     [](const Posting& a, const Posting& b) { return a.key < b.key; });
    return;
  }
  std::array<std::array<std::size_t, digits>, passes> places{};
  for (const Posting& p : postings) {
    for (int pass = 0; pass < passes; ++pass)
      ++places[static_cast<std::size_t>(pass)][digit(p, pass)];
  }
  reserve_large(scratch, postings.capacity());
  scratch.resize(postings.size());
  for (int pass = 0; pass < passes; ++pass) {
    auto& place = places[static_cast<std::size_t>(pass)];
    std::size_t sum = 0;
    for (std::size_t& p : place) sum += std::exchange(p, sum);
    for (const Posting& p : postings) scratch[place[digit(p, pass)]++] = p;
    postings.swap(scratch);
  }
}

}  // namespace yari
