#include "web/http/slots.h"

#include "web/http/http_server.h"

namespace yari::web {

Slot Slots::take() {
  constexpr std::chrono::seconds moment{5};
  std::optional<Pool<Place>::Lease> place = places_.lend(moment, [] {
    const Connection* connection = HttpServer::current();
    return connection != nullptr && connection->is_gone();
  });
  return place ? std::make_shared<Pool<Place>::Lease>(*std::move(place)) : nullptr;
}

}  // namespace yari::web
