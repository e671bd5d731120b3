#include "web/http/json_body.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "web/http/request_error.h"

namespace yari::web {

Json read_json_body(const std::string& body) {
  constexpr std::size_t most_bytes = 1 << 20;
  constexpr int most_values = 20'000;
  constexpr int deepest = 4;
  if (body.size() > most_bytes) throw RequestError(413, "an object may have 1 MiB");
  int values = 0;
  // Of the objects that are open.
  std::vector<std::set<std::string, std::less<>>> names;
  Json json = Json::parse(
      body,
      [&](int depth, Json::parse_event_t event, Json& parsed) {
        if (depth > deepest) throw RequestError(400, "the object is nested too deep");
        if (++values > most_values) throw RequestError(400, "the object has too many values");
        if (event == Json::parse_event_t::object_start) names.emplace_back();
        if (event == Json::parse_event_t::object_end) names.pop_back();
        if (event != Json::parse_event_t::key) return true;
        const std::string& name = parsed.get_ref<const std::string&>();
        if (!names.back().insert(name).second) throw RequestError(name, "given twice");
        return true;
      },
      false);
  if (!json.is_object()) throw RequestError(400, "expected an object");
  return json;
}

}  // namespace yari::web
