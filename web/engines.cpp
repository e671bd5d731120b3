#include "web/engines.h"

#include <fmt/format.h>

#include "web/request_error.h"

namespace yari::web {

Engines::Engines(const std::vector<NamedEngine>& known, std::size_t most)
    : seats_([] { return std::make_unique<Seat>(); }, most) {
  for (const NamedEngine& engine : known) {
    names_.push_back(engine.name);
    engines_.try_emplace(engine.name, engine.make, most);
  }
}

std::shared_ptr<Engines::Lease> Engines::lend(const std::string& name) {
  constexpr std::chrono::seconds moment{1};
  const auto pool = engines_.find(name.empty() ? names_.front() : name);
  if (pool == engines_.end())
    throw RequestError("engine", fmt::format("expected {}", fmt::join(names_, " or ")));
  std::optional<Pool<Seat>::Lease> seat = seats_.lend(moment);
  if (!seat) throw RequestError(503, "all engines are at work");
  // There are as many of each engine as seats.
  return std::shared_ptr<Lease>(new Lease(*std::move(seat), *pool->second.lend(moment)));
}

}  // namespace yari::web
