// Every word of every row, read back by the reader of its dialect: what it says stands here again.
#include <algorithm>
#include <array>
#include <tuple>

#include "notation/csa/words.h"
#include "notation/hodges/move_text.h"
#include "notation/words/ending_words.h"
#include "notation/words/handicap_text.h"
#include "notation/words/japanese.h"
#include "rules/start.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(at), text.size());
    if (end != 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

// A game of one move, Black's, that ends with `word`; the side to move, or named, is White.
std::string record_ending_with(Dialect d, const std::string& word) {
  switch (d) {
    case Dialect::english:
      return "[Variant \"Shogi\"]\n\n1. P-7f {White " + word + "}\n";
    case Dialect::kif:
      return "手合割：平手\n   1 ７六歩(77)\n   2 " + word + "\n";
    case Dialect::csa:
      return "PI\n+\n+7776FU\n%" + word + "\n";
    case Dialect::server:
      return "PI\n+\n+7776FU\n'summary:" + word + ":a lose:b win\n";
    case Dialect::dojo:
      return "手合割：平手\n   1 ７六歩(77)\n*" + word + "\n";
    case Dialect::usi:
      return "startpos moves 7g7f " + word + "\n";
    case Dialect::usen:
      return "~0.6y2." + word + "\n";
  }
  return {};
}

constexpr std::string_view formats_of_dialects[] = {"hodges", "kif", "csa", "csa",
                                                    "kif",    "usi", "usen"};

std::string end_said_by(Dialect d, const std::string& word) {
  const Format* format = format_named(formats_of_dialects[static_cast<std::size_t>(d)]);
  const ReadResult read = format->read(record_ending_with(d, word), {});
  if (!read.game || read.game->moves.main_plies() != 1) return "no game of one move";
  return std::string(name(read.game->result)) + ' ' + std::string(name(read.game->ending));
}

struct SaidByWords {
  Dialect dialect;
  std::string_view end;
  /// Between bars.
  std::string_view words;
};

constexpr SaidByWords said_by_words[] = {
    {Dialect::english, "1-0 resignation", "resign|resigns|resigned|toryo|gives up"},
    {Dialect::english, "1-0 mate",
     "checkmate|mated|is mated|is mate|tsumi|#|is checkmated|checkmated"},
    {Dialect::english, "1-0 stalemate", "no moves"},
    {Dialect::english, "1-0 timeout",
     "time|time up|time out|time forfeit|loses on time|lost on time|flag|on time|timed out|time "
     "over|timeup|time-up|time-out|timeover"},
    {Dialect::english, "1/2-1/2 repetition",
     "sennichite|repetition|fourfold repetition|rep_draw|rep draw"},
    {Dialect::english, "1-0 perpetual check", "perpetual|oute sennichite"},
    {Dialect::english, "1-0 impasse", "jishogi"},
    {Dialect::english, "1/2-1/2 move limit", "max moves|maximum moves|max-moves|move limit"},
    {Dialect::english, "0-1 declaration",
     "nyugyoku|entering king|declares|declares victory|win by declaration|kachi"},
    {Dialect::english, "1-0 illegal move", "illegal|makes an illegal move|illegal-move"},
    {Dialect::english, "1-0 general taken", "king taken|king captured|general captured"},
    {Dialect::english, "1-0 abandoned",
     "unfinished|unterminated|interrupted|adjourned|chudan|interrupt|suspended|aborted|abort|"
     "break"},
    {Dialect::english, "1-0 forfeit", "no show|fusensho|did not appear"},
    {Dialect::english, "1/2-1/2 draw agreed", "draw|draw by agreement|agreed draw|hikiwake"},
    {Dialect::english, "1-0 no mate", "fuzumi"},
    {Dialect::kif, "1-0 resignation", "投了|投了負け"},
    {Dialect::kif, "* abandoned", "中断|封じ手|封手|対局中断|中止|打ち切り|打切り|指し掛け|指掛け"},
    {Dialect::kif, "1-0 mate", "詰み|詰|詰み負け"},
    {Dialect::kif, "1/2-1/2 repetition", "千日手|千日手成立|千日手引き分け"},
    {Dialect::kif, "0-1 repetition", "優等局面"},
    {Dialect::kif, "1-0 repetition", "劣等局面"},
    {Dialect::kif, "1-0 perpetual check",
     "連続王手千日手反則負け|連続王手の千日手反則負け|連続王手の千日手により反則負け|"
     "連続王手の千日手負け"},
    {Dialect::kif, "* perpetual check",
     "王手連続千日手|連続王手千日手|連続王手の千日手|王手千日手"},
    {Dialect::kif, "1/2-1/2 impasse", "持将棋|持将棋成立|持将棋引き分け"},
    {Dialect::kif, "1/2-1/2 move limit",
     "最大手数|最大手数超過|手数制限|最大手数到達|最大手数による引き分け|最長手数|手数オーバー"},
    {Dialect::kif, "1-0 timeout",
     "切れ負け|時間切れ|時間切れ負け|Time-up|切負け|時間負け|時間切負け"},
    {Dialect::kif, "0-1 timeout", "時間切れ勝ち|切れ勝ち"},
    {Dialect::kif, "1-0 illegal move", "反則負け|反則|不正着手負け|反則手|反則負"},
    {Dialect::kif, "0-1 illegal move", "反則勝ち|反則勝"},
    {Dialect::kif, "0-1 declaration", "入玉勝ち|入玉宣言|勝ち宣言|宣言勝ち|入玉宣言勝ち|入玉勝"},
    {Dialect::kif, "1-0 forfeit", "不戦敗|不戦負|不戦負け"},
    {Dialect::kif, "0-1 forfeit", "不戦勝|不戦勝ち"},
    {Dialect::kif, "* no mate", "不詰"},
    {Dialect::kif, "1/2-1/2 draw agreed",
     "引き分け|引分け|引分|引きわけ|合意引き分け|合意による引き分け|無勝負"},
    {Dialect::kif, "* error", "エラー"},
    {Dialect::csa, "1-0 resignation", "TORYO"},
    {Dialect::csa, "* abandoned", "CHUDAN|MATTA"},
    {Dialect::csa, "1/2-1/2 repetition", "SENNICHITE"},
    {Dialect::csa, "0-1 declaration", "KACHI"},
    {Dialect::csa, "1/2-1/2 draw agreed", "HIKIWAKE"},
    {Dialect::csa, "1/2-1/2 impasse", "JISHOGI"},
    {Dialect::csa, "1/2-1/2 move limit", "MAX_MOVES"},
    {Dialect::csa, "1-0 timeout", "TIME_UP"},
    {Dialect::csa, "1-0 illegal move", "ILLEGAL_MOVE|-ILLEGAL_ACTION"},
    {Dialect::csa, "0-1 illegal move", "+ILLEGAL_ACTION"},
    {Dialect::csa, "1-0 mate", "TSUMI"},
    {Dialect::csa, "* no mate", "FUZUMI"},
    {Dialect::csa, "* error", "ERROR"},
    {Dialect::server, "0-1 resignation", "toryo"},
    {Dialect::server, "0-1 abandoned", "abnormal|chudan"},
    {Dialect::server, "0-1 timeout", "time up"},
    {Dialect::server, "0-1 illegal move", "illegal move|uchifuzume|illegal kachi"},
    {Dialect::server, "0-1 perpetual check", "oute_sennichite"},
    {Dialect::server, "0-1 repetition", "sennichite"},
    {Dialect::server, "0-1 impasse", "jishogi"},
    {Dialect::server, "0-1 move limit", "max_moves"},
    {Dialect::server, "0-1 declaration", "kachi"},
    {Dialect::dojo, "0-1 illegal move", "反則手にて終局|反則にて終局"},
    {Dialect::dojo, "1-0 resignation", "投了にて終局"},
    {Dialect::dojo, "1/2-1/2 repetition", "千日手にて終局"},
    {Dialect::dojo, "1/2-1/2 impasse", "持将棋にて終局"},
    {Dialect::dojo, "1-0 timeout", "時間切れにて終局"},
    {Dialect::usi, "1-0 resignation", "resign"},
    {Dialect::usi, "0-1 declaration", "win|nyugyoku|declare"},
    {Dialect::usi, "1-0 timeout", "timeout|time_up|timeup"},
    {Dialect::usi, "* abandoned", "interrupt|break|abort|aborted|suspend|pause"},
    {Dialect::usi, "1-0 mate", "mate"},
    {Dialect::usi, "1/2-1/2 repetition", "rep_draw"},
    {Dialect::usi, "0-1 repetition", "rep_sup"},
    {Dialect::usi, "1-0 repetition", "rep_inf"},
    {Dialect::usi, "* perpetual check", "rep_check"},
    {Dialect::usi, "0-1 perpetual check", "rep_win"},
    {Dialect::usi, "1-0 perpetual check", "rep_lose"},
    {Dialect::usi, "1/2-1/2 impasse", "jishogi"},
    {Dialect::usi, "1/2-1/2 move limit", "max_moves|max_ply"},
    {Dialect::usi, "1/2-1/2 draw agreed", "draw"},
    {Dialect::usen, "1-0 resignation", "r"},
    {Dialect::usen, "1-0 timeout", "t"},
    {Dialect::usen, "1/2-1/2 impasse", "j"},
    {Dialect::usen, "* abandoned", "p"},
};

}  // namespace

TEST_CASE("every word for an ending is read as what it says, and no other is in the tables") {
  std::array<std::size_t, std::size(formats_of_dialects)> words_said{};
  for (const SaidByWords& row : said_by_words) {
    for (const std::string& word : split(row.words, '|')) {
      INFO(word);
      CHECK(end_said_by(row.dialect, word) == row.end);
      ++words_said[static_cast<std::size_t>(row.dialect)];
    }
  }
  for (std::size_t d = 0; d < words_said.size(); ++d) {
    INFO("dialect " << d);
    CHECK(ending_words(static_cast<Dialect>(d)).size() == words_said[d]);
  }
}

TEST_CASE("the first word for an outcome is the one that is written") {
  for (const auto& [dialect, outcome, word] :
       std::initializer_list<std::tuple<Dialect, Outcome, std::string_view>>{
           {Dialect::kif, {GameResult::unknown, Ending::abandoned}, "中断"},
           {Dialect::kif, {GameResult::black_wins, Ending::mate}, "詰み"},
           {Dialect::kif, {GameResult::draw, Ending::impasse}, "持将棋"},
           {Dialect::kif, {GameResult::draw, Ending::draw_agreed}, "引き分け"},
           {Dialect::kif, {GameResult::white_wins, Ending::illegal_move}, "反則勝ち"},
           {Dialect::csa, {GameResult::unknown, Ending::abandoned}, "CHUDAN"},
           {Dialect::csa, {GameResult::draw, Ending::impasse}, "JISHOGI"},
           {Dialect::csa, {GameResult::black_wins, Ending::illegal_move}, "ILLEGAL_MOVE"},
           {Dialect::csa, {GameResult::white_wins, Ending::illegal_move}, "+ILLEGAL_ACTION"},
           {Dialect::usen, {GameResult::draw, Ending::impasse}, "j"},
           {Dialect::usen, {GameResult::draw, Ending::repetition}, ""}})
    CHECK(word_of_outcome(dialect, outcome, Color::white) == word);
}

TEST_CASE("an ending alone says who won by whose turn it is") {
  const std::string_view said_of_white[] = {"*", "1-0",     "1-0", "*",   "1-0",    "1/2-1/2",
                                            "*", "*",       "0-1", "0-1", "1-0",    "*",
                                            "*", "1/2-1/2", "*",   "*",   "1/2-1/2"};
  REQUIRE(std::size(said_of_white) == std::size_t{ending_count});
  for (int e = 0; e < ending_count; ++e) {
    INFO(name(Ending(e)));
    CHECK(name(result_for(Ending(e), Color::white)) == said_of_white[e]);
  }
}

TEST_CASE("the last line of a KIF record is written and read with the same words") {
  struct Row {
    std::string_view line;
    Outcome outcome;
  };
  for (const Row& row : std::initializer_list<Row>{
           {"で先手の勝ち", {GameResult::black_wins, Ending::resignation}},
           {"で詰み", {GameResult::black_wins, Ending::mate}},
           {"で時間切れにより先手の勝ち", {GameResult::black_wins, Ending::timeout}},
           {"で後手の反則負け", {GameResult::black_wins, Ending::illegal_move}},
           {"で後手の入玉勝ち", {GameResult::white_wins, Ending::declaration}},
           {"で不戦敗", {GameResult::black_wins, Ending::forfeit}},
           {"で千日手", {GameResult::draw, Ending::repetition}},
           {"で最大手数", {GameResult::draw, Ending::move_limit}},
           {"で引き分け", {GameResult::draw, Ending::stalemate}},
           {"で終局", {GameResult::unknown, Ending::general_taken}}}) {
    INFO(row.line);
    const std::string_view word = word_of_outcome(Dialect::kif, row.outcome, Color::white);
    CHECK(write_kif_footer(row.outcome, word, false) == row.line);
    const Outcome read = kif_footer(row.line, Color::white);
    CHECK(read.result == row.outcome.result);
    CHECK((read.ending == row.outcome.ending || word.empty() || row.line == "で先手の勝ち"));
  }
  const Outcome by_handicap{GameResult::white_wins, Ending::illegal_move};
  CHECK(write_kif_footer(by_handicap, "", true) == "で下手の反則負け");
  CHECK(kif_footer("まで2手で上手の宣言勝ち", Color::black) ==
        Outcome{GameResult::white_wins, Ending::declaration});
  // Of several words the one that says more counts.
  for (const char* limit : {"最大手数", "最大手数超過", "手数制限"})
    CHECK(kif_footer("まで256手で" + std::string(limit) + "により引き分け", Color::black) ==
          Outcome{GameResult::draw, Ending::move_limit});
  CHECK(kif_footer("まで256手で引き分け", Color::black).ending == Ending::draw_agreed);
  CHECK(kif_footer("まで256手で持将棋により引き分け", Color::black).ending == Ending::impasse);
}

namespace {

struct PieceSpelling {
  Kind kind;
  /// As Hodges notation writes it; beside it, between bars, what else it reads.
  std::string_view hodges;
  std::string_view csa;
  /// The first is written in moves.
  std::string_view kif;
  std::string_view on_boards;
  std::string_view drawn;
  /// Names of the handicap without it, or nothing.
  std::string_view handicaps;
};

constexpr PieceSpelling yari_spellings[] = {
    {YariShogi::P, "P", "FU", "歩", "歩", "歩", ""},
    {YariShogi::YN, "YN|N", "KE", "桂", "桂", "香桂", ""},
    {YariShogi::YB, "YB|B", "KA", "角", "角", "香角", ""},
    {YariShogi::YR, "YR|R", "HI", "飛", "飛", "香飛", ""},
    {YariShogi::G, "G|K", "OU", "玉|将|王", "玉", "将", ""},
    {YariShogi::PP, "+P", "TO", "と|成歩", "と", "香銀", ""},
    {YariShogi::PYN, "+YN|+N", "NK", "成桂|圭", "圭", "成桂", ""},
    {YariShogi::PYB, "+YB|+B", "UM", "馬|成角", "馬", "成角", ""},
    {YariShogi::PYR, "+YR|+R", "RY", "龍|竜|成飛", "龍", "飛車", ""}};
constexpr PieceSpelling shogi_spellings[] = {
    {Shogi::P, "P", "FU", "歩", "歩", "歩", ""},
    {Shogi::L, "L", "KY", "香", "香", "香", "香車落ち|香落ち"},
    {Shogi::N, "N", "KE", "桂", "桂", "桂", "桂馬落ち|桂落ち"},
    {Shogi::S, "S", "GI", "銀", "銀", "銀", "銀将落ち|銀落ち"},
    {Shogi::G, "G", "KI", "金", "金", "金", "金将落ち|金落ち"},
    {Shogi::B, "B", "KA", "角", "角", "角", "角行落ち|角落ち"},
    {Shogi::R, "R", "HI", "飛", "飛", "飛", "飛車落ち|飛落ち"},
    {Shogi::K, "K", "OU", "玉|王", "玉", "玉", ""},
    {Shogi::PP, "+P|T", "TO", "と|成歩", "と", "と", ""},
    {Shogi::PL, "+L", "NY", "成香|杏", "杏", "杏", ""},
    {Shogi::PN, "+N", "NK", "成桂|圭", "圭", "圭", ""},
    {Shogi::PS, "+S", "NG", "成銀|全", "全", "全", ""},
    {Shogi::PB, "+B|H", "UM", "馬|成角", "馬", "馬", ""},
    {Shogi::PR, "+R|D", "RY", "龍|竜|成飛", "龍", "龍", ""}};

template <class V>
std::optional<Kind> kind_in_hodges(const std::string& name) {
  MoveText move;
  if (read_move_text(name + "-5e", move) != name.size() + 3) return std::nullopt;
  return kind_of<V>(move);
}

template <class V>
void check_readers(const PieceSpelling& row) {
  const Variant v = V::info.variant;
  const KindInfo& piece = V::info[row.kind];
  INFO(row.hodges << " of " << V::info.name);
  const std::vector<std::string> kif = split(row.kif, '|');
  const std::string plus = is_promoted(row.kind) ? "+" : "";
  CHECK(plus + std::string(piece.hodges) == split(row.hodges, '|')[0]);
  for (const std::string& name : split(row.hodges, '|')) CHECK(kind_in_hodges<V>(name) == row.kind);
  CHECK(csa_kind(row.csa, v) == row.kind);
  CHECK(csa_word(row.kind, v) == row.csa);
  CHECK(kif_piece(row.kind, v) == kif[0]);
  CHECK(kif_board_piece(row.kind, v) == row.on_boards);
  CHECK(piece.kanji == row.drawn);
  CHECK(std::size_t(std::ranges::count_if(piece.kif, [](auto w) { return !w.empty(); })) ==
        kif.size());
  for (const std::string& word : kif) {
    std::string_view text = word;
    CHECK(take_kif_piece(text, v) == row.kind);
    CHECK(text.empty());
  }
  for (const std::string& name : split(row.handicaps, '|')) {
    const Result<Setup> setup = read_handicap_text(name, v);
    REQUIRE(setup);
    for (const Kind k : all_kinds) {
      const auto has = [&](const Setup& s) {
        int n = 0;
        for (int i = 0; i < V::info.squares(); ++i)
          n += s[Square(i)] == Piece(Color::white, k) ? 1 : 0;
        return n;
      };
      CHECK(has(*setup) == has(start_setup(v)) - (k == row.kind ? 1 : 0));
    }
  }
}

template <class V>
int kinds_of() {
  return static_cast<int>(
      std::ranges::count_if(V::info.kinds, [](const KindInfo& k) { return k.exists; }));
}

}  // namespace

TEST_CASE("every word for a piece is read as that piece, in both games") {
  for (const PieceSpelling& row : yari_spellings) check_readers<YariShogi>(row);
  for (const PieceSpelling& row : shogi_spellings) check_readers<Shogi>(row);
  CHECK(std::size(yari_spellings) == std::size_t(kinds_of<YariShogi>()));
  CHECK(std::size(shogi_spellings) == std::size_t(kinds_of<Shogi>()));
}

}  // namespace yari::test
