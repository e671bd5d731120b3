// Serves the samples for the browser's tests until its standard input ends. The page comes from the
// source tree, so that a change of it needs no compiler.
#include <atomic>
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "analysis/engine/builtin.h"
#include "db/database.h"
#include "import/import_games.h"
#include "web/web_server.h"

using namespace yari;

namespace {

/// Thinks little, and in one of the games that it is asked about not at all: there it waits until
/// it is stopped, once or every time. So a test sees work that is neither done nor goes on, on a
/// machine of any speed.
class WaitingEngine : public Engine {
 public:
  /// What all engines of a name share.
  struct Place {
    Place(int at, bool only_once) : game(at), once(only_once) {}
    int game;  ///< 1: the first that it is asked about
    bool once;
    std::atomic<int> begun = 0;
    std::atomic<int> waits = 0;
  };

  explicit WaitingEngine(std::shared_ptr<Place> place) : place_(std::move(place)) {}

  std::string name() const override { return engine_.name(); }
  void new_game() override {
    is_new_ = true;
    engine_.new_game();
  }
  Analysis analyze(const GamePosition& position, const Limits& limits, std::stop_token stop,
                   const Progress& progress) override {
    constexpr std::uint64_t few_nodes = 50;
    Limits little = limits;
    little.nodes = few_nodes;
    // Positions that several games share come without moves, before those of the game itself.
    const bool in_game = !position.moves.empty();
    if (in_game && std::exchange(is_new_, false)) ++place_->begun;
    const bool is_there = in_game && place_->begun >= place_->game;
    if (is_there && (place_->waits++ == 0 || !place_->once)) {
      std::mutex mutex;
      std::unique_lock lock(mutex);
      std::condition_variable_any().wait(lock, stop, [] { return false; });
    }
    return engine_.analyze(position, little, stop, progress);
  }

 private:
  BuiltinEngine engine_{{1, 1}};
  std::shared_ptr<Place> place_;
  bool is_new_ = false;
};

web::NamedEngine waiting_engine(const char* name, int game, bool once) {
  const auto place = std::make_shared<WaitingEngine::Place>(game, once);
  return {name, [place] { return std::make_unique<WaitingEngine>(place); }};
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) return std::cerr << "usage: serve_samples DATABASE [read-only]\n", 2;
  web::ServeOptions options;
  options.database = words[1];
  options.port = 0;
  options.writes = count < 3;
  options.page_folder = YARI_SOURCE_DIR;
  const auto builtin = [] { return std::make_unique<BuiltinEngine>(BuiltinOptions{16, 1}); };
  options.engines = {{"builtin", builtin},
                     {"another", builtin},
                     waiting_engine("waiting", 1, false),
                     waiting_engine("pausing", 2, true)};
  {
    Database games(options.database, OpenMode::create);
    if (games.count() == 0) import_games(games, {std::string(YARI_SOURCE_DIR) + "/samples"}, {});
  }
  web::WebServer server(options);
  std::cout << server.address_with_code() << std::endl;
  std::stop_source stop;
  std::thread waiter([&] {
    std::string line;
    while (std::getline(std::cin, line)) continue;
    stop.request_stop();
  });
  server.run(stop.get_token());
  waiter.join();
}
