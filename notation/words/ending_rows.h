/// \file
/// Every way that games end, a row each: who wins by it, and what each format calls it.
///
/// A new ending is a number and a name in rules/outcome.h and a row here. Scanners, writers and
/// tables are made from the rows. Without its row an ending does not compile; what a row says is
/// tested in tests/notation/vocabulary_test.cpp.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "notation/words/ending_words.h"
#include "rules/outcome.h"

namespace yari {

/// One word of a row.
struct RowWord {
  /// `who` wins, where it is not the one that the row says.
  constexpr RowWord(const char* text = "", std::optional<Winner> who = {})
      : word(text), winner(who) {}

  std::string_view word;
  std::optional<Winner> winner;
  /// In a line with several words of endings any other counts before it.
  bool vague = false;
};

/// A word that says how a game ended only where no other word does. Of several such words the row
/// that comes first counts: "最大手数により引き分け" is a limit of moves.
constexpr RowWord vague(RowWord word) {
  word.vague = true;
  return word;
}

/// The words of a row in one dialect. Of several for one outcome the first is written.
class RowWords {
 public:
  constexpr RowWords() = default;
  constexpr RowWords(std::initializer_list<RowWord> words) {
    for (const RowWord& word : words) words_[size_++] = word;
  }
  constexpr const RowWord* begin() const { return words_.data(); }
  constexpr const RowWord* end() const { return words_.data() + size_; }
  constexpr std::size_t size() const { return size_; }

 private:
  std::array<RowWord, 16> words_{};
  std::size_t size_ = 0;
};

struct EndingRow {
  Ending ending = Ending::unknown;
  /// Who won by whose turn it is, when the record says no more.
  Winner winner = Winner::nobody;
  /// Who won when words name a side: "Black resigns". The mover is the side that is named.
  Winner named = Winner::other;
  /// A column for each Dialect.
  RowWords english = {}, kif = {}, csa = {}, server = {}, dojo = {}, usi = {}, usen = {};
  /// The last line of a KIF record says this ending if it holds any of these.
  RowWords footer_stems = {};
  /// What is written there when somebody won: ○ is the winner, ● the loser. Empty: "○の勝ち".
  std::string_view footer = {};
  /// The word of `kif` is written there instead, if there is one for the outcome.
  bool word_is_footer = false;
};

/// The first row counts in a line that holds words of several endings.
// clang-format off
inline constexpr EndingRow ending_rows[] = {
    {.ending = Ending::unknown},
    {.ending = Ending::resignation, .winner = Winner::other,
     .english = {"resign", "resigns", "resigned", "toryo", "gives up"},
     .kif = {"投了", "投了負け"}, .csa = {"TORYO"}, .server = {"toryo"}, .dojo = {"投了にて終局"}, .usi = {"resign"}, .usen = {"r"}},
    {.ending = Ending::abandoned,
     .english = {"unfinished", "unterminated", "interrupted", "adjourned", "chudan", "interrupt",
                 "suspended", "aborted", "abort", "break"},
     .kif = {"中断", vague("封じ手"), vague("封手"), "対局中断", vague("中止"), vague("打ち切り"),
             vague("打切り"), vague("指し掛け"), vague("指掛け")},
     .csa = {"CHUDAN", "MATTA"},
     .server = {"abnormal", "chudan"},
     .usi = {"interrupt", "break", "abort", "aborted", "suspend", "pause"}, .usen = {"p"}},
    {.ending = Ending::error, .kif = {vague("エラー")}, .csa = {"ERROR"}},
    {.ending = Ending::mate, .winner = Winner::other,
     .english = {"checkmate", "mated", "is mated", "is mate", "tsumi", "#", "is checkmated",
                 "checkmated"},
     .kif = {"詰み", "詰", "詰み負け"}, .csa = {"TSUMI"}, .usi = {"mate"},
     .footer_stems = {"詰み"}, .word_is_footer = true},
    {.ending = Ending::stalemate, .english = {"no moves"}},
    {.ending = Ending::repetition, .winner = Winner::draw, .named = Winner::draw,
     .english = {"sennichite", "repetition", "fourfold repetition", "rep_draw", "rep draw"},
     // ShogiGUI and cshogi: a position came back that is better, or worse, for the side to move.
     .kif = {"千日手", "千日手成立", "千日手引き分け", {"優等局面", Winner::mover}, {"劣等局面", Winner::other}},
     .csa = {"SENNICHITE"}, .server = {"sennichite"}, .dojo = {"千日手にて終局"},
     // The last two: the same board with more in the hand of the side to move, or less.
     .usi = {"rep_draw", {"rep_sup", Winner::mover}, {"rep_inf", Winner::other}},
     .footer_stems = {"優等局面", "劣等局面"}, .footer = "優等局面により○の勝ち"},
    {.ending = Ending::perpetual_check,
     .english = {"perpetual", "oute sennichite"},
     // MyShogi; the board knows who gave check, unless the words say who loses.
     .kif = {{"連続王手千日手反則負け", Winner::other}, {"連続王手の千日手反則負け", Winner::other},
             {"連続王手の千日手により反則負け", Winner::other}, {"連続王手の千日手負け", Winner::other},
             "王手連続千日手", "連続王手千日手", "連続王手の千日手", "王手千日手"},
     .server = {"oute_sennichite"},
     .usi = {"rep_check", {"rep_win", Winner::mover}, {"rep_lose", Winner::other}},
     .footer_stems = {"連続王手", "王手連続"}, .footer = "連続王手の千日手により○の勝ち"},
    // Agreed on, it is a draw or goes by points; what words say is a draw.
    {.ending = Ending::impasse,
     .english = {"jishogi"}, .kif = {{"持将棋", Winner::draw}, {"持将棋成立", Winner::draw}, {"持将棋引き分け", Winner::draw}},
     .csa = {{"JISHOGI", Winner::draw}},
     .server = {"jishogi"}, .dojo = {{"持将棋にて終局", Winner::draw}},
     .usi = {{"jishogi", Winner::draw}}, .usen = {{"j", Winner::draw}}},
    {.ending = Ending::move_limit, .winner = Winner::draw, .named = Winner::draw,
     .english = {"max moves", "maximum moves", "max-moves", "move limit"},
     .kif = {vague("最大手数"), vague("最大手数超過"), vague("手数制限"), vague("最大手数到達"),
             vague("最大手数による引き分け"), vague("最長手数"), vague("手数オーバー")},
     .csa = {"MAX_MOVES"}, .server = {"max_moves"}, .usi = {"max_moves", "max_ply"}},
    {.ending = Ending::timeout, .winner = Winner::other,
     .english = {"time", "time up", "time out", "time forfeit", "loses on time", "lost on time",
                 "flag", "on time", "timed out", "time over", "timeup", "time-up", "time-out",
                 "timeover"},
     .kif = {"切れ負け", "時間切れ", "時間切れ負け", "Time-up", "切負け", "時間負け", "時間切負け",
             {"時間切れ勝ち", Winner::mover}, {"切れ勝ち", Winner::mover}},
     .csa = {"TIME_UP"},
     .server = {"time up"}, .dojo = {"時間切れにて終局"},
     .usi = {"timeout", "time_up", "timeup"}, .usen = {"t"},
     .footer_stems = {"時間切れ", "切れ負け", "切負け", "時間負け"}, .footer = "時間切れにより○の勝ち"},
    {.ending = Ending::declaration, .winner = Winner::mover, .named = Winner::mover,
     .english = {"nyugyoku", "entering king", "declares", "declares victory", "win by declaration",
                 "kachi"},
     .kif = {"入玉勝ち", "入玉宣言", "勝ち宣言", "宣言勝ち", "入玉宣言勝ち", "入玉勝"},
     .csa = {"KACHI"}, .server = {"kachi"}, .usi = {"win", "nyugyoku", "declare"},
     .footer_stems = {"入玉", "宣言"}, .footer = "○の入玉勝ち"},
    // The move was made, and it is the winner's turn; most words stand in its place instead.
    {.ending = Ending::illegal_move, .winner = Winner::mover,
     .english = {"illegal", "makes an illegal move", "illegal-move"},
     .kif = {{"反則負け", Winner::other}, {"反則", Winner::other}, "反則勝ち", {"不正着手負け", Winner::other},
             {"反則手", Winner::other}, {"反則負", Winner::other}, "反則勝"},
     .csa = {{"ILLEGAL_MOVE", Winner::other}, {"+ILLEGAL_ACTION", Winner::white},
             {"-ILLEGAL_ACTION", Winner::black}},
     .server = {"illegal move", "uchifuzume", "illegal kachi"},
     .dojo = {{"反則手にて終局", Winner::nobody}, {"反則にて終局", Winner::nobody}},
     .footer_stems = {"反則", "二歩", "打ち歩詰", "打歩詰", "王手放置", "二手指し", "不正着手"}, .footer = "●の反則負け"},
    {.ending = Ending::general_taken, .winner = Winner::other,
     .english = {"king taken", "king captured", "general captured"}},
    {.ending = Ending::forfeit,
     .english = {"no show", "fusensho", "did not appear"},
     .kif = {{"不戦敗", Winner::other}, {"不戦勝", Winner::mover}, {"不戦負", Winner::other},
             {"不戦負け", Winner::other}, {"不戦勝ち", Winner::mover}},
     .footer_stems = {"不戦"}, .word_is_footer = true},
    {.ending = Ending::no_mate,
     .english = {"fuzumi"}, .kif = {"不詰"}, .csa = {"FUZUMI"}},
    {.ending = Ending::draw_agreed, .winner = Winner::draw, .named = Winner::draw,
     .english = {"draw", "draw by agreement", "agreed draw", "hikiwake"},
     .kif = {vague("引き分け"), vague("引分け"), vague("引分"), vague("引きわけ"), vague("合意引き分け"),
             vague("合意による引き分け"), vague("無勝負")},
     .csa = {"HIKIWAKE"}, .usi = {"draw"}},
};
// clang-format on

namespace detail {
/// The place of each ending's row; the compiler refuses an ending that has none, or two.
inline constexpr auto places_of_endings = [] {
  std::array<std::size_t, std::size_t{ending_count}> places{};
  std::array<int, std::size_t{ending_count}> rows{};
  for (std::size_t i = 0; i < std::size(ending_rows); ++i) {
    const auto ending = static_cast<std::size_t>(ending_rows[i].ending);
    places[ending] = i;
    ++rows[ending];
  }
  for (const int n : rows)
    if (n != 1) throw "an ending has no row, or two";
  return places;
}();
}  // namespace detail

constexpr const EndingRow& row_of(Ending e) {
  return ending_rows[detail::places_of_endings[static_cast<std::size_t>(e)]];
}

}  // namespace yari
