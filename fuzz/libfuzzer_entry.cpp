// What libFuzzer calls: the check, and a change of an input that is made by the target's grammar or
// by libFuzzer's own ways, half and half.
#include <cstring>

#include "fuzz/fuzz.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

/// The only one of this program.
const yari::fuzz::Target& target() { return *yari::fuzz::targets().front(); }

/// An input seen lately, to take parts from.
std::string lately;  // NOLINT(cert-err58-cpp): empty

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  target().check({reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  if (seed % 2 == 0 || target().reshape == nullptr) return LLVMFuzzerMutate(data, size, most);
  const std::string before(reinterpret_cast<const char*>(data), size);
  std::string after = before;
  target().reshape(after, lately, seed);
  if (seed % 16 == 1) lately = before;
  if (after == before || after.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::memcpy(data, after.data(), after.size());
  return after.size();
}
