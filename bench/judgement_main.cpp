// How well annotation finds the mistakes that references of far more effort see.
//
//   judgement games VARIANT KIND COUNT NODES SEED > GAMES
//   judgement reference NODES [ENGINE] < GAMES > TRUTH
//   judgement measure NODES [SCREEN] < TRUTH
//   judgement agreed NODES TRUTH TRUTH [SCREEN]
//
// `games` has the built-in engine play itself: KIND `even` searches NODES a move, `blunders` 200,
// with a random move one time in ten. Each game begins with six moves picked among the engine's
// four best. A line of GAMES: the variant and the moves in USI.
// `reference` annotates them with NODES at every position, after the mate solver, by the built-in
// engine or by the USI program ENGINE, and adds after every move what it lost: points of win
// chance, and `!` where it is a mistake or worse.
// `measure` annotates with an average of NODES and prints precision, recall and F1 of mistakes and
// blunders, and the share of the nodes it took. SCREEN is that of AnnotateOptions: 100 gives every
// position the same.
// `agreed` takes two references of the same games: a mistake is a move that both call one, a sound
// move loses less than 5 points by both. It prints how many of the mistakes are found and how many
// sound moves are blamed, with 95 % intervals.
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <iostream>
#include <memory>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/annotate/annotate.h"
#include "analysis/engine/builtin.h"
#include "analysis/usi/process.h"
#include "analysis/usi/usi_client.h"
#include "rules/outcome.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace yari::bench {
namespace {

constexpr int longest_game = 160;

template <class V>
class Player {
 public:
  Player(std::uint64_t nodes, bool blunders, std::uint64_t seed)
      : limits_{.nodes = blunders ? 200 : nodes}, blunders_(blunders), rng_(seed) {}

  std::string play() {
    engine_.new_game();
    Line<V> line(Position<V>::start());
    GamePosition position{start_setup(V::info.variant), {}, RuleSet::standard};
    std::string text(info(V::info.variant).id);
    for (int ply = 0; ply < longest_game && !line.outcome(); ++ply) {
      const Move m = ply < 6 ? opening_move(position) : choose(line.position(), position);
      text += ' ' + write_usi_move(m, V::info.variant);
      line.play(m);
      position.moves.push_back(m);
    }
    return text;
  }

 private:
  std::uint64_t below(std::uint64_t n) { return rng_() % n; }

  Move opening_move(const GamePosition& position) {
    const Analysis a = engine_.analyze(position, {.nodes = 2000, .multipv = 4});
    return a.lines[below(a.lines.size())].pv.front();
  }

  Move choose(const Position<V>& p, const GamePosition& position) {
    if (blunders_ && below(10) == 0) {
      const MoveList moves = p.legal_moves();
      return moves[static_cast<int>(below(static_cast<std::uint64_t>(moves.size())))];
    }
    return engine_.analyze(position, limits_).best();
  }

  BuiltinEngine engine_{{.hash_mib = 8}};
  Limits limits_;
  bool blunders_;
  std::mt19937_64 rng_;
};

/// What a reference says about a move.
struct Verdict {
  double loss = 0;
  bool is_mistake = false;
  bool is_sound() const { return !is_mistake && loss < AnnotateOptions{}.inaccuracy; }
};

struct Truth {
  Game game;
  std::vector<Verdict> verdicts;
};

/// "VARIANT MOVE [=LOSS[!]] MOVE [=LOSS[!]] ...".
Truth read_line(const std::string& text) {
  std::istringstream in(text);
  std::string word;
  in >> word;
  Truth truth;
  truth.game.variant = *variant_named(word);
  truth.game.start = start_setup(truth.game.variant);
  NodeId node = root_node;
  while (in >> word) {
    if (word.front() == '=')
      truth.verdicts.push_back({std::stod(word.substr(1)), word.back() == '!'});
    else
      node = truth.game.moves.add(node, *read_usi_move(word, truth.game.variant));
  }
  return truth;
}

bool is_mistake(const JudgedMove& m) { return m.judgement >= Judgement::mistake; }

void write_reference(std::uint64_t nodes, const std::string& program) {
  AnnotateOptions options;
  options.screen = 99;  // the same for every position, after the mate solver
  std::unique_ptr<Engine> engine;
  for (std::string line; std::getline(std::cin, line);) {
    const Game game = read_line(line).game;
    if (program.empty() && !engine)
      engine = std::make_unique<BuiltinEngine>(BuiltinOptions{.hash_mib = 64});
    if (!engine) {
      UsiSettings settings;
      settings.command = split_command(program).value();
      engine = std::make_unique<UsiEngine>(std::move(settings));
    }
    const Annotation a = annotate(game, *engine, {.nodes = nodes}, options);
    std::string text(info(game.variant).id);
    for (const JudgedMove& m : a.moves)
      text += fmt::format(" {} ={:.1f}{}", write_usi_move(m.move, game.variant), m.loss,
                          is_mistake(m) ? "!" : "");
    std::cout << text << std::endl;
  }
}

struct Tally {
  int moves = 0;
  int found = 0;
  int missed = 0;
  int sound = 0;
  int blamed = 0;
  int wrong = 0;
  double nodes = 0;
};

void add(Tally& tally, const Game& game, const std::vector<Verdict>& first,
         const std::vector<Verdict>& second, std::uint64_t nodes, double screen) {
  static BuiltinEngine engine({.hash_mib = 16});
  AnnotateOptions options;
  options.screen = screen;
  const Annotation a = annotate(game, engine, {.nodes = nodes}, options);
  for (std::size_t i = 0; i < a.moves.size(); ++i) {
    const bool mistake = first[i].is_mistake && second[i].is_mistake;
    const bool sound = first[i].is_sound() && second[i].is_sound();
    const bool found = is_mistake(a.moves[i]);
    ++tally.moves;
    tally.found += mistake && found;
    tally.missed += mistake && !found;
    tally.wrong += !mistake && found;
    tally.sound += sound;
    tally.blamed += sound && found;
  }
  tally.nodes += static_cast<double>(a.nodes);
}

void print_share_of_nodes(const Tally& s, std::uint64_t nodes) {
  fmt::print("{:.2f} of the limit used\n", s.nodes / s.moves / static_cast<double>(nodes));
}

void measure(std::uint64_t nodes, double screen) {
  Tally s;
  for (std::string line; std::getline(std::cin, line);) {
    const Truth truth = read_line(line);
    add(s, truth.game, truth.verdicts, truth.verdicts, nodes, screen);
  }
  const double precision = s.found / std::max(1.0, double(s.found + s.wrong));
  const double recall = s.found / std::max(1.0, double(s.found + s.missed));
  fmt::print(
      "{} moves, {} mistakes, {} found, {} wrong: precision {:.3f} recall {:.3f} F1 {:.3f}; ",
      s.moves, s.found + s.missed, s.found, s.wrong, precision, recall,
      2 * precision * recall / std::max(1e-9, precision + recall));
  print_share_of_nodes(s, nodes);
}

/// "34 of 40 (85.0 %, 70.9 to 92.9)": Wilson's interval.
std::string share(int part, int whole) {
  const double n = std::max(1, whole), p = part / n, z = 1.96, zz = z * z / n;
  const double middle = (p + zz / 2) / (1 + zz);
  const double half = z * std::sqrt(p * (1 - p) / n + zz / (4 * n)) / (1 + zz);
  return fmt::format("{} of {} ({:.1f} %, {:.1f} to {:.1f})", part, whole, 100 * p,
                     100 * (middle - half), 100 * (middle + half));
}

void measure_agreed(std::uint64_t nodes, double screen, const char* first, const char* second) {
  std::ifstream one(first), other(second);
  Tally s;
  int games = 0;
  for (std::string a, b; std::getline(one, a) && std::getline(other, b);) {
    const Truth truth = read_line(a), also = read_line(b);
    if (truth.game.moves != also.game.moves || truth.verdicts.size() != also.verdicts.size())
      throw std::runtime_error("the references are of different games");
    add(s, truth.game, truth.verdicts, also.verdicts, nodes, screen);
    ++games;
  }
  fmt::print("{} games, {} moves; mistakes found: {}; sound moves blamed: {}; ", games, s.moves,
             share(s.found, s.found + s.missed), share(s.blamed, s.sound));
  print_share_of_nodes(s, nodes);
}

}  // namespace
}  // namespace yari::bench

int main(int count, char** words) {
  using namespace yari;
  const std::string_view verb = count > 1 ? words[1] : "";
  if (verb == "games" && count == 7) {
    with_variant(*variant_named(words[2]), [&]<class V>(V) {
      bench::Player<V> player(std::stoull(words[5]), words[3] == std::string_view("blunders"),
                              std::stoull(words[6]));
      for (int i = std::stoi(words[4]); i > 0; --i) std::cout << player.play() << std::endl;
    });
  } else if (verb == "reference" && count >= 3) {
    bench::write_reference(std::stoull(words[2]), count > 3 ? words[3] : "");
  } else if (verb == "measure" && count >= 3) {
    bench::measure(std::stoull(words[2]),
                   count > 3 ? std::stod(words[3]) : AnnotateOptions{}.screen);
  } else if (verb == "agreed" && count >= 5) {
    bench::measure_agreed(std::stoull(words[2]),
                          count > 5 ? std::stod(words[5]) : AnnotateOptions{}.screen, words[3],
                          words[4]);
  } else {
    std::cerr << "usage: see the first lines of bench/judgement_main.cpp\n";
    return 2;
  }
}
