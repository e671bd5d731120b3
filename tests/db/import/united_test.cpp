// Two records of one game, value by value: what stays, and what is said of the other value.
#include "db/codec/notes_blob.h"
#include "db/import/same_game.h"
#include "db/import/united_game.h"
#include "rules/handicap.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

using Tags = std::vector<Tag>;

Game record(const Tags& tags, GameResult result = GameResult::unknown,
            Ending ending = Ending::unknown) {
  Game game = game_of(Variant::shogi, "7g7f 3c3d");
  game.tags = tags;
  game.result = result;
  game.ending = ending;
  return game;
}

/// As a database has it.
store::StoredGame stored(const Game& game) {
  const PreparedGame prepared = prepare(game);
  store::StoredGame s;
  s.header.id = 1;
  s.header.variant = game.variant;
  s.header.rules = game.rules;
  s.header.result = game.result;
  s.header.ending = game.ending;
  s.header.plies = game.moves.main_plies();
  s.tags = take_apart(game.tags);
  s.moves = prepared.moves;
  s.notes = prepared.notes;
  return s;
}

UnitedGame unite(const Game& a, const Game& b, Preference preference = Preference::stored) {
  return united(stored(a), prepare(b), preference, false);
}

Tags tags_of(const UnitedGame& united) {
  const PreparedGame& g = united.game;
  return *put_together({g.black, g.white, g.event, g.site, g.date, g.tag_layout, g.tag_values});
}

/// The values of tags as they are united, and what clashes: "A, kept over B".
std::string values(const Tags& a, const Tags& b, Preference preference) {
  const UnitedGame both = unite(record(a), record(b), preference);
  std::string text;
  for (const Tag& tag : tags_of(both)) text += (text.empty() ? "" : "|") + tag.value;
  for (const Clash& c : both.clashes) text += "; " + c.kept + " over " + c.other;
  CHECK(both.header_changed == (tags_of(both) != a));
  return text;
}

}  // namespace

TEST_CASE("an ending that came without a result goes to the results that it can have") {
  const auto goes = [](Ending ending, GameResult result) {
    const UnitedGame both = unite(record({}, result), record({}, GameResult::unknown, ending));
    const UnitedGame other = unite(record({}, GameResult::unknown, ending), record({}, result));
    CHECK(both.game.result == result);
    CHECK(other.game.result == result);
    CHECK(both.game.ending == other.game.ending);
    CHECK(both.header_changed == (both.game.ending != Ending::unknown));
    return both.game.ending == ending;
  };
  for (int i = 1; i < ending_count; ++i) {
    const auto ending = static_cast<Ending>(i);
    const bool never =
        ending == Ending::abandoned || ending == Ending::no_mate || ending == Ending::error;
    const bool drawn = ending == Ending::repetition || ending == Ending::draw_agreed ||
                       ending == Ending::move_limit;
    const bool either = ending == Ending::stalemate || ending == Ending::impasse;
    INFO(name(ending));
    CHECK(goes(ending, GameResult::draw) == (drawn || either));
    for (const GameResult won : {GameResult::black_wins, GameResult::white_wins})
      CHECK(goes(ending, won) == !(drawn || never));
  }
}

TEST_CASE("of two endings of one result one stays, and the other is reported") {
  const Game mate = record({}, GameResult::black_wins, Ending::mate);
  const Game resigned = record({}, GameResult::black_wins, Ending::resignation);
  const Game open = record({}, GameResult::black_wins);
  CHECK(unite(mate, resigned).game.ending == Ending::mate);
  CHECK(unite(resigned, mate).game.ending == Ending::resignation);
  CHECK(unite(resigned, mate).clashes ==
        std::vector<Clash>{{Clash::Kind::ending, "", "resignation", "mate"}});
  // In either order the same: the first of their names.
  CHECK(unite(mate, resigned, Preference::neither).game.ending == Ending::mate);
  CHECK(unite(resigned, mate, Preference::neither).game.ending == Ending::mate);
  CHECK(unite(resigned, mate, Preference::neither).header_changed);
  CHECK(unite(open, mate).game.ending == Ending::mate);
  CHECK(unite(mate, open).game.ending == Ending::mate);
  CHECK(unite(mate, open).clashes.empty());
  CHECK_FALSE(unite(mate, mate).changed());
}

TEST_CASE("one of two values of a tag stays, by what is stored or by what they say") {
  struct Row {
    Tags a, b;
    std::string stored, neither;
  };
  for (const auto& [a, b, by_stored, by_neither] : std::vector<Row>{
           {{{"Event", "Cup"}}, {}, "Cup", "Cup"},
           {{}, {{"Event", "Cup"}}, "Cup", "Cup"},
           {{{"Round", "?"}, {"Site", "S"}}, {{"Round", "3"}}, "3|S", "3|S"},
           {{{"Event", "Cup"}}, {{"Event", "?"}}, "Cup", "Cup"},
           // Letters and blanks do not matter.
           {{{"Event", "cup"}}, {{"Event", "Cup"}}, "cup", "Cup"},
           {{{"Event", "Cup"}}, {{"Event", "cup"}}, "Cup", "Cup"},
           {{{"Event", "Cup "}}, {{"Event", "Cup"}}, "Cup ", "Cup"},
           // The longer one, then the first.
           {{{"Note", "long"}},
            {{"Note", "longer"}},
            "long; long over longer",
            "longer; longer over long"},
           {{{"Note", "longer"}},
            {{"Note", "long"}},
            "longer; longer over long",
            "longer; longer over long"},
           {{{"Note", "b"}}, {{"Note", "a"}}, "b; b over a", "a; a over b"},
           {{{"Note", "a"}}, {{"Note", "b"}}, "a; a over b", "a; a over b"},
           // A date that says more replaces one that says less, however it is written.
           {{{"Date", "2019"}}, {{"Date", "2019.04"}}, "2019.04", "2019.04"},
           {{{"Date", "2019.04"}}, {{"Date", "2019-04-01"}}, "2019-04-01", "2019-04-01"},
           {{{"Date", "2019-04-01"}}, {{"Date", "April 2019"}}, "2019-04-01", "2019-04-01"},
           {{{"Date", "2019.04.01"}}, {{"Date", "2019-04-01"}}, "2019.04.01", "2019-04-01"},
           {{{"Date", "spring"}},
            {{"Date", "2019.04"}},
            "spring; spring over 2019.04",
            "2019.04; 2019.04 over spring"},
           // Where neither is preferred, the one with more tags begins, then the first by its
           // bytes.
           {{{"Site", "S"}, {"Note", "n"}}, {{"Note", "n"}, {"Site", "S"}}, "S|n", "n|S"},
           {{{"Note", "n"}, {"Site", "S"}}, {{"Site", "S"}, {"Note", "n"}}, "n|S", "n|S"},
           {{{"Note", "n"}}, {{"Site", "S"}, {"Note", "n"}}, "n|S", "S|n"},
           // Of several values none is chosen.
           {{{"Note", "a"}, {"Note", "b"}}, {{"Note", "c"}}, "a|b; a over c", "a|b; a over c"},
           {{{"Note", "c"}}, {{"Note", "a"}, {"Note", "c"}}, "c; c over a", "a|c"},
           {{{"Note", "?"}}, {{"Note", "a"}, {"Note", "b"}}, "a|b", "a|b"}}) {
    INFO(by_stored);
    CHECK(values(a, b, Preference::stored) == by_stored);
    CHECK(values(a, b, Preference::neither) == by_neither);
  }
}

TEST_CASE("records that say the same are known by every part of them") {
  Game game = record({{"Black", "A"},
                      {"White", "B"},
                      {"Event", "E"},
                      {"Site", "S"},
                      {"Date", "2001.02.03"},
                      {"Round", "1"}},
                     GameResult::draw, Ending::repetition);
  game.moves.edit_note(1).comment = "hm";
  CHECK(says_the_same(stored(game), prepare(game)));
  std::vector<Game> others(9, game);
  for (std::size_t i = 0; i < 6; ++i) others[i].tags[i].value = i == 4 ? "2001.02.04" : "X";
  others[6].result = GameResult::black_wins;
  others[7].ending = Ending::impasse;
  others[8].moves.edit_note(1).comment = "ho";
  others.push_back(game);
  others.back().tags[0].name = "black";
  for (const Game& other : others) CHECK_FALSE(says_the_same(stored(game), prepare(other)));
}

TEST_CASE("what contradicts another record is any part of what both know") {
  const Game game =
      record({{"Black", "A"}, {"White", "B"}, {"Date", "2001.02.03"}}, GameResult::draw);
  const auto contradicts_it = [&](const Tags& tags, GameResult result = GameResult::unknown) {
    const Identity a = identity_of(prepare(game)), b = identity_of(prepare(record(tags, result)));
    CHECK(contradict(a, b) == contradict(b, a));
    return contradict(a, b);
  };
  CHECK_FALSE(contradicts_it({}));
  CHECK_FALSE(contradicts_it({{"Black", "a "}, {"Date", "2001"}}, GameResult::draw));
  CHECK_FALSE(contradicts_it({{"Event", "E"}, {"Site", "S"}}));
  CHECK_FALSE(contradicts_it({{"Date", "2001.02"}}));
  CHECK(contradicts_it({{"Black", "B"}}));
  CHECK(contradicts_it({{"White", "A"}}));
  CHECK(contradicts_it({{"Date", "2002"}}));
  CHECK(contradicts_it({{"Date", "2001.03"}}));
  CHECK(contradicts_it({{"Date", "2001.02.04"}}));
  CHECK(contradicts_it({}, GameResult::white_wins));
  // Dates that are none are compared as they stand.
  const auto odd = [](const char* date) { return identity_of(prepare(record({{"Date", date}}))); };
  CHECK(contradict(odd("spring"), odd("autumn")));
  CHECK_FALSE(contradict(odd("spring"), odd("Spring")));
  CHECK_FALSE(contradict(odd("spring"), odd("2001")));
  CHECK_FALSE(contradict(odd("spring"), odd("?")));
}

TEST_CASE("the move number of a start makes no other line") {
  const StoredLine even{Variant::shogi, "", {1, 2}, RuleSet::standard};
  const auto with = [&](auto change) {
    StoredLine line = even;
    change(line);
    CHECK(same_line(line, even) == same_line(even, line));
    return same_line(line, even);
  };
  const std::string start(info(Variant::shogi).start);
  CHECK(with([](StoredLine&) {}));
  CHECK(with([&](StoredLine& l) { l.start = start; }));
  CHECK(with([&](StoredLine& l) { l.start = start.substr(0, start.rfind(' ')) + " 17"; }));
  CHECK_FALSE(with([](StoredLine& l) { l.start = "4k4/9/9/9/9/9/9/9/4K4 b - 1"; }));
  CHECK_FALSE(with([](StoredLine& l) { l.moves = {1, 3}; }));
  CHECK_FALSE(with([](StoredLine& l) { l.moves = {1}; }));
  CHECK_FALSE(with([](StoredLine& l) { l.rules = RuleSet::svp; }));
  CHECK_FALSE(with([](StoredLine& l) { l.variant = Variant::yari; }));
}

TEST_CASE("notes of a duplicate come to a game, to one that has none as they are") {
  Game plain = record({}), noted = record({}), other = record({});
  noted.moves.edit_note(1).comment = "hm";
  other.moves.edit_note(1).comment = "ho";
  other.moves.edit_note(2).spent_ms = 5;
  CHECK_FALSE(unite(noted, plain).changed());
  CHECK_FALSE(unite(noted, noted).changed());
  const UnitedGame taken = unite(plain, noted);
  CHECK(taken.notes_changed);
  CHECK_FALSE(taken.header_changed);
  CHECK(taken.game.notes == prepare(noted).notes);
  CHECK(taken.game.text == "hm");
  CHECK(taken.text_before.empty());
  const UnitedGame both = unite(noted, other);
  CHECK(both.notes_changed);
  CHECK(both.game.text == "hm\nho");
  CHECK(both.text_before == "hm");
  // The larger one leads where neither is preferred.
  CHECK(unite(noted, other, Preference::neither).game.text == "ho\nhm");
  CHECK(unite(other, noted, Preference::neither).game.text == "ho\nhm");
  const UnitedGame annotated = united(stored(noted), prepare(other), Preference::stored, true);
  CHECK_FALSE(annotated.notes_changed);
  CHECK(annotated.clashes == std::vector<Clash>{{Clash::Kind::notes}});
  // Of two bookmarks, or two times, one stays.
  Game marked = noted, marked_else = noted;
  marked.moves.edit_note(1).bookmark = "a";
  marked_else.moves.edit_note(1).bookmark = "b";
  CHECK(unite(marked, marked_else).clashes == std::vector<Clash>{{Clash::Kind::bookmark}});
  marked.moves.edit_note(1).spent_ms = 1;
  marked_else.moves.edit_note(1).spent_ms = 2;
  CHECK(unite(marked, marked_else).clashes ==
        std::vector<Clash>{{Clash::Kind::clock}, {Clash::Kind::bookmark}});
  // What says nothing new is no clash.
  Game less = other;
  less.moves.clear_note(1);
  CHECK(united(stored(other), prepare(less), Preference::stored, true).clashes.empty());
}

TEST_CASE("a united game keeps its game, rules, start and moves") {
  Game game = new_game(Variant::yari);
  game.rules = RuleSet::svp;
  game.start = *read_handicap("YR1a", Variant::yari);
  Game known = game;
  known.set_tag(tags::event, "Cup");
  store::StoredGame s = stored(game);
  const PreparedGame before = prepare(game);
  s.header.start = before.start;
  s.header.handicap = before.handicap;
  const PreparedGame both = united(s, prepare(known), Preference::stored, false).game;
  CHECK(both.variant == Variant::yari);
  CHECK(both.rules == RuleSet::svp);
  CHECK(both.start == before.start);
  CHECK(both.handicap == before.handicap);
  CHECK(both.moves == before.moves);
  CHECK(both.event == "Cup");
}

}  // namespace yari::test
