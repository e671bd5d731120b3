/// \file
/// Which function answers which path, and what every answer has in common.
#pragma once

#include <httplib.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "notation/finding.h"

namespace yari::web {

/// One request on its way to its answer.
struct Call {
  const httplib::Request& request;
  httplib::Response& response;
  /// The number in the path, where the route has one.
  std::int64_t id = 0;
  /// How errors name the database.
  const std::string& database;
  /// What the client wants to read.
  Language language = Language::english;
};

/// What an error says, without the name of the database: it is a file of this machine, which no
/// answer names. Requires: `database` is not empty.
std::string sentence_of(std::string text, const std::string& database);

/// May throw RequestError and DatabaseError.
using Handler = std::function<void(Call&)>;

class Router {
 public:
  /// `database`: how errors name it.
  explicit Router(std::string database) : database_(std::move(database)) {}

  /// `path` is matched whole; "{id}" in it stands for a number from 1.
  void add(std::string_view method, std::string_view path, Handler handler);
  /// Answers with the handler's answer, or with 404, 405 or an error as JSON.
  void answer(const httplib::Request& request, httplib::Response& response) const;

 private:
  struct Route {
    std::string method;
    std::string path;
    Handler handler;
  };
  std::string database_;
  std::vector<Route> routes_;
};

/// An error as the API gives it: {"error": {"message", "parameter", "column"}}, in the language
/// that the request asks for.
void set_error(const httplib::Request& request, httplib::Response& response, int status,
               const std::string& message);

}  // namespace yari::web
