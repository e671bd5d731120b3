#include "answers/annotation_engines.h"

#include <fmt/format.h>

#include <utility>

namespace yari {

const std::string& AnnotationEngines::identity() {
  if (identity_.empty()) {
    std::unique_ptr<Engine> first = take();
    identity_ = first->identity();
    give_back(std::move(first));
  }
  return identity_;
}

std::unique_ptr<Engine> AnnotationEngines::take() {
  const std::scoped_lock lock(mutex_);
  if (idle_.empty()) return make_();
  std::unique_ptr<Engine> engine = std::move(idle_.back());
  idle_.pop_back();
  return engine;
}

std::unique_ptr<Engine> AnnotationEngines::take_same() {
  std::unique_ptr<Engine> engine = take();
  if (engine->identity() != identity_)
    throw EngineFailure(
        fmt::format("the engine was '{}' before, and is '{}' now", identity_, engine->identity()));
  return engine;
}

void AnnotationEngines::give_back(std::unique_ptr<Engine> engine) {
  const std::scoped_lock lock(mutex_);
  idle_.push_back(std::move(engine));
}

bool AnnotationEngines::has_idle() {
  const std::scoped_lock lock(mutex_);
  return !idle_.empty();
}

}  // namespace yari
