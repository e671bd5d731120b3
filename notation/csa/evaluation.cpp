// Programs add counters and remarks of their own after the moves: such a line is no evaluation.
#include "notation/csa/evaluation.h"

#include <utility>

#include "notation/csa/move_text.h"
#include "text/text.h"

namespace yari {

std::optional<Evaluation> read_csa_evaluation(std::string_view text,
                                              const Position<Shogi>& position,
                                              std::string_view played) {
  Evaluation e;
  Position<Shogi> line = position;
  bool scored = false;
  bool passed = false;
  bool begun = false;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    if (!scored) {
      const std::optional<int> score = whole_number<int>(word);
      if (!score || *score > most_score || *score < -most_score) return std::nullopt;
      e.score = *score;
      scored = true;
    } else if (word[0] == '#') {
      const auto nodes = whole_number<std::uint64_t>(word.substr(1));
      if (e.nodes != 0 || !nodes) return std::nullopt;
      e.nodes = *nodes;
    } else if (word == "%PASS") {
      passed = true;
    } else if (!std::exchange(begun, true) && !played.empty() && word == played) {
      continue;
    } else {
      const std::optional<CsaMove> move = read_csa_move(word);
      if (passed || !move) return std::nullopt;
      const auto m = csa_meaning(line, *move);
      if (!m) return std::nullopt;
      line.play(*m);
      e.pv.push_back(*m);
    }
  }
  return scored ? std::optional<Evaluation>(std::move(e)) : std::nullopt;
}

}  // namespace yari
