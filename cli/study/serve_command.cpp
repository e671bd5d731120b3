// `yari serve`: the database in a browser.
#include <memory>
#include <optional>
#include <string>
#include <system_error>

#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/engine_list.h"
#include "cli/options/position_options.h"
#include "cli/study/redirect_page.h"
#include "cli/terminal/escapes.h"
#include "cli/terminal/stop.h"
#include "cli/terminal/text_file.h"
#include "db/store/place.h"
#include "platform/user.h"
#include "text/text.h"
#include "web/web_server.h"

namespace yari::cli {

namespace {

void open_page(const std::string& file_or_address, Terminal& terminal) try {
  platform::open_in_desktop(file_or_address);
} catch (const std::system_error& e) {
  terminal.message(fmt::format("--open: {}", e.what()));
}

struct Serve final : Task {
  DatabaseOption database;
  VariantOption game;
  EngineList engines;
  web::ServeOptions serve;
  std::optional<std::string> host;
  std::optional<std::string> password_file;
  std::optional<std::string> book;
  bool open = false;
  bool read_only = false;
  bool allow_writes = false;

  void declare(OptionSet& options) override {
    options.number("port", serve.port, "the port to listen on; 0 takes a free one", 0, 65535);
    options.flag("open", open, "open the page in the browser of this desktop");
    options.flag("read-only", read_only, "refuse to change the database");
    options.text("host", host, "ADDRESS",
                 "listen on this address, so that other machines can connect");
    options
        .text("password-file", password_file, "FILE",
              "ask every client for the password in the first line of FILE")
        .is(ValueKind::file);
    options
        .text("book", book, "FILE", "show what this opening book has of each position, and edit it")
        .is(ValueKind::file);
    options.flag("allow-writes", allow_writes, "with --host: clients may change the database");
    game.declare(options);
    database.declare(options);
    engines.declare(options);
  }

  Exit run(Terminal& terminal) override {
    check();
    serve.database = database.path();
    serve.writes = !read_only && (!host || allow_writes);
    // Before a database is begun for nothing.
    if (password_file) serve.password = read_password();
    if (book) serve.book = shared_book(*book);
    {
      // For writing where that is allowed: an older file is brought up to date.
      Database games = database.open(mode(terminal));
      serve.variant = game.meant(&games);
    }
    for (const EngineList::Named& one : engines.named())
      serve.engines.push_back({one.name, [engine = one.engine] { return engine.make(); }});
    serve.version = YARI_VERSION;
    StopOnSignal stop;
    web::WebServer server = listen();
    print_address(server, terminal);
    if (open) open_by_file(server, terminal);
    server.run(stop.token());
    return Exit::done;
  }

 private:
  /// A file that is not there yet is begun: games can be dropped on the page.
  OpenMode mode(Terminal& terminal) const {
    if (!serve.writes) return OpenMode::read_only;
    if (database.is_there()) return OpenMode::read_write;
    terminal.hint(fmt::format("{} is new: drop game files on the page",
                              printable(name_of_place(database.path()))));
    return OpenMode::create;
  }

  void check() {
    if (host) serve.host = *host;
    if (host && !password_file) throw UsageError("--host: needs --password-file");
    if (allow_writes && !host) throw UsageError("--allow-writes: goes with --host");
    if (allow_writes && read_only)
      throw UsageError("--allow-writes and --read-only: give one of them");
  }

  std::string read_password() const {
    const std::string text = read_text_file(*password_file);
    return std::string(trimmed(line_at(text, 0)));
  }

  static std::shared_ptr<SharedBook> shared_book(const std::string& file) {
    Result<std::shared_ptr<SharedBook>> opened = SharedBook::open(file);
    if (!opened)
      throw Failure(fmt::format("cannot open the book {}: {}", file, opened.error().message));
    return *std::move(opened);
  }

  web::WebServer listen() const {
    try {
      return web::WebServer(serve);
    } catch (const web::ServeFailure& failure) {
      throw Failure(failure.what());
    }
  }

  static void print_address(web::WebServer& server, Terminal& terminal) {
    const std::optional<std::string> code = server.new_code();
    const std::string address = server.address(code);
    if (terminal.wants_json())
      terminal.object({{"address", address}, {"port", server.port()}, {"code", code}});
    else
      terminal.print("{}\n", address);
    terminal.flush();
    terminal.hint("open this address in a browser; Ctrl-C ends the server");
  }

  /// The printed address still works: the browser is given a code of its own. The file goes with
  /// that code.
  void open_by_file(web::WebServer& server, Terminal& terminal) const {
    if (!serve.password.empty()) return open_page(server.address(), terminal);
    const auto page = std::make_shared<const RedirectPage>();
    page->write(server.address(server.new_code([owned = page]() mutable { owned.reset(); })));
    open_page(page->path().string(), terminal);
  }
};

}  // namespace

extern const Command serve_command{
    "serve", "", "show the database in a browser",
    R"(Prints the address of a page with a board, an explorer, the games, a search and an engine
(docs/serve.md), and answers until Ctrl-C. Only this machine can reach it; the address contains
a code, which lets browsers of this user in as long as the server runs. A file that is not there
yet is begun. Other programs can use the same API (docs/api.md).

  yari serve --db games.db --open
  yari serve --book book.db
  yari serve --engine /opt/apery --engine /opt/gikou --engine-option USI_Hash=256
  yari serve --host 192.168.1.5 --password-file secret.txt)",
    make_task<Serve>};

}  // namespace yari::cli
