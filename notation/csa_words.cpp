// Tables, searched from the front: the first word that says an outcome is the one written.
#include "notation/csa_words.h"

#include "notation/ending_words.h"

namespace yari {

namespace {

struct KindWord {
  std::string_view word;
  Kind kind;
};

constexpr KindWord shogi_kinds[] = {
    {"FU", Shogi::P},  {"KY", Shogi::L},  {"KE", Shogi::N},  {"GI", Shogi::S},  {"KI", Shogi::G},
    {"KA", Shogi::B},  {"HI", Shogi::R},  {"OU", Shogi::K},  {"TO", Shogi::PP}, {"NY", Shogi::PL},
    {"NK", Shogi::PN}, {"NG", Shogi::PS}, {"UM", Shogi::PB}, {"RY", Shogi::PR}};

constexpr KindWord yari_kinds[] = {
    {"FU", YariShogi::P},   {"KE", YariShogi::YN},  {"KA", YariShogi::YB},
    {"HI", YariShogi::YR},  {"OU", YariShogi::G},   {"TO", YariShogi::PP},
    {"NK", YariShogi::PYN}, {"UM", YariShogi::PYB}, {"RY", YariShogi::PYR}};

template <class F>
auto find_kind(Variant v, F fits) -> std::optional<KindWord> {
  const auto search = [&](const auto& table) -> std::optional<KindWord> {
    for (const KindWord& k : table) {
      if (fits(k)) return k;
    }
    return std::nullopt;
  };
  return v == Variant::yari ? search(yari_kinds) : search(shogi_kinds);
}

constexpr EndingWord endings[] = {
    {"TORYO", Ending::resignation, Winner::other},
    {"CHUDAN", Ending::abandoned, Winner::nobody},
    {"SENNICHITE", Ending::repetition, Winner::draw},
    {"KACHI", Ending::declaration, Winner::mover},
    {"HIKIWAKE", Ending::draw_agreed, Winner::draw},
    {"JISHOGI", Ending::impasse, Winner::draw},
    {"TIME_UP", Ending::timeout, Winner::other},
    {"ILLEGAL_MOVE", Ending::illegal_move, Winner::other},
    {"+ILLEGAL_ACTION", Ending::illegal_move, Winner::white},
    {"-ILLEGAL_ACTION", Ending::illegal_move, Winner::black},
    {"TSUMI", Ending::mate, Winner::other},
    {"FUZUMI", Ending::no_mate, Winner::nobody},
    {"ERROR", Ending::error, Winner::nobody},
    {"MATTA", Ending::abandoned, Winner::nobody},
    {"MAX_MOVES", Ending::impasse, Winner::draw},
};

}  // namespace

std::optional<Kind> csa_kind(std::string_view word, Variant v) {
  const auto k = find_kind(v, [&](const KindWord& w) { return w.word == word; });
  return k ? std::optional<Kind>(k->kind) : std::nullopt;
}

std::string_view csa_word(Kind kind, Variant v) {
  const auto k = find_kind(v, [&](const KindWord& w) { return w.kind == kind; });
  return k ? k->word : std::string_view();
}

std::optional<Outcome> csa_outcome(std::string_view word, Color side) {
  return outcome_of_word(endings, word, side);
}

std::string_view csa_word(const Outcome& outcome, Color side) {
  return word_of_outcome(endings, outcome, side);
}

}  // namespace yari
