// The query language: any text is a query or an error with its place.
#include "db/query/query.h"
#include "fuzz/fuzz.h"

namespace yari::fuzz {

void check(std::string_view input) {
  Bytes bytes(input);
  const Variant variant = bytes.next() % 2 == 0 ? Variant::yari : Variant::shogi;
  const Result<query::Query> query = query::parse(bytes.rest(), variant);
  if (!query) return require(query.error().offset <= bytes.rest().size(), "errors lie in the text");
  require(!query->nodes.empty(), "a query asks something");
  require(query->nodes.size() <= query::max_nodes, "a query has a bounded size");
  require(query::parse(bytes.rest(), variant) == *query, "the same text is the same query");
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (const std::string_view text :
       {"check and not mate", "position startpos", "(ply 3..9 or capture) and black to move",
        "player \"Habu\" and date 1995..1999", "drop P then capture within 4"}) {
    all.push_back(std::string(1, '\0') + std::string(text));
    all.push_back('\1' + std::string(text));
  }
  return all;
}

}  // namespace yari::fuzz
