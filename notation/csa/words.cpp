// Pieces by table; the summaries of servers.
#include "notation/csa/words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "notation/words/ending_words.h"
#include "text/text.h"

namespace yari {

namespace {

// Every pair of letters to the kind it names.
using Places = std::array<std::optional<Kind>, 26 * 26>;
constexpr std::size_t pair_of(std::string_view word) {
  return static_cast<std::size_t>(word[0] - 'A') * 26 + static_cast<std::size_t>(word[1] - 'A');
}
consteval Places places(const VariantInfo& game) {
  Places places{};
  for (const Kind k : all_kinds)
    if (game[k].exists) places[pair_of(game[k].csa)] = k;
  return places;
}
constexpr Places shogi_places = places(Shogi::info);
constexpr Places yari_places = places(YariShogi::info);

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

// One side of a summary: "NAME win".
struct Verdict {
  std::string_view name;
  std::string_view word;
};

// Names may have colons: a verdict ends where its word stands before one, or at the end.
Verdict take_verdict(std::string_view& rest) {
  std::size_t end = rest.size();
  for (const std::string_view word : {" win:", " lose:", " draw:"}) {
    const std::size_t at = rest.find(word);
    if (at != std::string_view::npos) end = std::min(end, at + word.size() - 1);
  }
  const std::string_view one = trimmed(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  const std::size_t blank = one.rfind(' ');
  if (blank == std::string_view::npos) return {one, {}};
  return {one.substr(0, blank), one.substr(blank + 1)};
}

GameResult summary_result(std::string_view line, std::string_view black, std::string_view white) {
  std::string_view rest = line.substr(csa_summary_mark.size());
  rest.remove_prefix(std::min(rest.find(':'), rest.size()));
  if (!rest.empty()) rest.remove_prefix(1);
  Verdict first = take_verdict(rest);
  Verdict second = take_verdict(rest);
  if (first.name == white && first.name != black) std::swap(first, second);
  if (first.word == "win" && second.word == "lose") return GameResult::black_wins;
  if (first.word == "lose" && second.word == "win") return GameResult::white_wins;
  return first.word == "draw" && second.word == "draw" ? GameResult::draw : GameResult::unknown;
}

}  // namespace

std::optional<Kind> csa_kind(std::string_view word, Variant v) {
  if (word.size() != 2 || !is_capital(word[0]) || !is_capital(word[1])) return std::nullopt;
  return (v == Variant::yari ? yari_places : shogi_places)[pair_of(word)];
}

std::string_view csa_word(Kind kind, Variant v) { return info(v)[kind].csa; }

std::optional<Outcome> csa_outcome(std::string_view word, Color side) {
  return outcome_of_word(Dialect::csa, word, side);
}

std::optional<Outcome> csa_server_outcome(std::string_view word, Color side) {
  struct ServerWord {
    std::string_view word, csa;
  };
  // Source: the server protocol of the CSA, and shogi-server.
  static constexpr ServerWord words[] = {
      {"RESIGN", "TORYO"},
      {"TIME_UP", "TIME_UP"},
      {"SENNICHITE", "SENNICHITE"},
      {"ILLEGAL_MOVE", "ILLEGAL_MOVE"},
      {"JISHOGI", "KACHI"},
      {"MAX_MOVES", "MAX_MOVES"},
      {"CHUDAN", "CHUDAN"},
      {"DRAW", "HIKIWAKE"},
      {"CENSORED", "CHUDAN"},
      {"ABNORMAL", "CHUDAN"},
      {"UCHIFUZUME", "ILLEGAL_MOVE"},
  };
  if (word == "OUTE_SENNICHITE") return Outcome{{}, Ending::perpetual_check};
  if (word == "ILLEGAL_ACTION") return Outcome{{}, Ending::illegal_move};
  for (const ServerWord& w : words)
    if (w.word == word) return csa_outcome(w.csa, side);
  return std::nullopt;
}

Outcome csa_summary(std::string_view line, std::string_view black, std::string_view white) {
  const std::string_view rest = line.substr(csa_summary_mark.size());
  const auto said = outcome_of_word(Dialect::server, rest.substr(0, rest.find(':')), Color::black);
  return {summary_result(line, black, white), said ? said->ending : Ending::unknown};
}

}  // namespace yari
