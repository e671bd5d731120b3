// The handicaps of Shogi in kanji.
#include "notation/words/handicap_text.h"

#include <algorithm>
#include <array>
#include <string>

#include "notation/words/japanese.h"
#include "rules/start.h"
#include "text/ascii.h"
#include "text/text.h"

namespace yari {
namespace {

struct Word {
  std::string_view kif;
  std::string_view jkf;
  std::string_view english;
};

constexpr std::array<Word, 16> words{{
    {"平手", "HIRATE", "even"},
    {"香落ち", "KY", "Left lance"},
    {"右香落ち", "KY_R", "Right lance"},
    {"角落ち", "KA", "Bishop"},
    {"飛車落ち", "HI", "Rook"},
    {"飛香落ち", "HIKY", "Rook and left lance"},
    {"二枚落ち", "2", "Two pieces"},
    {"三枚落ち", "3", "Three pieces"},
    {"四枚落ち", "4", "Four pieces"},
    {"五枚落ち", "5", "Five pieces"},
    {"左五枚落ち", "5_L", "Five pieces, left knight"},
    {"六枚落ち", "6", "Six pieces"},
    {"左七枚落ち", "7_L", "Seven pieces, left silver"},
    {"右七枚落ち", "7_R", "Seven pieces, right silver"},
    {"八枚落ち", "8", "Eight pieces"},
    {"十枚落ち", "10", "Ten pieces"},
}};

// Names that say more than one start, or that KIF has no word for.
constexpr HandicapNames more_names[] = {{"Rook and right lance", "飛右香落ち"},
                                        {"Bishop and left lance", "角左香落ち"},
                                        {"Two lances", "両香落ち"},
                                        {"Two knights", "両桂落ち"},
                                        {"Seven pieces", "七枚落ち"},
                                        {"Nine pieces", "九枚落ち"},
                                        {"Nine pieces, left gold", "左九枚落ち"},
                                        {"Nineteen pieces", "十九枚落ち"},
                                        {"Bare king with three pawns", "歩三兵"}};
constexpr HandicapNames yari_names[] = {
    {"Left yari knight", "左桂落ち"}, {"Right yari knight", "右桂落ち"},
    {"Left yari bishop", "左角落ち"}, {"Right yari bishop", "右角落ち"},
    {"Left yari rook", "左飛車落ち"}, {"Right yari rook", "右飛車落ち"},
    {"Two yari knights", "両桂落ち"}, {"Two yari bishops", "両角落ち"},
    {"Two yari rooks", "両飛車落ち"}};

constexpr std::string_view end_of_names = "落ち";

/// In bytes: a longer text is none. Twice all pieces by name.
constexpr std::size_t longest_handicap = 500;

const Word* word_of(const Setup& setup) {
  Setup first = setup;
  first.move_number = 1;
  const std::string name =
      first == start_setup(setup.variant) ? "even" : handicap_name(first).value_or("");
  const auto* word =
      std::find_if(words.begin(), words.end(), [&](const Word& w) { return w.english == name; });
  return word == words.end() ? nullptr : word;
}

struct PieceWord {
  std::string_view kanji;
  std::string_view english;
};
constexpr PieceWord handicap_sides[] = {{"左", "left "}, {"右", "right "}, {"両", "both "}};

// "落ち", "落", "おち" at the end, which must be there.
bool drop_end(std::string_view& text) {
  for (const std::string_view end : {"落ち", "落", "おち"}) {
    if (!text.ends_with(end)) continue;
    text = trimmed_wide(text.substr(0, text.size() - end.size()));
    return true;
  }
  return false;
}

// Takes "飛車" or "飛" and returns "rook"; empty if there is no piece that a handicap takes off.
std::string_view take_handicap_piece(std::string_view& text) {
  for (const KindInfo& piece : Shogi::info.kinds) {
    if (piece.handicap_kanji.empty()) continue;
    // The longer word first.
    if (take(text, piece.handicap_kanji) || take(text, piece.kif[0])) return piece.name;
  }
  return {};
}

// "飛香", "両香", "右香": the pieces one by one; empty for anything else.
std::string pieces_in_english(std::string_view text) {
  std::string english;
  while (!text.empty()) {
    if (!english.empty()) english += '+';
    for (const PieceWord& side : handicap_sides) {
      if (take(text, side.kanji)) english += side.english;
    }
    const std::string_view piece = take_handicap_piece(text);
    if (piece.empty()) return {};
    english += piece;
    take(text, "と") || take(text, "・");
  }
  return english;
}

// "二枚", "2枚", "２枚", "左５枚" as the table spells it; empty for anything else.
std::string counted_pieces(std::string_view text) {
  std::string side;
  for (const PieceWord& word : handicap_sides) {
    if (take(text, word.kanji)) side = word.kanji;
  }
  const int n = take_number(text);
  if (n < 2 || (n > 10 && n != 19) || text != "枚") return {};
  return side + kanji_count(n) + "枚";
}

const Word* table_handicap(std::string_view text) {
  const auto* word = std::find_if(words.begin(), words.end(), [&](const Word& w) {
    return text == w.kif || (w.kif.ends_with(end_of_names) &&
                             text == w.kif.substr(0, w.kif.size() - end_of_names.size()));
  });
  return word == words.end() ? nullptr : word;
}

// What the table has no row for.
constexpr PieceWord other_handicaps[] = {
    {"七枚", "Seven pieces"},         {"九枚", "Nine pieces"},
    {"十九枚", "Nineteen pieces"},    {"右五枚", "Five pieces"},
    {"右九枚", "Nine pieces"},        {"左九枚", "Nine pieces, left gold"},
    {"右飛香", "rook+right lance"},   {"左飛香", "rook+left lance"},
    {"右角香", "bishop+right lance"}, {"左角香", "bishop+left lance"}};
// What is whole without 落ち.
constexpr PieceWord whole_handicaps[] = {{"平手", "even"},
                                         {"平手戦", "even"},
                                         {"なし", "even"},
                                         {"無し", "even"},
                                         {"無", "even"},
                                         {"裸玉", "Nineteen pieces"},
                                         {"裸王", "Nineteen pieces"},
                                         {"玉のみ", "Nineteen pieces"},
                                         {"歩三兵", "Bare king with three pawns"},
                                         {"歩三", "Bare king with three pawns"}};

template <std::size_t N>
std::string_view handicap_english_of(const PieceWord (&table)[N], std::string_view kanji) {
  const auto* row = std::ranges::find(table, kanji, &PieceWord::kanji);
  return row == std::end(table) ? std::string_view() : row->english;
}

// Of a name without its end.
std::string kanji_in_english(std::string_view name) {
  const std::string count = counted_pieces(name);
  if (!count.empty()) name = count;
  if (const Word* word = table_handicap(name)) return std::string(word->english);
  const std::string_view other = handicap_english_of(other_handicaps, name);
  return !other.empty() || !count.empty() ? std::string(other) : pieces_in_english(name);
}

// Sounds of Japanese in Latin letters, the longer ones first where one begins another.
constexpr PieceWord sounds[] = {{"平手", "hirate"},
                                {"裸玉", "hadakagyoku"},
                                {"歩三兵", "fusanbyou"},
                                {"歩三兵", "fusanbyo"},
                                {"左", "hidari"},
                                {"右", "migi"},
                                {"両", "ryou"},
                                {"両", "ryo"},
                                {"香", "kyousha"},
                                {"香", "kyosha"},
                                {"香", "kyou"},
                                {"九", "kyuu"},
                                {"九", "kyu"},
                                {"香", "kyo"},
                                {"角", "kakugyou"},
                                {"角", "kakugyo"},
                                {"角", "kaku"},
                                {"飛", "hisha"},
                                {"桂", "keima"},
                                {"桂", "kei"},
                                {"銀", "gin"},
                                {"金", "kin"},
                                {"七", "shichi"},
                                {"七", "nana"},
                                {"八", "hachi"},
                                {"飛", "hi"},
                                {"三", "san"},
                                {"四", "yon"},
                                {"四", "shi"},
                                {"五", "go"},
                                {"六", "roku"},
                                {"十", "juu"},
                                {"十", "ju"},
                                {"二", "ni"},
                                {"枚", "mai"},
                                {"落ち", "ochi"},
                                {"落ち", "otoshi"}};

// "kaku-ochi", "Nimaiochi", "migi kyō ochi" in kanji; empty for anything else.
std::string kanji_of_sounds(std::string_view text) {
  std::string letters;
  for (std::string_view rest = text; !rest.empty();) {
    if (take(rest, " ") || take(rest, "-") || take(rest, "_")) continue;
    if (take(rest, "\u014D")) {
      letters += 'o';
    } else if (take(rest, "\u016B")) {
      letters += 'u';
    } else {
      letters += ascii_lower(rest.substr(0, 1));
      rest.remove_prefix(1);
    }
  }
  std::string kanji;
  for (std::string_view rest = letters; !rest.empty();) {
    const auto* sound = std::ranges::find_if(
        sounds, [&](const PieceWord& word) { return rest.starts_with(word.english); });
    if (sound == std::end(sounds)) return {};
    kanji += sound->kanji;
    rest.remove_prefix(sound->english.size());
  }
  return kanji;
}

}  // namespace

std::vector<HandicapNames> handicap_names(Variant v) {
  if (v == Variant::yari) return {std::begin(yari_names), std::end(yari_names)};
  std::vector<HandicapNames> names;
  for (const Word& word : words)
    if (word.english != "even") names.push_back({word.english, word.kif});
  names.insert(names.end(), std::begin(more_names), std::end(more_names));
  return names;
}

std::string handicap_in_english(std::string_view text) {
  text = trimmed_wide(text);
  if (text.size() > longest_handicap) return std::string(text);
  if (const std::string kanji = kanji_of_sounds(text); !kanji.empty()) {
    std::string english = handicap_in_english(kanji);
    return english == kanji ? std::string(text) : english;
  }
  if (const std::string_view whole = handicap_english_of(whole_handicaps, text); !whole.empty())
    return std::string(whole);
  if (std::string counted = counted_handicap(text); !counted.empty()) return counted;
  // After a count the end may be missing: "２枚".
  std::string_view name = text;
  if (drop_end(name) || !counted_pieces(name).empty()) {
    if (std::string english = kanji_in_english(name); !english.empty()) return english;
  }
  return std::string(text);
}

namespace {

// Takes "(右)", "（左香）" or "(left)" off the end and returns "right" or "left"; empty where there
// is none.
std::string_view take_handicap_side(std::string_view& text) {
  const std::size_t open = std::min(text.find("（"), text.find('('));
  if (open == text.npos) return {};
  std::string_view inside = text.substr(open);
  take(inside, "（") || take(inside, "(");
  for (const PieceWord& side : handicap_sides) {
    const std::string_view word = trimmed(side.english);
    if (word == "both" || (!inside.starts_with(side.kanji) && !inside.starts_with(word))) continue;
    text = trimmed_wide(text.substr(0, open));
    return word;
  }
  return {};
}

// "飛香落ち（右）", "Rook and lance (right)": the side is that of the piece named last.
std::string with_side_in_english(std::string_view name, std::string_view side) {
  drop_end(name);
  std::string english = pieces_in_english(name);
  if (english.empty()) {
    const std::string_view kanji = side == "left" ? "左" : "右";
    english = kanji_in_english(std::string(kanji) + std::string(name));
    if (!english.empty()) return english;
    english = name;
  }
  const std::size_t last = english.find_last_of(" +&") + 1;
  return english.insert(last, std::string(side) + ' ');
}

std::string plain_in_english(std::string_view text) {
  if (const auto preset = handicap_of_preset(text)) return std::string(*preset);
  // Where nothing but a handicap can stand, the end may be missing: "左香".
  const std::string sounds_in_kanji = kanji_of_sounds(text);
  std::string english = kanji_in_english(sounds_in_kanji.empty() ? text : sounds_in_kanji);
  return english.empty() ? handicap_in_english(text) : english;
}

std::string recorded_in_english(std::string_view text, Variant v) {
  text = trimmed_wide(text);
  // Nearly every game.
  if (text == "平手") return "even";
  if (text.size() > longest_handicap) return std::string(text);
  std::string_view name = text;
  const std::string_view side = take_handicap_side(name);
  std::string english = side.empty() ? plain_in_english(text) : with_side_in_english(name, side);
  if (v != Variant::yari) return english;
  english = ascii_lower(english);
  for (const std::string_view piece : {"rook", "bishop", "knight"}) {
    constexpr std::string_view yari = "yari ";
    for (std::size_t at = 0; (at = english.find(piece, at)) != english.npos; at += piece.size()) {
      if (english.substr(0, at).ends_with(yari)) continue;
      english.insert(at, yari);
      at += yari.size();
    }
  }
  return english;
}

// A fault of the English words has no place of its own in others.
Result<Setup> read_in_english(const std::string& english, std::string_view text, Variant v) {
  Result<Setup> setup = read_handicap(english, v);
  if (!setup && english != text) setup.error().offset = 0;
  return setup;
}

}  // namespace

Result<Setup> read_handicap_text(std::string_view text, Variant v) {
  return read_in_english(handicap_in_english(text), text, v);
}

Result<Setup> read_recorded_handicap(std::string_view text, Variant v) {
  return read_in_english(recorded_in_english(text, v), text, v);
}

Result<Setup> read_typed_handicap(std::string_view text, Variant v) {
  return std::ranges::all_of(text, is_ascii) ? read_handicap_text(text, v)
                                             : read_recorded_handicap(text, v);
}

bool is_other_start(std::string_view text) {
  return text == "その他" || same_word(text, "other") || same_word(text, "others");
}

bool is_problem_start(std::string_view text) {
  constexpr std::string_view words[] = {"必至", "必死", "次の一手", "実戦詰"};
  return text.ends_with("詰将棋") || text.ends_with("詰め将棋") ||
         std::ranges::find(words, text) != std::end(words);
}

std::optional<FindingText> unclear_handicap(std::string_view text, Variant v) {
  const std::string english = recorded_in_english(text, v);
  const Result<Setup> setup = read_handicap(english, v);
  if (!setup || !is_open_handicap(english, v)) return std::nullopt;
  return FindingText{FindingCode::unclear_handicap,
                     {in_quotes(trimmed_wide(text)), handicap_name(*setup).value_or("even")}};
}

std::string_view kif_handicap(const Setup& setup) {
  const Word* word = word_of(setup);
  return word ? word->kif : "その他";
}

std::string_view jkf_preset(const Setup& setup) {
  const Word* word = word_of(setup);
  return word ? word->jkf : "OTHER";
}

std::optional<std::string_view> handicap_of_preset(std::string_view preset) {
  for (const Word& word : words) {
    if (same_word(word.jkf, preset)) return word.english;
  }
  return std::nullopt;
}

}  // namespace yari
