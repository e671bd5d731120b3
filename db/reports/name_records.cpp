// One walk over the headers; what was met and where is kept as numbers.
#include "db/reports/name_records.h"

#include <algorithm>
#include <unordered_map>

#include "db/people/bye.h"
#include "db/reports/tagged_games.h"
#include "record/tag_value.h"

namespace yari {

namespace {

/// Numbers for texts, in order of appearance.
class Numbers {
 public:
  std::uint32_t of(const std::string& text) {
    return numbers_.try_emplace(text, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }
  std::size_t size() const { return numbers_.size(); }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

void add_rating(std::optional<TaggedRatings>& ratings, const TaggedRatings& others) {
  if (ratings)
    ratings->merge(others);
  else
    ratings = others;
}

int earlier(int a, int b) { return a == 0 ? b : b == 0 ? a : std::min(a, b); }

class Collector {
 public:
  explicit Collector(NameKind kind) { names_.kind = kind; }

  void add(const TaggedGame& game) {
    const GameHeader& h = game.header;
    const CountedNames names = counted_names(h, names_.kind);
    if (names_.kind == NameKind::player) {
      add_players(game, names);
    } else if (names.first.empty()) {
      return;
    } else if (names_.kind == NameKind::event) {
      const std::size_t event = note(h.event, game, Color::black);
      add_to(names_.spellings[event].company, h.black, players_);
      add_to(names_.spellings[event].company, h.white, players_);
      add_to(names_.spellings[event].settings, h.site, others_);
    } else {
      const std::size_t site = note(h.site, game, Color::black);
      add_to(names_.spellings[site].company, h.event, others_);
      add_to(names_.spellings[site].settings, h.black, players_);
      add_to(names_.spellings[site].settings, h.white, players_);
    }
  }

  NameRecords take() { return std::move(names_); }

 private:
  static void add_to(std::vector<std::uint32_t>& list, const std::string& name, Numbers& numbers) {
    if (!says_nothing(name)) list.push_back(numbers.of(name));
  }

  void add_players(const TaggedGame& game, const CountedNames& names) {
    const GameHeader& h = game.header;
    std::optional<std::size_t> sides[2];
    if (!names.first.empty()) sides[0] = note(h.black, game, Color::black);
    if (!names.second.empty()) sides[1] = note(h.white, game, Color::white);
    for (const int s : {0, 1}) {
      if (!sides[s]) continue;
      people::Spelling& spelling = names_.spellings[*sides[s]];
      if (sides[1 - s] && sides[0] != sides[1])
        spelling.company.push_back(static_cast<std::uint32_t>(*sides[1 - s]));
      add_to(spelling.settings, h.event, others_);
    }
  }

  /// Counts the game for the name and returns its place.
  std::size_t note(const std::string& name, const TaggedGame& game, Color side) {
    const std::size_t at = index_.of(name);
    if (at == names_.spellings.size()) {
      names_.spellings.push_back({.text = name, .company = {}, .settings = {}});
      names_.records.emplace_back();
    }
    NameRecord& record = names_.records[at];
    const int date = game.header.date.value_or(0);
    record.add(game.header.result, side);
    record.first_date = earlier(record.first_date, date);
    record.last_date = std::max(record.last_date, date);
    if (names_.kind == NameKind::player)
      if (const auto rating = ratings_of(game.tags)[side])
        add_rating(record.ratings, TaggedRatings({date, game.header.id, *rating}));
    people::Spelling& spelling = names_.spellings[at];
    spelling.games = record.games;
    spelling.first_date = record.first_date;
    spelling.last_date = record.last_date;
    return at;
  }

  NameRecords names_;
  Numbers index_, players_, others_;
};

}  // namespace

CountedNames counted_names(const GameHeader& header, NameKind kind) {
  const auto if_said = [](std::string_view name) {
    return says_nothing(name) ? std::string_view() : name;
  };
  if (kind == NameKind::event) return {if_said(header.event), {}};
  if (kind == NameKind::site) return {if_said(header.site), {}};
  if (people::is_bye(header.black, header.white)) return {};
  return {if_said(header.black), if_said(header.white)};
}

void TaggedRatings::merge(const TaggedRatings& other) {
  first = std::min(first, other.first);
  last = std::max(last, other.last);
  highest = std::max(highest, other.highest);
}

void NameRecord::merge(const NameRecord& other) {
  add(other);
  if (other.ratings) add_rating(ratings, *other.ratings);
  first_date = earlier(first_date, other.first_date);
  last_date = std::max(last_date, other.last_date);
}

NameRecords name_records(Database& database, NameKind kind, const GameFilter& filter,
                         const std::function<void()>& check) {
  Collector collector(kind);
  each_tagged_game(database, filter, [&](const TaggedGame& game) {
    if (check) check();
    collector.add(game);
    return true;
  });
  return collector.take();
}

}  // namespace yari
