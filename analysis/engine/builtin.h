/// \file
/// The engine that comes with the program, for both games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "analysis/engine/engine.h"

namespace yari {

struct SearchConstants;

struct BuiltinOptions {
  /// Size of the hash table in MiB; 1 or more.
  std::size_t hash_mib = 64;
  /// Threads that search together. More than one is not deterministic. 0: one for every processor
  /// where time alone ends a search, which is not deterministic either, and else one.
  int threads = 1;
  /// For a tuner: they must outlive the engine. Without them those of the game count.
  const SearchConstants* constants = nullptr;
  /// For a tuner: time is counted in nodes of the first thread, so that a game with clocks does not
  /// depend on the machine. 0: the time of the clock.
  std::uint64_t nodes_a_millisecond = 0;
};

/// The built-in engine: alpha-beta search over a shared hash table.
class BuiltinEngine final : public Engine {
 public:
  explicit BuiltinEngine(const BuiltinOptions& options = {});
  ~BuiltinEngine() override;

  std::string name() const override;
  /// The name and the signature of its search, which is computed at the first call.
  std::string identity() const override;
  void new_game() override;
  /// Clears no more of the hash table than the nodes of `limits` can fill.
  void new_position(const Limits& limits) override;
  Analysis analyze(const GamePosition& position, const Limits& limits, std::stop_token stop = {},
                   const Progress& progress = {}) override;
  /// Says once when the machine gives fewer threads.
  std::vector<std::string> take_notes() override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yari
