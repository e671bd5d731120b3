// Every filter and order of a listing, asked of each back end, against a slow reading of the games;
// and what games from other starts, with annotations, answer.
#include <algorithm>
#include <functional>

#include "db/change/annotations.h"
#include "db/explore/explorer.h"
#include "db/explore/search.h"
#include "db/reports/judgements.h"
#include "record/ratings.h"
#include "rules/handicap.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/db/tools/back_ends.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

const char* const lance_start = "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";

/// Random moves from a start, with tags in which everything differs.
Game game_for_filters(int i, Rng& rng) {
  const auto pick = [&](auto... values) {
    const char* const all[] = {values...};
    return std::string(all[static_cast<std::size_t>(i) * 7 / 3 % sizeof...(values)]);
  };
  Game game = new_game(i % 3 == 0 ? Variant::yari : Variant::shogi);
  if (i % 5 == 1 && game.variant == Variant::shogi)
    game.start = *read_sfen(lance_start, Variant::shogi);
  if (i % 6 == 3) game.start = *read_handicap("YR1a", Variant::yari);
  if (i % 4 == 0 && game.variant == Variant::yari) game.rules = RuleSet::svp;
  with_variant(game.variant, [&]<class V>(V) {
    auto position = *Position<V>::from(game.start);
    NodeId node = root_node;
    for (int ply = 0; ply < i % 11 * 3; ++ply) {
      const Move move = random_move(position, rng);
      node = game.moves.add(node, move);
      position.play(move);
    }
  });
  const auto tag = [&](const char* name, const std::string& value) {
    if (!value.empty()) game.set_tag(name, value);
  };
  tag("Black", i % 8 == 0 ? "" : pick("Habu Yoshiharu", "Tanigawa Koji", "Oyama Yasuharu"));
  tag("White", i % 9 == 0 ? "" : pick("Tanigawa Koji", "Habu Yoshiharu", "Masuda Kozo", "Ann"));
  tag("Event", pick("Cup", "", "Meijin-sen"));
  tag("Site", i % 2 == 0 ? "Kyoto" : i % 7 == 0 ? "" : "Osaka");
  tag("Date", pick("1995.08.23", "1995", "", "1996.02", "1996.02.11"));
  tag("Round", pick("1", "2.1", "2.2", "", "Final", "21"));
  if (i % 5 == 2) game.moves.edit_note(root_node).evaluations.emplace_back().score = i;
  if (i % 5 == 3) game.moves.edit_note(root_node).comment = "no evaluation";
  tag("BlackElo", i % 3 == 0 ? "" : std::to_string(1400 + 30 * i));
  tag("WhiteElo", i % 4 == 0 ? "" : std::to_string(1500 + 20 * i));
  game.result = static_cast<GameResult>(i % 4);
  game.ending = i % 2 == 0 ? Ending::resignation : Ending::timeout;
  return game;
}

/// The engine that annotates the game of this number.
std::optional<std::string> engine_of(GameId id) {
  if (id % 4 == 1) return "the first% engine";
  if (id % 4 == 3) return "the first engine";
  return std::nullopt;
}

struct FilterRow {
  const char* what;
  GameFilter filter;
  std::function<bool(const GameHeader&, const Game&)> takes;
};

bool has_word(const std::string& text, const char* word) { return text.find(word) != text.npos; }

std::vector<FilterRow> filter_rows() {
  std::vector<FilterRow> rows;
  const auto row = [&](const char* what, auto set, auto takes) {
    GameFilter filter;
    set(filter);
    rows.push_back({what, filter, takes});
  };
  using F = GameFilter;
  using H = GameHeader;
  row(
      "all", [](F&) {}, [](const H&, const Game&) { return true; });
  row(
      "numbers",
      [](F& f) {
        f.ids = {1, 4, 9, 999};
      },
      [](const H& h, const Game&) { return h.id == 1 || h.id == 4 || h.id == 9; });
  const auto plays = [](const H& h, const char* name) {
    return has_word(h.black, name) || has_word(h.white, name);
  };
  row(
      "player", [](F& f) { f.player = "habu"; },
      [=](const H& h, const Game&) { return plays(h, "Habu"); });
  row(
      "opponent alone", [](F& f) { f.opponent = "koji"; },
      [=](const H& h, const Game&) { return plays(h, "Koji"); });
  row(
      "player and opponent", [](F& f) { f.player = "habu", f.opponent = "tanigawa"; },
      [=](const H& h, const Game&) { return plays(h, "Habu") && plays(h, "Tanigawa"); });
  row(
      "black", [](F& f) { f.black = "oyama"; },
      [](const H& h, const Game&) { return has_word(h.black, "Oyama"); });
  row(
      "white", [](F& f) { f.white = "ann"; },
      [](const H& h, const Game&) { return has_word(h.white, "Ann"); });
  row(
      "event", [](F& f) { f.event = "meijin sen"; },
      [](const H& h, const Game&) { return h.event == "Meijin-sen"; });
  row(
      "site", [](F& f) { f.site = "kyo"; },
      [](const H& h, const Game&) { return h.site == "Kyoto"; });
  row(
      "no such name", [](F& f) { f.site = "Nagoya"; }, [](const H&, const Game&) { return false; });
  row(
      "since", [](F& f) { f.date_from = 19950901; },
      [](const H& h, const Game&) { return h.date && *h.date != 19950823; });
  row(
      "until", [](F& f) { f.date_to = 19960205; },
      [](const H& h, const Game&) { return h.date && *h.date != 19960211; });
  row(
      "a month", [](F& f) { f.date_from = f.date_to = 19960200; },
      [](const H& h, const Game&) { return h.date && *h.date / 100 == 199602; });
  row(
      "result", [](F& f) { f.result = GameResult::draw; },
      [](const H& h, const Game&) { return h.result == GameResult::draw; });
  row(
      "ending", [](F& f) { f.ending = Ending::timeout; },
      [](const H& h, const Game&) { return h.ending == Ending::timeout; });
  row(
      "any handicap", [](F& f) { f.handicap = "any"; },
      [](const H&, const Game& game) { return game.start != start_setup(game.variant); });
  row(
      "no handicap", [](F& f) { f.handicap = "even"; },
      [](const H&, const Game& game) { return game.start == start_setup(game.variant); });
  row(
      "lance", [](F& f) { f.handicap = "lance"; },
      [](const H&, const Game& game) {
        return game.start == *read_handicap("lance", Variant::shogi);
      });
  row(
      "handicap of one game", [](F& f) { f.handicap = "YR1a", f.variant = Variant::yari; },
      [](const H&, const Game& game) {
        return game.start == *read_handicap("YR1a", Variant::yari);
      });
  row(
      "no such handicap", [](F& f) { f.handicap = "castle"; },
      [](const H&, const Game&) { return false; });
  row(
      "variant", [](F& f) { f.variant = Variant::yari; },
      [](const H& h, const Game&) { return h.variant == Variant::yari; });
  row(
      "rules", [](F& f) { f.rules = RuleSet::svp; },
      [](const H& h, const Game&) { return h.rules == RuleSet::svp; });
  row(
      "plies, at least", [](F& f) { f.min_plies = 9; },
      [](const H& h, const Game&) { return h.plies >= 9; });
  row(
      "plies, at most", [](F& f) { f.max_plies = 15; },
      [](const H& h, const Game&) { return h.plies <= 15; });
  const auto rated = [](const Game& game, int low, int high) {
    const Ratings r = ratings_of(game.tags);
    const auto in = [&](Color c) { return r[c] && *r[c] >= low && *r[c] <= high; };
    return in(Color::black) && in(Color::white);
  };
  row(
      "rated at least", [](F& f) { f.min_rating = 1900; },
      [=](const H&, const Game& game) { return rated(game, 1900, 9999); });
  row(
      "rated at most", [](F& f) { f.max_rating = 1900; },
      [=](const H&, const Game& game) { return rated(game, 0, 1900); });
  row(
      "words", [](F& f) { f.text = "Kyoto"; },
      [](const H& h, const Game&) { return h.site == "Kyoto"; });
  row(
      "a round", [](F& f) { f.round = "2"; },
      [](const H&, const Game& game) { return game.tag("Round").starts_with("2."); });
  row(
      "a board of a round", [](F& f) { f.round = "2.1"; },
      [](const H&, const Game& game) { return game.tag("Round") == "2.1"; });
  row(
      "a round with a name", [](F& f) { f.round = "fiNAL"; },
      [](const H&, const Game& game) { return game.tag("Round") == "Final"; });
  const auto evaluated = [](const Game& game) {
    const Note* const note = game.moves.note(root_node);
    return note != nullptr && !note->evaluations.empty();
  };
  row(
      "evaluated", [](F& f) { f.evaluated = true; },
      [=](const H&, const Game& game) { return evaluated(game); });
  row(
      "not evaluated, and rated", [](F& f) { f.evaluated = false, f.min_rating = 1900; },
      [=](const H&, const Game& game) { return !evaluated(game) && rated(game, 1900, 9999); });
  row(
      "annotated", [](F& f) { f.annotated = "yes"; },
      [](const H& h, const Game&) { return engine_of(h.id).has_value(); });
  row(
      "not annotated", [](F& f) { f.annotated = "no"; },
      [](const H& h, const Game&) { return !engine_of(h.id); });
  row(
      "annotated by an engine", [](F& f) { f.annotated = "FIRST%"; },
      [](const H& h, const Game&) { return engine_of(h.id) == "the first% engine"; });
  row(
      "several",
      [](F& f) {
        f.date_from = 19950000, f.handicap = "even", f.min_plies = 3;
        f.result = GameResult::white_wins, f.rules = RuleSet::standard;
      },
      [](const H& h, const Game& game) {
        return h.date && game.start == start_setup(game.variant) && h.plies >= 3 &&
               h.result == GameResult::white_wins && h.rules == RuleSet::standard;
      });
  return rows;
}

/// What a listing is sorted by, written so that bytes sort as the listing must.
std::string sort_key(const GameHeader& h, SortBy by) {
  switch (by) {
    case SortBy::date:
      return std::to_string(h.date.value_or(0) + 100'000'000);
    case SortBy::plies:
      return std::to_string(h.plies + 1000);
    case SortBy::black:
      return h.black;
    case SortBy::white:
      return h.white;
    case SortBy::event:
      return h.event;
    case SortBy::id:
      break;
  }
  return "";
}

std::vector<GameId> in_order(std::vector<GameHeader> headers, const ListOptions& options) {
  std::ranges::sort(
      headers, {}, [&](const GameHeader& h) { return std::pair(sort_key(h, options.sort), h.id); });
  if (options.descending) std::ranges::reverse(headers);
  std::vector<GameId> ids;
  for (const GameHeader& h : headers) ids.push_back(h.id);
  ids.erase(ids.begin(), ids.begin() + std::min<std::ptrdiff_t>(options.offset, std::ssize(ids)));
  if (options.limit) ids.resize(std::min(ids.size(), static_cast<std::size_t>(*options.limit)));
  return ids;
}

}  // namespace

FOR_EACH_BACK_END("every filter takes what a slow reading of the games takes, in every order") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  Rng rng(17);
  std::vector<Game> games;
  for (int i = 0; i < 44; ++i) games.push_back(game_for_filters(i, rng));
  std::map<GameId, Game> stored;
  const auto added = import_all(database, games);
  for (std::size_t i = 0; i < games.size(); ++i)
    if (added[i].added == Added::imported) stored[added[i].game] = games[i];
  REQUIRE(stored.size() > 35);
  for (const auto& [id, game] : stored) {
    StoredAnnotation annotation;
    if (const auto engine = engine_of(id)) {
      annotation.engine = *engine;
      AnnotationChange(database, "annotate").store(id, game, game.moves, annotation);
    }
  }
  // No limits at all: a query that holds of every game.
  query::Query every;
  every.nodes.emplace_back(query::HeaderTest(query::PliesAre{{-query::no_limit, query::no_limit}}));
  std::size_t taken = 0;
  for (const auto& [what, filter, takes] : filter_rows()) {
    INFO(what);
    std::vector<GameHeader> expected;
    for (const auto& [id, game] : stored)
      if (const GameHeader h = *database.header(id); takes(h, game)) expected.push_back(h);
    taken += expected.size();
    const std::vector<GameId> ids = in_order(expected, {});
    CHECK(database.ids(filter) == ids);
    CHECK(database.count(filter) == std::ssize(ids));
    std::vector<GameId> listed, through_start, searched;
    database.list(filter, {}, [&](const GameHeader& h) { return listed.push_back(h.id), true; });
    CHECK(listed == ids);
    for (const Variant v : {Variant::yari, Variant::shogi})
      database.find_position(start_setup(v), filter, [&](const Hit& hit) {
        if (hit.ply == 0) through_start.push_back(hit.game);
        return true;
      });
    std::ranges::sort(through_start);
    std::vector<GameId> even;
    for (const GameId id : ids)
      if (stored[id].start == start_setup(stored[id].variant)) even.push_back(id);
    CHECK(through_start == even);
    search(database, every, filter, {.threads = 1, .progress = {}},
           [&](const Hit& hit) { return searched.push_back(hit.game), true; });
    CHECK(searched == ids);
    for (const SortBy by :
         {SortBy::id, SortBy::date, SortBy::plies, SortBy::black, SortBy::white, SortBy::event})
      for (const ListOptions& options :
           {ListOptions{by, false, {}, 0}, ListOptions{by, true, {}, 0},
            ListOptions{by, false, 3, 0}, ListOptions{by, true, 4, 2},
            ListOptions{by, false, {}, 5}, ListOptions{by, false, 2, 500}}) {
        INFO(static_cast<int>(by) << ' ' << options.descending << ' ' << options.offset);
        CHECK(database.ids(filter, options) == in_order(expected, options));
      }
    int seen = 0;
    database.list(filter, {}, [&](const GameHeader&) { return ++seen < 2; });
    CHECK(seen == std::min<int>(2, static_cast<int>(ids.size())));
  }
  CHECK(taken > 200);
}

FOR_EACH_BACK_END("a handicap with pawns in hand is one of its own, and not the even game") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  const std::string name = "Bare king with three pawns";
  Game with_hand = new_game(Variant::shogi);
  with_hand.start = *read_handicap(name, Variant::shogi);
  with_hand.moves.add(root_node, *read_usi_move("P*5e", Variant::shogi));
  import_all(database, {game_of(Variant::shogi, "7g7f 3c3d"), with_hand});

  const auto listed = [&](const char* handicap) {
    GameFilter filter;
    filter.handicap = handicap;
    return database.ids(filter);
  };
  CHECK(listed(name.c_str()) == std::vector<GameId>{2});
  CHECK(listed("any") == std::vector<GameId>{2});
  CHECK(listed("even") == std::vector<GameId>{1});
  const auto found = [&](const std::string& text) {
    std::vector<GameId> games;
    search(database, *query::parse(text, Variant::shogi), {}, {.threads = 1, .progress = {}},
           [&](const Hit& hit) { return games.push_back(hit.game), true; });
    return games;
  };
  CHECK(found("handicap \"" + name + "\"") == std::vector<GameId>{2});
  CHECK(found("handicap any") == std::vector<GameId>{2});
  CHECK(found("handicap even") == std::vector<GameId>{1});
}

FOR_EACH_BACK_END("games from other starts, dated or not, are answered with their annotations") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  Rng rng(18);
  Game handicap = new_game(Variant::shogi);
  handicap.start = *read_sfen(lance_start, Variant::shogi);
  auto position = *Position<Shogi>::from(handicap.start);
  NodeId node = root_node;
  for (int ply = 0; ply < 12; ++ply) {
    const Move move = random_move(position, rng);
    node = handicap.moves.add(node, move);
    position.play(move);
  }
  handicap.tags = {{"Date", "1995.08.23"}};
  Game odd = handicap;
  odd.start = position.setup();
  odd.moves = {};
  odd.moves.add(root_node, random_move(position, rng));
  odd.tags = {{"Black", "Ann"}};
  import_all(database,
             {handicap, random_game<Shogi>(rng, 20), random_game<YariShogi>(rng, 20), odd});

  const auto annotate = [&](GameId id, int ply, JudgedKind kind) {
    const Game game = *database.load_game(id);
    const std::vector<Move> moves = game.moves.main_moves();
    StoredAnnotation annotation;
    annotation.engine = "e";
    annotation.coefficient = 600;
    const Color color = ply % 2 == 0 ? game.start.side_to_move : ~game.start.side_to_move;
    annotation.judgements = {
        {.ply = ply,
         .kind = kind,
         .color = color,
         .loss = 2000,
         .before = 5000,
         .after = 3000,
         .mate = kind == JudgedKind::missed_mate ? std::optional(3) : std::nullopt,
         .move = moves[static_cast<std::size_t>(ply)],
         .better = {}}};
    AnnotationChange(database, "annotate").store(id, game, game.moves, annotation);
    return annotation.judgements;
  };
  const auto of_first = annotate(1, 3, JudgedKind::blunder);
  const auto of_second = annotate(2, 4, JudgedKind::missed_mate);
  CHECK(load_annotation(database, 1)->judgements == of_first);
  CHECK(load_annotation(database, 1)->own_notes.has_value());
  CHECK_FALSE(load_annotation(database, 3));
  CHECK_FALSE(load_annotation(database, 99));
  CHECK_FALSE(load_annotation(database, -1));
  CHECK(JudgementReader(database).at(1, 3, Variant::shogi) == of_first);
  CHECK(JudgementReader(database).at(1, 4, Variant::shogi).empty());
  CHECK(JudgementReader(database).at(99, 4, Variant::shogi).empty());

  const auto found = [&](const char* text, Variant v = Variant::shogi) {
    INFO(text);
    const auto query = query::parse(text, v);
    REQUIRE(query);
    std::vector<std::pair<GameId, int>> hits;
    search(database, *query, {}, {.threads = 1, .progress = {}}, [&](const Hit& hit) {
      hits.emplace_back(hit.game, hit.ply);
      return true;
    });
    return hits;
  };
  using Hits = std::vector<std::pair<GameId, int>>;
  CHECK(found("judgement blunder") == Hits{{1, 3}});
  CHECK(found("judgement blunder,missed-mate") == Hits{{1, 3}, {2, 4}});
  CHECK(found("date = 1995") == Hits{{1, 0}});
  CHECK(found("not date = 1995") == Hits{{2, 0}, {3, 0}, {4, 0}});
  CHECK(found("black Ann") == Hits{{4, 0}});
  CHECK(found("handicap \"Left lance\"") == Hits{{1, 0}});
  CHECK(found("not handicap \"Left lance\"") == Hits{{2, 0}, {4, 0}});

  for (const GameId id : {1, 4}) {
    CHECK(database.load_game(id)->start == (id == 1 ? handicap : odd).start);
    CHECK_FALSE(database.header(id)->start.empty());
  }
  CHECK(database.header(1)->handicap == "Left lance");
  CHECK(database.header(4)->handicap.empty());
  CHECK_FALSE(database.header(-1));
  CHECK_FALSE(database.load_game(last_game_id + 1));
  CHECK(explore(database, odd.start).all.games == 2);
  const auto statistics = database.statistics();
  CHECK(statistics.games == 4);
  CHECK(database.verify().problems == std::vector<std::string>{});

  // What is deleted takes its annotation along, and brings it back.
  REQUIRE(delete_games(database, {1, 2}) == 2);
  CHECK_FALSE(load_annotation(database, 1));
  CHECK(explore(database, odd.start).all.games == 1);
  REQUIRE(undo(database));
  CHECK(annotated_games(database) == std::vector<GameId>{1, 2});
  CHECK(load_annotation(database, 2)->judgements == of_second);
  CHECK(database.reindex().empty());
  CHECK(database.verify().problems == std::vector<std::string>{});
}

}  // namespace yari::test
