// Objects in the bodies of requests: how large, how deep, and how many values they may have.
#include "web/http/json_body.h"

#include <nlohmann/json.hpp>

#include "tests/support/catch.h"
#include "web/http/request_error.h"

namespace yari::test {

namespace {

/// "400 expected an object"; "" where the body is read.
std::string body_refused(const std::string& body) {
  try {
    web::read_json_body(body);
    return "";
  } catch (const web::RequestError& error) {
    return std::to_string(error.status()) + ' ' + error.what();
  }
}

std::string body_of_numbers(int count) {
  std::string body = R"({"a":[0)";
  for (int i = 1; i < count; ++i) body += ",0";
  return body + "]}";
}

}  // namespace

TEST_CASE("a body is one object, four objects deep, of a mebibyte and 20,000 values at most") {
  for (const char* const body : {"", "{", "[1]", "1", "null", "{} {}", "{\"a\":}"})
    CHECK(body_refused(body) == "400 expected an object");
  CHECK(web::read_json_body(R"( {"a": "b", "c": [1]} )").dump() == R"({"a":"b","c":[1]})");
  CHECK(body_refused(R"({"a":{"b":{"c":{"d":1}}}})").empty());
  CHECK(body_refused(R"({"a":{"b":{"c":{"d":{"e":1}}}}})") == "400 the object is nested too deep");
  CHECK(body_refused("{\"a\":" + std::string(5, '[') + std::string(5, ']') + "}") ==
        "400 the object is nested too deep");
  // The object, its name, the array, and what ends them count, too.
  CHECK(body_refused(body_of_numbers(19'995)).empty());
  CHECK(body_refused(body_of_numbers(19'996)) == "400 the object has too many values");
  const std::string begin = R"({"a":")", end = "\"}";
  const std::size_t text = (1 << 20) - begin.size() - end.size();
  CHECK(body_refused(begin + std::string(text, 'x') + end).empty());
  CHECK(body_refused(begin + std::string(text + 1, 'x') + end) == "413 an object may have 1 MiB");
}

}  // namespace yari::test
