// Programs add counters and remarks of their own after the moves: such a line is no evaluation.
#include "notation/csa/evaluation.h"

#include <charconv>

#include "notation/csa/move_text.h"
#include "notation/text.h"

namespace yari {

namespace {

template <class T>
bool read_whole(std::string_view text, T& value) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stop == end && is_digit(text.back());
}

}  // namespace

std::optional<Evaluation> read_csa_evaluation(std::string_view text,
                                              const Position<Shogi>& position) {
  constexpr int most = 100'000'000;
  Evaluation e;
  Position<Shogi> line = position;
  bool scored = false;
  bool passed = false;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    if (!scored) {
      if (!read_whole(word, e.score) || e.score > most || e.score < -most) return std::nullopt;
      scored = true;
    } else if (word[0] == '#') {
      if (e.nodes != 0 || !read_whole(word.substr(1), e.nodes)) return std::nullopt;
    } else if (word == "%PASS") {
      passed = true;
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
