/// \file
/// The engines of a run that annotates games: each works on one game at a time.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "analysis/engine/engine.h"

namespace yari {

class AnnotationEngines {
 public:
  using Make = std::function<std::unique_ptr<Engine>()>;

  /// `make` may throw, and is not called before an engine is needed. Requires: it may be called by
  /// any thread, by one at a time.
  explicit AnnotationEngines(Make make) : make_(std::move(make)) {}

  /// What all of them must call themselves: Engine::identity() of the first one.
  const std::string& identity();
  /// An idle one, or else a new one. One that fails is not given back: the next game gets another.
  std::unique_ptr<Engine> take();
  /// The same, of the identity that identity() has told: another one would fill the place of the
  /// first with its evaluations. Throws EngineFailure.
  std::unique_ptr<Engine> take_same();
  void give_back(std::unique_ptr<Engine> engine);
  /// Whether one waits for work: of a single engine, whether it has not failed.
  bool has_idle();

 private:
  Make make_;
  std::mutex mutex_;
  std::string identity_;
  std::vector<std::unique_ptr<Engine>> idle_;
};

/// An engine that belongs to somebody else, who keeps it longer than this lives.
class BorrowedEngine final : public Engine {
 public:
  explicit BorrowedEngine(Engine& engine) : engine_(engine) {}

  std::string name() const override { return engine_.name(); }
  std::string identity() const override { return engine_.identity(); }
  void new_game() override { engine_.new_game(); }
  void new_position(const Limits& limits) override { engine_.new_position(limits); }
  Analysis analyze(const GamePosition& position, const Limits& limits, std::stop_token stop,
                   const Progress& progress) override {
    return engine_.analyze(position, limits, std::move(stop), progress);
  }
  std::vector<std::string> take_notes() override { return engine_.take_notes(); }

 private:
  Engine& engine_;
};

}  // namespace yari
