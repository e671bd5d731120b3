// Conditions on headers.
#include "db/query/header.h"

#include <algorithm>

#include "rules/handicap.h"
#include "text/ascii.h"

namespace yari::query {
namespace {

struct Holds {
  const HeaderView& header;
  /// Of a condition on names.
  std::optional<NameTest>& names;

  bool operator()(const NameIs& test) const {
    switch (test.field) {
      case NameIs::Field::player:
        return names->matches(header.black) || names->matches(header.white);
      case NameIs::Field::black:
        return names->matches(header.black);
      case NameIs::Field::white:
        return names->matches(header.white);
      case NameIs::Field::event:
        return names->matches(header.event);
      case NameIs::Field::site:
        return names->matches(header.site);
    }
    return false;
  }
  bool operator()(const DateIs& test) const {
    return header.date && latest(*header.date) >= test.from && earliest(*header.date) <= test.to;
  }
  bool operator()(GameResult result) const { return header.result == result; }
  bool operator()(Ending ending) const { return header.ending == ending; }
  bool operator()(const HandicapIs& test) const {
    if (test.name == "any") return !header.handicap.empty();
    if (test.name == "even") return header.start.empty() && header.handicap.empty();
    return same_ignoring_case(test.name, header.handicap);
  }
  bool operator()(const PliesAre& test) const { return test.range.has(header.plies); }
  bool operator()(const RatingsAre& test) const {
    return std::ranges::all_of(
        header.ratings, [&](const auto& rating) { return rating && test.range.has(*rating); });
  }
};

}  // namespace

bool holds(const HeaderTest& test, const HeaderView& header) {
  return PreparedTest(test).holds(header);
}

PreparedTest::PreparedTest(const HeaderTest& test) : test_(test) {
  if (const auto* name = std::get_if<NameIs>(&test_)) names_.emplace(name->text);
}

bool PreparedTest::holds(const HeaderView& header) {
  return std::visit(Holds{header, names_}, test_);
}

}  // namespace yari::query
