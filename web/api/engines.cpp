#include "web/api/engines.h"

#include <fmt/ranges.h>

#include "web/http/request_error.h"

namespace yari::web {

Engines::Engines(const std::vector<NamedEngine>& known, std::size_t most) : seats_(most) {
  for (const NamedEngine& engine : known) {
    names_.push_back(engine.name);
    engines_.try_emplace(engine.name, engine.make, most);
  }
}

std::shared_ptr<Engines::Lease> Engines::lend(const std::string& name) {
  const auto pool = engines_.find(name.empty() ? names_.front() : name);
  if (pool == engines_.end())
    throw RequestError("engine", fmt::format("expected {}", fmt::join(names_, " or ")));
  Slot seat = seats_.take();
  if (!seat) throw RequestError(503, "all engines are at work");
  // There are as many of each engine as seats.
  return std::shared_ptr<Lease>(
      new Lease(std::move(seat), *pool->second.lend(std::chrono::seconds(1))));
}

}  // namespace yari::web
