// Programs add counters and remarks of their own behind the moves: a line with those is not taken.
#include "notation/csa/evaluation.h"

#include <charconv>

#include "notation/csa/words.h"
#include "notation/text.h"

namespace yari {

namespace {

std::optional<Square> square(std::string_view two) {
  if (two[0] < '1' || two[0] > '9' || two[1] < '1' || two[1] > '9') return std::nullopt;
  return Square::at(two[0] - '1', two[1] - '1');
}

std::optional<Move> expected_move(const Position<Shogi>& position, std::string_view word) {
  const char sign = position.side_to_move() == Color::black ? '+' : '-';
  if (word.size() != 7 || word[0] != sign) return std::nullopt;
  const std::optional<Square> to = square(word.substr(3, 2));
  const std::optional<Square> from = square(word.substr(1, 2));
  const std::optional<Kind> after = csa_kind(word.substr(5), Variant::shogi);
  if (!to || !after) return std::nullopt;
  const Move m =
      from ? Move::board(*from, *to,
                         position.at(*from).empty() || position.at(*from).kind() != *after)
           : Move::drop(*after, *to);
  return position.is_legal(m) ? std::optional<Move>(m) : std::nullopt;
}

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
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    if (!scored) {
      if (!read_whole(word, e.score) || e.score > most || e.score < -most) return std::nullopt;
      scored = true;
    } else if (word[0] == '#') {
      if (e.nodes != 0 || !read_whole(word.substr(1), e.nodes)) return std::nullopt;
    } else {
      const std::optional<Move> m = expected_move(line, word);
      if (!m) return std::nullopt;
      line.play(*m);
      e.pv.push_back(*m);
    }
  }
  return scored ? std::optional<Evaluation>(std::move(e)) : std::nullopt;
}

}  // namespace yari
