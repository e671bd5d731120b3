// Serves the samples for the browser's tests until its standard input ends. The page comes from the
// source tree, so that a change of it needs no compiler.
#include <iostream>
#include <string>
#include <thread>

#include "analysis/engine/builtin.h"
#include "db/database.h"
#include "import/import_games.h"
#include "web/web_server.h"

using namespace yari;

int main(int count, char** words) {
  if (count < 2) return std::cerr << "usage: serve_samples DATABASE [read-only]\n", 2;
  web::ServeOptions options;
  options.database = words[1];
  options.port = 0;
  options.writes = count < 3;
  options.page_folder = YARI_SOURCE_DIR;
  const auto builtin = [] { return std::make_unique<BuiltinEngine>(BuiltinOptions{16, 1}); };
  options.engines = {{"builtin", builtin}, {"another", builtin}, {"third", builtin}};
  {
    Database games(options.database, OpenMode::create);
    if (games.count() == 0) import_games(games, {std::string(YARI_SOURCE_DIR) + "/samples"}, {});
  }
  web::WebServer server(options);
  std::cout << server.first_address() << std::endl;
  std::stop_source stop;
  std::thread waiter([&] {
    std::string line;
    while (std::getline(std::cin, line)) continue;
    stop.request_stop();
  });
  server.run(stop.get_token());
  waiter.join();
}
