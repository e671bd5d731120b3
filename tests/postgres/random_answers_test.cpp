// Random questions, asked of a file and of a cluster of three servers with the same games: the
// answers are the same, byte for byte.
#include <fmt/ranges.h>

#include "db/import/importer.h"
#include "tests/cli/program.h"
#include "tests/db/tools/query_writer.h"
#include "tests/db/tools/support.h"
#include "tests/postgres/back_ends.h"
#include "tests/support/catch.h"
#include "tests/support/effort.h"

namespace yari::test {

namespace {

using Words = std::vector<std::string>;

/// Half of them replayed from real games with another ending, so that positions are shared.
std::vector<Game> related_games(int count) {
  Rng rng(5);
  const std::vector<Game> real = shared_games();
  std::vector<Game> games;
  while (std::ssize(games) < count) {
    const Variant v = rng() % 2 == 0 ? Variant::shogi : Variant::yari;
    Game game = random_record(v, rng, static_cast<int>(rng() % 90), rng() % 4 == 0);
    if (!real.empty() && rng() % 2 == 0) {
      const Game& played = real[rng() % real.size()];
      const std::vector<Move> moves = played.moves.main_moves();
      Game other = new_game(played.variant);
      NodeId node = root_node;
      const std::size_t plies = moves.empty() ? 0 : rng() % (moves.size() + 1);
      for (std::size_t i = 0; i < plies; ++i) node = other.moves.add(node, moves[i]);
      for (const Tag& tag : game.tags) other.tags.push_back(tag);
      other.result = game.result;
      other.ending = game.ending;
      game = std::move(other);
    }
    games.push_back(std::move(game));
  }
  return games;
}

class Questions {
 public:
  explicit Questions(const std::vector<Game>& games) : games_(games) {}

  Words next() {
    const Game& game = any();
    const std::string variant(info(game.variant).id);
    switch (rng_() % 12) {
      case 0:
      case 1:
      case 2:
      case 3:
        return with_filters({"find", "--variant", variant, "--query", query(game)}, answer());
      case 4:
        return with_filters({"find", "--variant", variant, "--sfen", sfen(game)}, answer());
      case 5:
        return with_filters({"tree", "--sfen", sfen(game), "--variant", variant, "--depth",
                             std::to_string(1 + rng_() % 3)},
                            {"--json"});
      case 6:
      case 7:
        return with_filters({"list"}, order());
      case 8: {
        constexpr std::array formats{"jkf", "psn", "hodges", "usi", "csa", "kif"};
        Words words = with_filters({"export", "--to", formats[rng_() % formats.size()]}, order());
        words.insert(words.end(), {"--limit", "40", "--variant", variant});
        return words;
      }
      case 9:
        return with_filters({"profile", name()}, {"--json"});
      case 10: {
        constexpr std::array by{"opening", "handicap", "piece", "clock"};
        return with_filters({"stats", "--by", by[rng_() % by.size()], "--variant", variant},
                            {"--json"});
      }
      default: {
        constexpr std::array commands{"players", "ratings", "event"};
        return with_filters({commands[rng_() % commands.size()]}, {"--json"});
      }
    }
  }

 private:
  const Game& any() { return games_[rng_() % games_.size()]; }
  std::string name() {
    constexpr std::array names{"habu", "羽生", "jörg müller", "freeling", "nobody", "stock"};
    return names[rng_() % names.size()];
  }
  std::string query(const Game& game) {
    BruteGame asked(game.start, game.moves.main_moves());
    asked.black = game.tag("Black");
    asked.white = game.tag("White");
    asked.event = game.tag("Event");
    asked.site = game.tag("Site");
    asked.result = game.result;
    asked.ending = game.ending;
    return random_query(asked, rng_);
  }
  /// Of a position of the game, most often an early one.
  std::string sfen(const Game& game) {
    return with_variant(game.variant, [&]<class V>(V) {
      auto position = *Position<V>::from(game.start);
      std::size_t plies = rng_() % (rng_() % 4 == 0 ? 60 : 6);
      for (const Move move : game.moves.main_moves()) {
        if (plies-- == 0) break;
        position.play(move);
      }
      return write_sfen(position.setup());
    });
  }
  Words order() {
    constexpr std::array fields{"id", "date", "plies", "black", "white", "event"};
    Words words{"--sort", fields[rng_() % fields.size()]};
    if (rng_() % 2 == 0) words.emplace_back("--reverse");
    if (rng_() % 3 == 0) words.insert(words.end(), {"--offset", std::to_string(rng_() % 50)});
    return words;
  }
  Words answer() {
    switch (rng_() % 4) {
      case 0:
        return {"--count", "--json"};
      case 1:
        return {"--all-hits", "--limit", "100", "--json"};
      case 2: {
        Words words = order();
        words.insert(words.end(), {"--limit", "30", "--json"});
        return words;
      }
      default:
        return {"--json"};
    }
  }
  Words with_filters(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    const auto add = [&](const char* option, const std::string& value) {
      words.insert(words.end(), {option, value});
    };
    while (rng_() % 2 == 0) switch (rng_() % 8) {
        case 0:
          add("--player", name());
          break;
        case 1:
          add("--black", name());
          break;
        case 2:
          add("--date", fmt::format("{}..{}", 1975 + rng_() % 30, 2000 + rng_() % 30));
          break;
        case 3:
          add("--result", rng_() % 2 == 0 ? "1-0" : "1/2-1/2");
          break;
        case 4:
          add("--plies", fmt::format("{}..", rng_() % 60));
          break;
        case 5:
          add("--event", "match " + std::to_string(rng_() % 4));
          break;
        case 6:
          add("--text", rng_() % 2 == 0 ? "good" : "歩");
          break;
        default:
          add("--site", rng_() % 2 == 0 ? "tokyo" : "ensch");
          break;
      }
    return words;
  }

  const std::vector<Game>& games_;
  Rng rng_{99};
};

/// The first line in which two texts differ, of both; empty for equal ones.
std::string difference(const std::string& a, const std::string& b) {
  std::istringstream left(a), right(b);
  for (std::string l, r;;) {
    const bool more_left = !std::getline(left, l).fail();
    const bool more_right = !std::getline(right, r).fail();
    if (!more_left && !more_right) return "";
    if (l != r || more_left != more_right) return fmt::format("{}\n{}", l, r);
  }
}

std::string answer_of(Words words, const std::string& place) {
  words.insert(words.end(), {"--db", place});
  const Outcome outcome = yari(words);
  std::string text = fmt::format("{}\n{}{}", outcome.code, outcome.out, outcome.err);
  for (std::size_t at; (at = text.find(place)) != std::string::npos;)
    text.replace(at, place.size(), "DB");
  return text;
}

}  // namespace

// YARI_SAME_GAMES=20000 YARI_SAME_QUESTIONS=2000 is the whole campaign.
TEST_CASE("random questions have the same answers in a file and on three servers", "[random]") {
  if (!PostgresServer::is_installed()) return;
  PostgresServer first, second, third;
  const TempFolder folder;
  const std::string file = folder / "games.ydb", cluster = first.new_database();
  pg::create_cluster({cluster, second.new_database(), third.new_database()});
  const std::vector<Game> games = related_games(number_from("YARI_SAME_GAMES", 200));
  for (const std::string& place : {file, cluster}) {
    Database database(place, OpenMode::create);
    // Several runs, so that merged and unmerged ones are read.
    import_all(database, games, {.postings_per_batch = games.size() * 20});
    Words annotate{"annotate", "--nodes", "60", "--db", place};
    for (int id = 1; id <= 30; ++id) annotate.push_back(std::to_string(id));
    CHECK(yari(annotate).code == 0);
  }
  Questions questions(games);
  int found = 0, refused = 0;
  const int count = number_from("YARI_SAME_QUESTIONS", 20);
  for (int i = 0; i < count; ++i) {
    const Words words = questions.next();
    INFO(fmt::format("yari '{}'", fmt::join(words, "' '")));
    const std::string expected = answer_of(words, file);
    CHECK(difference(answer_of(words, cluster), expected) == "");
    // Not killed, nor ended by a fault of the program.
    CHECK(expected.find('\n') == 1);
    refused += expected.starts_with("2") ? 1 : 0;
    found += expected.size() > 3 ? 1 : 0;
  }
  // The questions must not be so odd that nothing answers them; a name may fit several people.
  CHECK(found > count / 3);
  CHECK(refused <= count / 10);
}

}  // namespace yari::test
