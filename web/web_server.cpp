#include "web/web_server.h"

#include <fmt/format.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "answers/japanese/phrases.h"
#include "web/api/context.h"
#include "web/http/guard.h"
#include "web/http/hmac.h"
#include "web/http/http_server.h"
#include "web/http/json_body.h"
#include "web/http/key_file.h"
#include "web/http/language.h"
#include "web/http/request_error.h"
#include "web/page/page_files.h"

namespace yari::web {

namespace {

/// Searches over all games take two threads each, engines one or what --threads says.
constexpr std::size_t most_searches = 3;
constexpr std::size_t most_engines = 2;
/// A search for mate takes 64 MiB.
constexpr std::size_t most_solvers = 1;
/// The other engine is left for who looks at a board.
constexpr std::size_t most_annotations = 1;
/// A record takes many times its size while it is read.
constexpr std::size_t most_readings = 2;
/// Each caches up to 64 MiB of what is not mapped; requests for one wait for milliseconds.
constexpr std::size_t most_databases = 6;
constexpr std::size_t shortest_password = 12;

constexpr const char* content_security_policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' "
    "data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'";

ServeOptions checked(ServeOptions options) {
  if (!is_loopback(options.host) && options.password.empty())
    throw ServeFailure(
        fmt::format("other machines can reach {}: a password is needed", options.host));
  if (!options.password.empty() && options.password.size() < shortest_password)
    throw ServeFailure(
        fmt::format("the password is shorter than {} characters", shortest_password));
  return options;
}

/// For a person who has come here by an address: what to do, in words. The message is ours.
std::string refusal_page(const Refusal& refusal, Language language) {
  constexpr const char* english =
      "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Yaribase</title>\n"
      "<h1>Yaribase does not answer this</h1>\n<p>{}.</p>\n"
      "<p>The page of the database is at <a href=\"/\">the beginning of this address</a>.</p>\n";
  constexpr const char* japanese =
      "<!doctype html>\n<html lang=\"ja\"><meta charset=\"utf-8\"><title>Yaribase</title>\n"
      "<h1>この要求には応じられません</h1>\n<p>{}。</p>\n"
      "<p>データベースのページは<a href=\"/\">このアドレスの先頭</a>にあります。</p>\n";
  return fmt::format(fmt::runtime(language == Language::english ? english : japanese),
                     in_language(language, refusal.message));
}

}  // namespace

struct WebServer::State {
  explicit State(ServeOptions given)
      : options(checked(std::move(given))),
        databases(options.database, options.writes ? OpenMode::read_write : OpenMode::read_only,
                  most_databases),
        engines(options.engines, most_engines),
        searches(most_searches),
        solvers(most_solvers),
        annotations(most_annotations),
        readings(most_readings),
        context{options,     databases, engines, searches, solvers,
                annotations, readings,  names,   writing},
        server(ConnectionLimits()) {
    bind();
    guard.emplace(Guard::Policy{options.host, options.port, options.password,
                                ConnectionLimits().body_bytes, page_paths()});
    if (options.password.empty()) guard->sessions().set_secret(kept_secret());
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

  /// Bound to the place: a server of somebody else at another port, or at this one when ours has
  /// ended, gets nothing that lets it in here.
  std::string kept_secret() const {
    const std::string kept = secret_beside(options.database, options.writes);
    return kept.empty() ? "" : hmac_sha256(kept, authority(options.host, options.port));
  }

  void add_routes() {
    if (options.password.empty()) {
      router.add("POST", session_path, [this](Call& call) { answer_trade(call); });
      router.add("GET", session_path, [this](Call& call) { answer_challenge(call); });
    }
    add_page_routes(router, context);
    add_position_routes(router, context);
    add_explorer_routes(router, context);
    add_book_routes(router, context);
    add_game_routes(router, context);
    add_edit_routes(router, context);
    add_game_edit_routes(router, context);
    add_import_routes(router, context);
    add_query_routes(router, context);
    add_statistics_routes(router, context);
    add_annotation_routes(router, context);
    add_name_routes(router, context);
    add_list_routes(router, context);
    add_export_routes(router, context);
    add_saved_routes(router, context);
    add_drill_routes(router, context);
    add_player_routes(router, context);
    add_analysis_routes(router, context);
  }

  void set_up_server() {
    server.set_default_headers({{"Content-Security-Policy", content_security_policy},
                                {"X-Content-Type-Options", "nosniff"},
                                {"Referrer-Policy", "no-referrer"},
                                {"Cross-Origin-Opener-Policy", "same-origin"},
                                {"Cross-Origin-Resource-Policy", "same-origin"}});
    server.set_pre_routing_handler(
        [this](const httplib::Request& request, httplib::Response& response) {
          return admit(request, response);
        });
    server.set_error_handler([](const httplib::Request& request, httplib::Response& response) {
      const Connection* connection = HttpServer::current();
      if (connection != nullptr && connection->lacked_room()) response.status = 503;
      if (response.body.empty())
        set_error(request, response, response.status, "the request is refused");
    });
    server.set_post_routing_handler([](const httplib::Request&, httplib::Response& response) {
      if (!response.has_header("Cache-Control")) response.set_header("Cache-Control", "no-store");
    });
    const auto answer = [this](const httplib::Request& request, httplib::Response& response) {
      Connection& connection = *HttpServer::current();
      connection.end_body();
      router.answer(request, response);
      if (!connection.take_room_for_answer(response.body.size()))
        set_error(request, response, 503, "too many large answers are on their way");
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
    if (guard->wants_own_name(request)) {
      response.set_redirect(guard->address(), 302);
      return httplib::Server::HandlerResponse::Handled;
    }
    if (const std::optional<Refusal> refusal = guard->refuse(request, connection.client())) {
      // What remains of the request is not read, and must not be taken for the next one.
      connection.close_after_answer();
      set_refusal(request, response, *refusal, connection.head().wants_page());
      return httplib::Server::HandlerResponse::Handled;
    }
    if (connection.head().expects_continue()) connection.ask_for_body();
    return httplib::Server::HandlerResponse::Unhandled;
  }

  void set_refusal(const httplib::Request& request, httplib::Response& response,
                   const Refusal& refusal, bool as_page) const {
    if (as_page) {
      response.status = refusal.status;
      response.set_content(refusal_page(refusal, language_of(request)), "text/html; charset=utf-8");
    } else {
      set_error(request, response, refusal.status, refusal.message);
    }
    if (refusal.status == 429) response.set_header("Retry-After", "2");
    if (refusal.status == 401)
      response.set_header("WWW-Authenticate", options.password.empty()
                                                  ? "Bearer realm=\"yari\""
                                                  : "Basic realm=\"yari\", charset=\"UTF-8\"");
  }

  /// {"code": "..."}, which the printed address carries, for {"key": "..."} and, where a browser
  /// can come back to another run, `secret`. {"proof": "..."}, the answer to the challenge, for the
  /// key alone.
  void answer_trade(Call& call) {
    const Json body = read_json_body(call.request.body);
    if (const auto proof = body.find("proof"); proof != body.end() && proof->is_string()) {
      const std::optional<std::string> key = guard->sessions().resume(proof->get<std::string>());
      if (!key) throw RequestError(403, "this is no answer to the challenge");
      return set_json(call, dump({{"key", *key}}));
    }
    const auto code = body.find("code");
    if (code == body.end() || !code->is_string()) throw RequestError("code", "is missing");
    const std::optional<std::string> key = guard->trade(code->get<std::string>());
    if (!key) throw RequestError(403, "another run of the server gave this code, or it was used");
    set_json(call, dump({{"key", *key}, {"secret", guard->sessions().secret()}}));
  }

  /// What a browser that was let in before has to answer.
  void answer_challenge(Call& call) {
    set_json(call, dump({{"challenge", guard->sessions().challenge()}}));
  }

  ServeOptions options;
  DatabasePool databases;
  Engines engines;
  Slots searches;
  Slots solvers;
  Slots annotations;
  Slots readings;
  NameCounts names;
  std::mutex writing;
  Context context;
  Router router{options.database.string()};
  std::optional<Guard> guard;
  HttpServer server;
};

WebServer::WebServer(ServeOptions options) : state_(std::make_unique<State>(std::move(options))) {}

WebServer::~WebServer() = default;

int WebServer::port() const { return state_->options.port; }

std::string WebServer::address(const std::optional<std::string>& code) const {
  return state_->guard->address(code);
}

std::optional<std::string> WebServer::new_code(std::function<void()> when_used) {
  return state_->guard->new_code(std::move(when_used));
}

void WebServer::run(const std::stop_token& stop) { state_->server.serve(stop); }

}  // namespace yari::web
