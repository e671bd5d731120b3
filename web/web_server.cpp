#include "web/web_server.h"

#include <fmt/format.h>

#include <thread>

#include "web/context.h"
#include "web/guard.h"
#include "web/http_server.h"

namespace yari::web {

namespace {

/// Searches over all games take two threads each, engines one.
constexpr std::size_t most_searches = 3;
constexpr std::size_t most_engines = 2;
/// A search for mate takes 64 MiB.
constexpr std::size_t most_solvers = 1;
/// The other engine is left for who looks at a board.
constexpr std::size_t most_annotations = 1;
/// Each caches up to 64 MiB of what is not mapped; requests for one wait for milliseconds.
constexpr std::size_t most_databases = 6;
constexpr std::size_t shortest_password = 12;

constexpr const char* policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' "
    "data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'";

const ServeOptions& checked(const ServeOptions& options) {
  if (!is_loopback(options.host) && options.password.empty())
    throw ServeFailure(
        fmt::format("other machines can reach {}: a password is needed", options.host));
  if (!options.password.empty() && options.password.size() < shortest_password)
    throw ServeFailure(
        fmt::format("the password is shorter than {} characters", shortest_password));
  return options;
}

}  // namespace

struct WebServer::State {
  explicit State(ServeOptions given)
      : options(std::move(given)),
        databases(checked(options).database,
                  options.writes ? OpenMode::read_write : OpenMode::read_only, most_databases),
        engines(options.engines, most_engines),
        searches(most_searches),
        solvers(most_solvers),
        annotations(most_annotations),
        context{options, databases, engines, searches, solvers, annotations, writing},
        server(ConnectionLimits()) {
    bind();
    guard.emplace(
        Guard::Policy{options.host, options.port, options.password, ConnectionLimits().body_bytes});
    add_routes();
    set_up_server();
  }

  void bind() {
    const int port = server.bind(options.host, options.port);
    if (port == 0)
      throw ServeFailure(fmt::format("cannot listen on {}: {}",
                                     authority(options.host, options.port),
                                     errno != 0 ? std::strerror(errno) : "no such address"));
    options.port = port;
  }

  void add_routes() {
    add_page_routes(router, context);
    add_position_routes(router, context);
    add_explorer_routes(router, context);
    add_game_routes(router, context);
    add_edit_routes(router, context);
    add_tree_routes(router, context);
    add_import_routes(router, context);
    add_query_routes(router, context);
    add_statistics_routes(router, context);
    add_annotation_routes(router, context);
    add_name_routes(router, context);
    add_list_routes(router, context);
    add_export_routes(router, context);
    add_saved_routes(router, context);
    add_player_routes(router, context);
    add_analysis_routes(router, context);
  }

  void set_up_server() {
    server.set_default_headers({{"Content-Security-Policy", policy},
                                {"X-Content-Type-Options", "nosniff"},
                                {"Referrer-Policy", "no-referrer"},
                                {"Cross-Origin-Opener-Policy", "same-origin"},
                                {"Cross-Origin-Resource-Policy", "same-origin"}});
    server.set_pre_routing_handler(
        [this](const httplib::Request& request, httplib::Response& response) {
          return admit(request, response);
        });
    server.set_error_handler([](const httplib::Request&, httplib::Response& response) {
      if (response.body.empty()) set_error(response, response.status, "the request is refused");
    });
    const auto answer = [this](const httplib::Request& request, httplib::Response& response) {
      router.answer(request, response);
    };
    server.Get(".*", answer);
    server.Post(".*", answer);
    server.Put(".*", answer);
    server.Patch(".*", answer);
    server.Delete(".*", answer);
    server.Options(".*", answer);
  }

  httplib::Server::HandlerResponse admit(const httplib::Request& request,
                                         httplib::Response& response) {
    Connection& connection = *HttpServer::current();
    connection.begin_answer();
    if (guard->accept_token(request, response)) return httplib::Server::HandlerResponse::Handled;
    const std::optional<Refusal> refusal = guard->refuse(request);
    if (!refusal) return httplib::Server::HandlerResponse::Unhandled;
    // What remains of the request is not read, and must not be taken for the next one.
    connection.close_after_answer();
    set_error(response, refusal->status, refusal->message);
    if (refusal->status == 401)
      response.set_header("WWW-Authenticate", "Basic realm=\"yari\", charset=\"UTF-8\"");
    return httplib::Server::HandlerResponse::Handled;
  }

  ServeOptions options;
  DatabasePool databases;
  Engines engines;
  Slots searches;
  Slots solvers;
  Slots annotations;
  std::mutex writing;
  Context context;
  Router router{options.database.string()};
  std::optional<Guard> guard;
  HttpServer server;
};

WebServer::WebServer(ServeOptions options) : state_(std::make_unique<State>(std::move(options))) {}

WebServer::~WebServer() = default;

int WebServer::port() const { return state_->options.port; }

std::string WebServer::first_address() const { return state_->guard->first_address(); }

void WebServer::run(const std::stop_token& stop) {
  HttpServer& server = state_->server;
  std::atomic<bool> ended = false;
  const std::jthread watcher([&](const std::stop_token& finished) {
    std::mutex mutex;
    std::condition_variable_any wake;
    const std::stop_callback on_stop(stop, [&] { wake.notify_all(); });
    constexpr std::chrono::milliseconds look{100};
    std::unique_lock lock(mutex);
    while (!stop.stop_requested() && !finished.stop_requested()) wake.wait_for(lock, look);
    // A server that does not listen yet cannot be stopped.
    while (!server.is_running() && !ended) std::this_thread::sleep_for(look);
    server.stop();
    server.close_connections();
  });
  server.listen_after_bind();
  ended = true;
}

}  // namespace yari::web
