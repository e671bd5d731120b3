// The query language: any text is a query or an error with its place.
#include "answers/conditions.h"
#include "db/query/query.h"
#include "fuzz/fuzz.h"
#include "fuzz/reading.h"

namespace yari::fuzz::query_fuzz {

void check(std::string_view input) {
  Bytes bytes(input);
  const Variant variant = bytes.next() % 2 == 0 ? Variant::yari : Variant::shogi;
  const Result<query::Query> query = read_query(bytes.rest(), variant);
  if (!query) return require(query.error().offset <= bytes.rest().size(), "errors lie in the text");
  require(!query->nodes.empty(), "a query asks something");
  require(query->nodes.size() <= query::max_nodes, "a query has a bounded size");
  require(read_query(bytes.rest(), variant) == *query, "the same text is the same query");
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (const std::string& text : query_examples()) {
    all.push_back(std::string(1, '\0') + text);
    all.push_back('\1' + text);
  }
  return all;
}

const Target target("query", check, seeds, reshape_text);

}  // namespace yari::fuzz::query_fuzz
