#include "web/http/router.h"

#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

#include "answers/japanese/phrases.h"
#include "answers/json.h"
#include "db/store/error.h"
#include "web/http/language.h"
#include "web/http/request_error.h"

namespace yari::web {

namespace {

/// The number where `pattern` has "{id}", 0 where it has none; no value when they differ.
std::optional<std::int64_t> match(std::string_view pattern, std::string_view path) {
  constexpr std::string_view mark = "{id}";
  const std::size_t at = pattern.find(mark);
  if (at == pattern.npos) return pattern == path ? std::optional<std::int64_t>(0) : std::nullopt;
  const std::string_view rest = pattern.substr(at + mark.size());
  if (!path.starts_with(pattern.substr(0, at))) return std::nullopt;
  path.remove_prefix(at);
  std::int64_t id = 0;
  const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), id);
  if (error != std::errc() || id < 1) return std::nullopt;
  path.remove_prefix(static_cast<std::size_t>(end - path.data()));
  return path == rest ? std::optional(id) : std::nullopt;
}

void set_error(Language language, httplib::Response& response, const RequestError& error) {
  Json json = object({{"message", in_language(language, error.what())},
                      {"parameter", text_value(error.parameter())},
                      {"column", error.column()}});
  response.status = error.status();
  response.set_content(dump({{"error", std::move(json)}}), "application/json");
}

}  // namespace

void set_error(const httplib::Request& request, httplib::Response& response, int status,
               const std::string& message) {
  set_error(language_of(request), response, RequestError(status, message));
}

std::string sentence_of(std::string text, const std::string& database) {
  const std::string name = database + ": ";
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name))
    text.erase(at, name.size());
  return text;
}

void Router::add(std::string_view method, std::string_view path, Handler handler) {
  routes_.push_back({std::string(method), std::string(path), std::move(handler)});
}

void Router::answer(const httplib::Request& request, httplib::Response& response) const {
  const std::string method = request.method == "HEAD" ? "GET" : request.method;
  std::string allowed;
  for (const Route& route : routes_) {
    const std::optional<std::int64_t> id = match(route.path, request.path);
    if (!id) continue;
    if (route.method != method) {
      allowed += (allowed.empty() ? "" : ", ") + route.method;
      continue;
    }
    Call call{request, response, *id, database_, language_of(request)};
    try {
      return route.handler(call);
    } catch (const RequestError& error) {
      return set_error(call.language, response, error);
    } catch (const Busy& error) {
      return set_error(request, response, 503, sentence_of(error.what(), database_));
    } catch (const std::exception& error) {
      return set_error(request, response, 500, sentence_of(error.what(), database_));
    }
  }
  if (allowed.empty()) return set_error(request, response, 404, "there is nothing at this path");
  response.set_header("Allow", allowed);
  set_error(request, response, 405, "this path takes " + allowed);
}

}  // namespace yari::web
