// Precision and recall of `yari players --suggest`, on a collection with planted misspellings.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "bench/misspell.h"
#include "db/import/importer.h"
#include "db/reports/name_records.h"

namespace {

using namespace yari;
using Rng = std::mt19937_64;

constexpr int person_count = 2'000, spelling_count = 6, game_count = 100'000;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Half of the games are under the usual spelling.
const std::string& spelling(const bench::Person& person, Rng& rng) {
  return rng() % 2 == 0 ? person.spellings[0] : person.spellings[rng() % person.spellings.size()];
}

/// People meet in circles; one game of seven is against somebody of another one.
class Draw {
 public:
  explicit Draw(const std::vector<bench::Person>& people) : people_(people) {
    std::vector<double> weights;
    for (std::size_t i = 0; i < people.size(); ++i) {
      weights.push_back(people[i].weight);
      circles_[people[i].circle].push_back(i);
    }
    anybody_ = std::discrete_distribution<std::size_t>(weights.begin(), weights.end());
  }

  Game game(int number, Rng& rng) {
    const std::size_t black = anybody_(rng);
    std::size_t white = black;
    while (white == black) white = opponent(people_[black].circle, rng);
    const int year = people_[black].first_year + static_cast<int>(rng() % 15);
    Game game = new_game(Variant::shogi);
    game.set_tag("Event", fmt::format("{} Open {}", people_[black].circle, year));
    game.set_tag("Date", fmt::format("{}.{:02}.{:02}", year, 1 + rng() % 12, 1 + rng() % 28));
    game.set_tag("Black", spelling(people_[black], rng));
    game.set_tag("White", spelling(people_[white], rng));
    game.set_tag("Round", std::to_string(number));
    game.result = rng() % 2 == 0 ? GameResult::black_wins : GameResult::white_wins;
    return game;
  }

 private:
  std::size_t opponent(int circle, Rng& rng) {
    const int other = rng() % 7 == 0 ? circle + static_cast<int>(rng() % 9) - 4 : circle;
    const auto found = circles_.find(other);
    const auto& members = found != circles_.end() ? found->second : circles_.at(circle);
    return members[rng() % members.size()];
  }

  const std::vector<bench::Person>& people_;
  std::map<int, std::vector<std::size_t>> circles_;
  std::discrete_distribution<std::size_t> anybody_;
};

struct Score {
  int right = 0, wrong = 0, spellings = 0, people = 0;
};

Score judge(const NameRecords& names, const std::vector<people::Suggestion>& suggestions,
            const std::map<std::string, int>& owners, bool print_wrong) {
  Score score;
  std::map<int, int> seen;
  for (const people::Spelling& s : names.spellings) ++seen[owners.at(s.text)];
  score.spellings = static_cast<int>(names.spellings.size());
  score.people = static_cast<int>(seen.size());
  for (const people::Suggestion& s : suggestions) {
    const std::string& from = names.spellings[s.from].text;
    const std::string& to = names.spellings[s.to].text;
    const bool right = owners.at(from) == owners.at(to);
    ++(right ? score.right : score.wrong);
    if (!right && print_wrong) fmt::print("wrong: {:.2f} {} -> {}\n", s.score, from, to);
  }
  return score;
}

}  // namespace

int main(int count, char** words) {
  const bool print_wrong = count > 1 && std::string(words[1]) == "--wrong";
  const std::vector<bench::Person> people = bench::people(person_count, spelling_count, 1);
  std::map<std::string, int> owners;
  for (std::size_t i = 0; i < people.size(); ++i)
    for (const std::string& s : people[i].spellings) owners[s] = static_cast<int>(i);

  const auto file = std::filesystem::temp_directory_path() / "yari-bench-names.db";
  std::filesystem::remove(file);
  Database database(file, OpenMode::create);
  Importer importer(database);
  Draw draw(people);
  Rng rng(2);
  for (int i = 0; i < game_count; ++i) importer.add(draw.game(i, rng));
  importer.finish();

  const auto start = std::chrono::steady_clock::now();
  const NameRecords names = name_records(database, NameKind::player, {});
  const double read = seconds_since(start);
  const auto suggestions = people::suggest(names.spellings, names.kind);
  const double all = seconds_since(start);
  const Score score = judge(names, suggestions, owners, print_wrong);
  fmt::print("{} games, {} people, {} spellings\n", game_count, score.people, score.spellings);
  fmt::print("precision {:.1f} %  ({} of {} suggestions are right)\n",
             100.0 * score.right / (score.right + score.wrong), score.right,
             score.right + score.wrong);
  fmt::print("recall    {:.1f} %  ({} spellings could be united)\n",
             100.0 * score.right / (score.spellings - score.people),
             score.spellings - score.people);
  fmt::print("time      {:.2f} s, of which {:.2f} s for reading the games\n", all, read);
  std::filesystem::remove(file);
}
