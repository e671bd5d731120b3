// How well annotation at little effort finds the mistakes that a hundred times the effort sees.
//
//   judgement games VARIANT KIND COUNT NODES SEED > GAMES
//   judgement reference NODES < GAMES > TRUTH
//   judgement measure NODES [SCREEN [REFERENCE]] < TRUTH
//
// `games` has the built-in engine play itself: KIND `even` searches NODES a move, `blunders` 200,
// with a random move one time in ten. Each game begins with six moves picked among the engine's
// four best. A line of GAMES: the variant and the moves in USI.
// `reference` annotates them with NODES at every position, after the mate solver, and adds behind
// every move what it found: the scores before and after it and the better move.
// `measure` annotates with an average of NODES and prints precision, recall and F1 of mistakes and
// blunders, and the share of the nodes it took. SCREEN is that of AnnotateOptions: 100 gives every
// position the same. REFERENCE is the number of nodes behind TRUTH, unless it is 100 times NODES.
#include <cstdio>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/annotate/annotate.h"
#include "analysis/annotate/judge.h"
#include "analysis/engine/builtin.h"
#include "analysis/engine/win_chance.h"
#include "rules/outcome.h"
#include "rules/sfen.h"

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
    Problem problem{start_setup(V::info.variant), {}, RuleSet::standard};
    std::string text(info(V::info.variant).id);
    for (int ply = 0; ply < longest_game && !line.outcome(); ++ply) {
      const Move m = ply < 6 ? opening_move(problem) : choose(line.position(), problem);
      text += ' ' + write_usi_move(m, V::info.variant);
      line.play(m);
      problem.moves.push_back(m);
    }
    return text;
  }

 private:
  std::uint64_t below(std::uint64_t n) { return rng_() % n; }

  Move opening_move(const Problem& problem) {
    const Analysis a = engine_.analyze(problem, {.nodes = 2000, .multipv = 4});
    return a.lines[below(a.lines.size())].pv.front();
  }

  Move choose(const Position<V>& p, const Problem& problem) {
    if (blunders_ && below(10) == 0) {
      const MoveList moves = p.legal_moves();
      return moves[static_cast<int>(below(static_cast<std::uint64_t>(moves.size())))];
    }
    return engine_.analyze(problem, limits_).best();
  }

  BuiltinEngine engine_{{.hash_mib = 8}};
  Limits limits_;
  bool blunders_;
  std::mt19937_64 rng_;
};

struct Truth {
  Game game;
  std::vector<JudgedMove> moves;
};

std::string text_of(Score score) { return (score.mate ? "m" : "") + std::to_string(score.value); }

Score read_score(const std::string& text) {
  const bool mate = text.front() == 'm';
  return {std::stoi(text.substr(mate)), mate};
}

/// What the reference found out about a move: "BEFORE,AFTER,BETTER".
JudgedMove read_move(const std::string& text, Variant v) {
  std::istringstream in(text);
  std::string before, after, better;
  std::getline(std::getline(std::getline(in, before, ','), after, ','), better);
  JudgedMove m;
  m.before = read_score(before);
  m.after = read_score(after);
  if (better != "-") m.better = {*read_usi_move(better, v)};
  return m;
}

/// "VARIANT MOVE [REFERENCE] MOVE [REFERENCE] ...".
Truth read_line(const std::string& text) {
  std::istringstream in(text);
  std::string word;
  in >> word;
  Truth truth;
  truth.game.variant = *variant_named(word);
  truth.game.start = start_setup(truth.game.variant);
  NodeId node = root_node;
  while (in >> word) {
    if (word.find(',') != word.npos) {
      truth.moves.push_back(read_move(word, truth.game.variant));
      truth.moves.back().move = truth.game.moves.move(node);
    } else {
      node = truth.game.moves.add(node, *read_usi_move(word, truth.game.variant));
    }
  }
  return truth;
}

void write_reference(std::uint64_t nodes) {
  BuiltinEngine engine({.hash_mib = 64});
  AnnotateOptions options;
  options.screen = 99;  // the same for every position, after the mate solver
  for (std::string line; std::getline(std::cin, line);) {
    const Game game = read_line(line).game;
    const Annotation a = annotate(game, engine, {.nodes = nodes}, options);
    std::string text(info(game.variant).id);
    for (const JudgedMove& m : a.moves) {
      const bool knows = !m.better.empty() && !m.only_move;
      text += ' ' + write_usi_move(m.move, game.variant) + ' ' + text_of(m.before) + ',' +
              text_of(m.after) + ',' +
              (knows ? write_usi_move(m.better.front(), game.variant) : "-");
    }
    std::cout << text << std::endl;
  }
}

struct Tally {
  int moves = 0;
  int found = 0;
  int missed = 0;
  int wrong = 0;
  double nodes = 0;
};

void print(const Tally& s, std::uint64_t nodes) {
  const double precision = s.found / std::max(1.0, double(s.found + s.wrong));
  const double recall = s.found / std::max(1.0, double(s.found + s.missed));
  std::printf(
      "%d moves, %d mistakes, %d found, %d wrong: precision %.3f recall %.3f F1 %.3f; %.2f of the "
      "limit used\n",
      s.moves, s.found + s.missed, s.found, s.wrong, precision, recall,
      2 * precision * recall / std::max(1e-9, precision + recall),
      s.nodes / s.moves / static_cast<double>(nodes));
}

void measure(std::uint64_t nodes, double screen, std::uint64_t reference) {
  BuiltinEngine engine({.hash_mib = 16});
  AnnotateOptions options;
  options.screen = screen;
  Tally score;
  for (std::string line; std::getline(std::cin, line);) {
    Truth truth = read_line(line);
    const ChanceModel chance = network_chances(truth.game.variant);
    const Annotation a = annotate(truth.game, engine, {.nodes = nodes}, options);
    for (std::size_t i = 0; i < a.moves.size(); ++i) {
      JudgedMove& t = truth.moves[i];
      t.chance_before = chance(t.before, reference);
      t.chance_after = chance(t.after, reference);
      judge(t, options);
      const bool mistake = t.judgement >= Judgement::mistake;
      const bool found = a.moves[i].judgement >= Judgement::mistake;
      ++score.moves;
      score.found += mistake && found;
      score.missed += mistake && !found;
      score.wrong += !mistake && found;
    }
    score.nodes += static_cast<double>(a.nodes);
  }
  print(score, nodes);
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
  } else if (verb == "reference" && count == 3) {
    bench::write_reference(std::stoull(words[2]));
  } else if (verb == "measure" && count >= 3) {
    const std::uint64_t nodes = std::stoull(words[2]);
    bench::measure(nodes, count > 3 ? std::stod(words[3]) : AnnotateOptions{}.screen,
                   count > 4 ? std::stoull(words[4]) : 100 * nodes);
  } else {
    std::cerr << "usage: see the first lines of bench/judgement_main.cpp\n";
    return 2;
  }
}
