/// \file
/// What every fuzz target is made of: a property, seeds, and a way to fail.
///
/// A target is a file NAME_fuzz.cpp that defines `check` and `seeds`. It becomes two programs:
/// fuzz_NAME, for libFuzzer, and smoke_NAME, which tries a few thousand mutated seeds with any
/// compiler.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "record/game.h"

namespace yari::fuzz {

/// Holds for every input, or ends the program.
void check(std::string_view input);
/// Inputs to begin with.
std::vector<std::string> seeds();

/// Ends the program with a word on what was violated, in every kind of build.
void require(bool holds, std::string_view what);

/// Games of both variants: those of samples/, and a few random ones with comments, variations,
/// clocks and results.
const std::vector<Game>& seed_games();

/// A file for this process alone, in the folder of temporary files; `name` is the end of its name.
std::filesystem::path scratch_file(std::string_view name);

/// Takes bytes off an input, zeros after its end.
class Bytes {
 public:
  explicit Bytes(std::string_view input) : rest_(input) {}
  std::uint8_t next() {
    if (rest_.empty()) return 0;
    const auto byte = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return byte;
  }
  std::uint16_t next16() { return static_cast<std::uint16_t>(next() | next() << 8); }
  bool empty() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

}  // namespace yari::fuzz
