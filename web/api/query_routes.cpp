// Questions in the query language: checked while they are typed, and searched.
#include <memory>
#include <nlohmann/json.hpp>

#include "answers/conditions.h"
#include "answers/japanese/phrases.h"
#include "answers/json.h"
#include "db/explore/name_prefix.h"
#include "db/explore/search.h"
#include "db/query/complete.h"
#include "notation/words/handicap_text.h"
#include "web/api/context.h"
#include "web/api/hits.h"
#include "web/api/parameters.h"
#include "web/http/request_error.h"
#include "web/http/stream.h"

namespace yari::web {

namespace {

constexpr std::int64_t default_hits = 1000;
constexpr std::int64_t most_hits = 100'000;
/// Of one search: other clients want to search too.
constexpr int search_threads = 2;

void answer_check(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const Variant v = parameters.variant().value_or(context.options.variant);
  Json json{{"ok", true}, {"message", nullptr}, {"column", nullptr}};
  try {
    parameters.question(v);
  } catch (const RequestError& error) {
    json = {{"ok", false},
            {"message", in_language(call.language, error.what())},
            {"column", error.column() ? Json(*error.column()) : Json()}};
  }
  parameters.finish();
  set_json(call, dump(json));
}

/// Names in the database that begin like what was typed.
std::vector<std::string> names_for(Database& games, const query::Completion& completion,
                                   const std::string& typed) {
  constexpr int most_names = 10;
  if (!completion.name || *completion.name == NameKind::site) return {};
  return names_beginning(games, *completion.name, typed, most_names);
}

void answer_complete(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const std::string typed = parameters.typed("query").value_or("");
  const Variant v = parameters.variant().value_or(context.options.variant);
  parameters.finish();
  const query::Completion completion = query::complete(typed, v, read_handicap_text, conditions());
  const auto games = context.databases.lend();
  set_json(call, dump({{"from", column_of(typed, completion.from)},
                       {"words", completion.words},
                       {"names", names_for(*games, completion, typed.substr(completion.from))}}));
}

struct Search {
  query::Query question;
  GameFilter filter;
  std::int64_t limit = 0;
  const openings::OpeningList* names = nullptr;
};

void run_search(const Context& context, const Search& wanted, StreamSink& sink) {
  const auto games = context.databases.lend();
  const Snapshot snapshot(*games);
  HitObjects objects(*games, wanted.names);
  std::int64_t hits = 0;
  bool more = false;
  const auto progress = [&](std::int64_t done, std::int64_t all) {
    sink.write(Json{{"progress", {{"done", done}, {"all", all}}}});
  };
  search(*games, wanted.question, wanted.filter, {.threads = search_threads, .progress = progress},
         [&](const Hit& hit) {
           more = hits == wanted.limit;
           if (more) return false;
           ++hits;
           sink.write(objects.of(hit));
           return true;
         });
  sink.write(Json{{"hits", hits}, {"more", more}});
}

void answer_search(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const std::optional<Variant> named = parameters.variant();
  Search wanted{parameters.question(named.value_or(context.options.variant)),
                parameters.filter(false), parameters.number("limit", default_hits, 1, most_hits),
                read_openings(parameters)};
  wanted.filter.variant = wanted.question.variant ? wanted.question.variant : named;
  parameters.finish();
  answer_stream(call, StreamSink::Form::lines,
                [&context, wanted = std::move(wanted), slot = search_slot(context)](
                    StreamSink& sink) { run_search(context, wanted, sink); });
}

}  // namespace

void add_query_routes(Router& router, const Context& context) {
  router.add("GET", "/api/query/check", [&](Call& call) { answer_check(call, context); });
  router.add("GET", "/api/query/complete", [&](Call& call) { answer_complete(call, context); });
  router.add("GET", "/api/query", [&](Call& call) { answer_search(call, context); });
}

}  // namespace yari::web
