// The fields are taken apart by what they look like: some programs leave some out.
#include "rules/foreign_fen.h"

#include <algorithm>
#include <vector>

#include "text/text.h"

namespace yari {

namespace {

bool is_count(std::string_view field) {
  return !field.empty() && field.find_first_not_of("0123456789") == field.npos;
}

std::vector<std::string_view> fields_of(std::string_view text) {
  std::vector<std::string_view> fields;
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text))
    fields.push_back(word);
  return fields;
}

}  // namespace

std::optional<ForeignFen> read_foreign_fen(std::string_view fen) {
  const std::vector<std::string_view> fields = fields_of(fen);
  if (fields.size() < 2) return std::nullopt;
  std::string_view board = fields[0], hands = "-";
  const std::size_t bracket = board.find('[');
  const bool in_brackets = bracket != board.npos && board.ends_with(']');
  if (in_brackets) {
    hands = board.substr(bracket + 1, board.size() - bracket - 2);
    board = board.substr(0, bracket);
  }
  if (fields[1] != "w" && fields[1] != "b") return std::nullopt;
  // "w - - 0 1", "w 0 1" or "w 1": nothing but the counters and fields that Shogi leaves empty.
  std::vector<std::string_view> counters;
  for (std::size_t i = 2; i < fields.size(); ++i) {
    if (fields[i] == "-") continue;
    if (!is_count(fields[i])) return std::nullopt;
    counters.push_back(fields[i]);
  }
  if (!in_brackets && counters.size() != 2) return std::nullopt;
  std::string sfen(board);
  sfen += fields[1] == "w" ? " b " : " w ";
  sfen += hands.empty() ? std::string_view("-") : hands;
  // The last counter counts pairs of moves, and SFEN's single ones.
  constexpr int most_pairs = 400'000;
  const int pairs = counters.empty() ? 1 : whole_number<int>(counters.back()).value_or(1);
  const int number = 2 * (std::clamp(pairs, 1, most_pairs) - 1) + (fields[1] == "w" ? 1 : 2);
  return ForeignFen{sfen + ' ' + std::to_string(number), in_brackets};
}

}  // namespace yari
