/// \file
/// The engines that the page offers, lent to one analysis at a time.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/engine/engine.h"
#include "web/http/pool.h"
#include "web/http/serve_options.h"
#include "web/http/slots.h"

namespace yari::web {

class Engines {
 public:
  /// At most `most` work at once, whichever they are. Requires: `known` is not empty.
  Engines(const std::vector<NamedEngine>& known, std::size_t most);

  /// An engine that goes back at the end of its life.
  class Lease {
   public:
    Engine* operator->() const { return &*engine_; }
    Engine& operator*() const { return *engine_; }
    /// It failed: the next client gets a new one.
    void discard() { engine_.discard(); }
    /// It failed: a new one takes its place. Throws what making one throws.
    void renew() { engine_.renew(); }

   private:
    friend class Engines;
    Lease(Slot seat, Pool<Engine>::Lease engine)
        : seat_(std::move(seat)), engine_(std::move(engine)) {}
    Slot seat_;
    Pool<Engine>::Lease engine_;
  };

  /// The engine of that name; empty: the first. Waits as Slots does while all are at work. Throws
  /// RequestError (400, 503) and what making an engine throws.
  std::shared_ptr<Lease> lend(const std::string& name);

  /// The first is the one that is taken where nobody chooses.
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  /// The places for engines at work.
  Slots seats_;
  std::map<std::string, Pool<Engine>> engines_;
};

}  // namespace yari::web
