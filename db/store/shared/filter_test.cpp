// A filter becomes the same tests that a query on headers is made of.
#include "db/store/shared/filter_test.h"

#include <algorithm>
#include <array>
#include <set>

#include "record/tag_value.h"
#include "rules/handicap.h"
#include "rules/start.h"
#include "text/ascii.h"

namespace yari {

namespace {

using query::HeaderTest;
using query::NameIs;

using Tests = std::vector<query::PreparedTest>;

bool any_holds(Tests& tests, const query::HeaderView& header) {
  return std::ranges::any_of(tests, [&](auto& test) { return test.holds(header); });
}

bool all_hold(Tests& tests, const query::HeaderView& header) {
  return std::ranges::all_of(tests, [&](auto& test) { return test.holds(header); });
}

Tests alone(const HeaderTest& test) { return {query::PreparedTest(test)}; }

}  // namespace

query::HeaderView view_of(const GameHeader& h) {
  return {.black = h.black,
          .white = h.white,
          .event = h.event,
          .site = h.site,
          .date = h.date,
          .result = h.result,
          .ending = h.ending,
          .handicap = h.handicap,
          .start = h.start,
          .plies = h.plies};
}

GameFilter narrowed_only(const GameFilter& filter) {
  GameFilter rest;
  rest.date_from = filter.date_from;
  rest.date_to = filter.date_to;
  rest.handicap = filter.handicap;
  rest.variant = filter.handicap ? filter.variant : std::nullopt;
  return rest;
}

std::vector<query::HandicapIs> handicaps_of(const GameFilter& f) {
  if (*f.handicap == "any") return {{"any"}};
  std::set<std::string> names{*f.handicap};
  for (const Variant v : {Variant::yari, Variant::shogi}) {
    if (f.variant && *f.variant != v) continue;
    const Result<Setup> setup = read_handicap(*f.handicap, v);
    if (!setup) continue;
    if (*setup == start_setup(v)) return {{"even"}};
    if (const auto name = handicap_name(*setup)) names.insert(*name);
  }
  std::vector<query::HandicapIs> all;
  for (const std::string& name : names) all.push_back({name});
  return all;
}

FilterTest::FilterTest(const GameFilter& filter) : filter_(filter) {
  using Field = NameIs::Field;
  const auto name = [&](const std::optional<std::string>& text, Field field) {
    if (text) tests_.push_back(alone(NameIs{field, *text}));
  };
  name(filter.black, Field::black);
  name(filter.white, Field::white);
  name(filter.event, Field::event);
  name(filter.site, Field::site);
  if (filter.player && filter.opponent) {
    const auto seat = [&](const std::string& black, const std::string& white) {
      seats_.push_back({query::PreparedTest(NameIs{Field::black, black}),
                        query::PreparedTest(NameIs{Field::white, white})});
    };
    seat(*filter.player, *filter.opponent);
    seat(*filter.opponent, *filter.player);
  } else {
    name(filter.player ? filter.player : filter.opponent, Field::player);
  }
  if (filter.text) text_.emplace(*filter.text);
  add_numbers();
}

void FilterTest::add_numbers() {
  const GameFilter& f = filter_;
  if (f.date_from || f.date_to) {
    query::DateIs date;
    if (f.date_from) date.from = earliest(*f.date_from);
    if (f.date_to) date.to = latest(*f.date_to);
    tests_.push_back(alone(date));
  }
  if (f.result) tests_.push_back(alone(*f.result));
  if (f.ending) tests_.push_back(alone(*f.ending));
  if (f.handicap) {
    Tests& any = tests_.emplace_back();
    for (const query::HandicapIs& name : handicaps_of(f)) any.emplace_back(name);
  }
  const auto range = [](std::optional<int> low, std::optional<int> high) {
    return query::Range{low.value_or(-query::no_limit), high.value_or(query::no_limit)};
  };
  if (f.min_plies || f.max_plies)
    tests_.push_back(alone(query::PliesAre{range(f.min_plies, f.max_plies)}));
  if (f.min_rating || f.max_rating)
    tests_.push_back(alone(query::RatingsAre{range(f.min_rating, f.max_rating)}));
}

bool FilterTest::holds_beside_header(const FilterFacts& facts) const {
  const GameFilter& f = filter_;
  if (f.round && !is_round(facts.round, *f.round)) return false;
  if (f.evaluated && *f.evaluated != facts.evaluated) return false;
  if (!f.annotated) return true;
  if (*f.annotated == "no") return !facts.annotated;
  return facts.annotated &&
         (*f.annotated == "yes" ||
          ascii_lower(*facts.annotated).find(ascii_lower(*f.annotated)) != std::string::npos);
}

bool FilterTest::holds(const GameHeader& h, const FilterFacts& facts) {
  const auto& ids = filter_.ids;
  if (!ids.empty() && std::ranges::find(ids, h.id) == ids.end()) return false;
  if (filter_.variant && h.variant != *filter_.variant) return false;
  if (filter_.rules && h.rules != *filter_.rules) return false;
  if (!holds_beside_header(facts)) return false;
  query::HeaderView view = view_of(h);
  view.ratings = facts.ratings;
  const auto seated = [&](Tests& seats) { return all_hold(seats, view); };
  if (!seats_.empty() && std::ranges::none_of(seats_, seated)) return false;
  return std::ranges::all_of(tests_, [&](Tests& tests) { return any_holds(tests, view); });
}

bool FilterTest::has_text_in_names(const GameHeader& header) {
  return std::ranges::any_of(std::array{&header.black, &header.white, &header.event, &header.site},
                             [&](const auto* name) { return text_->in_name(*name); });
}

}  // namespace yari
