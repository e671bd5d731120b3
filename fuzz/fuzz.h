/// \file
/// What every fuzz target is made of: a property, seeds, and a way to fail.
///
/// A target is a file targets/NAME_fuzz.cpp with a constant of the type Target. It becomes a
/// program fuzz_NAME, for libFuzzer, and a part of the program smoke: `smoke NAME` tries a few
/// thousand mutated seeds of it, with any compiler.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "record/game.h"

namespace yari::fuzz {

struct Target {
  /// Is known to targets() from now on.
  Target(std::string_view name, void (*check)(std::string_view),
         std::vector<std::string> (*seeds)(),
         void (*reshape)(std::string&, std::string_view, std::uint64_t) = nullptr);
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;

  std::string_view name;
  /// Holds for every input, or ends the program.
  void (*check)(std::string_view input);
  /// Inputs to begin with.
  std::vector<std::string> (*seeds)();
  /// Changes an input by the grammar of what it holds; `other` is another input to take parts from.
  /// Null without a grammar: inputs are changed byte by byte alone.
  void (*reshape)(std::string& input, std::string_view other, std::uint64_t seed);
};

/// Those that are linked into this program.
std::vector<const Target*>& targets();

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
