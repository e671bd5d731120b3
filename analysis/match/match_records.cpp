// What a match reads and what it can be resumed from: openings, and the games already played.
#include <algorithm>
#include <charconv>
#include <map>

#include "analysis/match/match.h"
#include "rules/sfen.h"

namespace yari {
namespace {

/// The words of an opening, with their places in the line.
class Words {
 public:
  explicit Words(std::string_view line) : line_(line) { skip(); }
  bool empty() const { return at_ >= line_.size(); }
  std::size_t place() const { return at_; }
  std::string_view peek() const {
    return line_.substr(at_, line_.find_first_of(blanks, at_) - at_);
  }
  void next() {
    at_ += peek().size();
    skip();
  }

 private:
  static constexpr std::string_view blanks = " \t\r";
  void skip() { at_ = std::min(line_.find_first_not_of(blanks, at_), line_.size()); }
  std::string_view line_;
  std::size_t at_ = 0;
};

/// Reads the start, if the line names one; leaves `words` on the first move.
Result<Setup> read_start(Words& words, std::string_view line, Variant v) {
  Setup start = start_setup(v);
  if (words.peek() == "startpos") {
    words.next();
  } else if (words.peek() == "sfen") {
    words.next();
    const std::size_t begin = words.place();
    std::size_t end = begin;
    while (!words.empty() && words.peek() != "moves") {
      end = words.place() + words.peek().size();
      words.next();
    }
    const Result<Setup> read = read_sfen(line.substr(begin, end - begin), v);
    if (!read) return fail(read.error().message, begin + read.error().offset);
    if (const std::vector<std::string> faults = faults_of(*read); !faults.empty()) {
      return fail(faults.front(), begin);
    }
    start = *read;
  }
  if (words.peek() == "moves") words.next();
  return start;
}

template <class V>
Result<Problem> read_line(std::string_view text, RuleSet rules) {
  Words words(text);
  if (words.empty()) return fail("expected an opening, found nothing", 0);
  const Result<Setup> start = read_start(words, text, V::info.variant);
  if (!start) return tl::unexpected(start.error());
  Problem problem{*start, {}, rules};
  Line<V> line(Position<V>::from_unchecked(*start), rules);
  for (; !words.empty(); words.next()) {
    const Result<Move> move = read_usi_move(words.peek(), V::info.variant);
    if (!move) return fail(move.error().message, words.place() + move.error().offset);
    if (const MoveFault fault = line.position().fault_of(*move); fault != MoveFault::legal) {
      return fail(std::string(words.peek()) + ": " + std::string(describe(fault)), words.place());
    }
    if (line.outcome() || !line.is_legal(*move)) return fail("the game is over", words.place());
    line.play(*move);
    problem.moves.push_back(*move);
  }
  if (line.outcome()) return fail("the game is over", text.size());
  return problem;
}

/// The number of the match's game that a record claims to be; -1 when it does not.
int index_of(const Game& game, const MatchOptions& options) {
  const std::string_view round = game.tag(tags::round);
  int number = 0;
  const auto [end, error] = std::from_chars(round.data(), round.data() + round.size(), number);
  const bool read = error == std::errc() && end == round.data() + round.size();
  return read && number >= 1 && number <= options.games ? number - 1 : -1;
}

bool begins_with(const Game& game, const Problem& opening) {
  if (!(game.start == opening.start)) return false;
  const std::vector<Move> moves = game.moves.main_moves();
  return moves.size() >= opening.moves.size() &&
         std::equal(opening.moves.begin(), opening.moves.end(), moves.begin());
}

/// The first player's points in a game, in halves; no value without a result.
std::optional<int> half_points(const MatchGame& game) {
  switch (game.game.result) {
    case GameResult::draw:
      return 1;
    case GameResult::black_wins:
      return game.index % 2 == 0 ? 2 : 0;
    case GameResult::white_wins:
      return game.index % 2 == 0 ? 0 : 2;
    case GameResult::unknown:
      break;
  }
  return std::nullopt;
}

}  // namespace

Result<Problem> read_opening(std::string_view line, Variant v, RuleSet rules) {
  return with_variant(v, [&]<class V>(V) { return read_line<V>(line, rules); });
}

std::vector<MatchGame> played_games(std::span<const Game> records, const MatchPlayer& first,
                                    const MatchPlayer& second, const MatchOptions& options) {
  std::map<int, MatchGame> found;
  for (const Game& game : records) {
    const int number = index_of(game, options);
    if (number < 0 || game.result == GameResult::unknown) continue;
    const bool reversed = number % 2 != 0;
    const auto opening = static_cast<std::size_t>(number) / 2 % options.openings.size();
    const bool ours = game.tag(tags::black) == (reversed ? second : first).name &&
                      game.tag(tags::white) == (reversed ? first : second).name &&
                      game.variant == options.openings[opening].start.variant &&
                      begins_with(game, options.openings[opening]);
    if (!ours) continue;
    const bool failed = game.ending == Ending::error || game.ending == Ending::illegal_move;
    const std::string failure(failed ? game.tag("Termination") : std::string_view());
    found.emplace(number, MatchGame{number, game, failure});
  }
  std::vector<MatchGame> games;
  for (auto& [number, game] : found) games.push_back(std::move(game));
  return games;
}

MatchState match_state(std::span<const MatchGame> games, const MatchOptions& options) {
  MatchState state;
  std::map<int, int> first_of_pair;
  for (const MatchGame& game : games) {
    const std::optional<int> points = half_points(game);
    if (!points) continue;
    ++(*points == 2 ? state.score.wins : *points == 1 ? state.score.draws : state.score.losses);
    state.failures += !game.failure.empty();
    const auto [other, alone] = first_of_pair.emplace(game.index / 2, *points);
    if (!alone) ++state.score.pairs[static_cast<std::size_t>(other->second + *points)];
  }
  if (options.sprt) state.sprt = sprt(state.score, *options.sprt);
  return state;
}

}  // namespace yari
