// What is left over of a text is returned, never dropped.
#include "notation/words/outcome_words.h"

#include <algorithm>
#include <iterator>

#include "notation/words/ending_words.h"
#include "text/text.h"

namespace yari {

namespace {

struct ColorWord {
  std::string_view word;
  Color color;
};
constexpr ColorWord color_words[] = {
    {"black", Color::black}, {"sente", Color::black}, {"white", Color::white},
    {"gote", Color::white},  {"先手", Color::black},  {"下手", Color::black},
    {"▲", Color::black},     {"☗", Color::black},     {"後手", Color::white},
    {"上手", Color::white},  {"△", Color::white},     {"☖", Color::white}};

bool take_front(std::string_view& words, std::string_view front) {
  if (words.size() < front.size() || ascii_lower(words[0]) != front[0]) return false;
  if (!same_word({words.data(), front.size()}, front)) return false;
  words.remove_prefix(front.size());
  return true;
}

// Takes "White " or "後手の" off the front.
std::optional<Color> take_color(std::string_view& words) {
  for (const ColorWord& c : color_words) {
    std::string_view rest = words;
    if (!take_front(rest, c.word) || rest.empty()) continue;
    if (is_ascii(c.word[0])) {
      if (!is_space(rest[0])) continue;
    } else {
      for (const std::string_view particle : {"の", "が", "は"}) {
        if (take_front(rest, particle)) break;
      }
    }
    words = trimmed(rest);
    return c.color;
  }
  return std::nullopt;
}

// Takes a word for winning (true) or losing (false).
std::optional<bool> take_won_or_lost(std::string_view& words) {
  struct Verdict {
    std::string_view word;
    bool won;
  };
  static constexpr Verdict verdicts[] = {{"wins", true},   {"won", true},   {"win", true},
                                         {"勝ち", true},   {"勝利", true},  {"勝", true},
                                         {"loses", false}, {"lost", false}, {"lose", false},
                                         {"負け", false},  {"敗北", false}, {"負", false}};
  for (const Verdict& v : verdicts) {
    std::string_view rest = words;
    if (!take_front(rest, v.word) || (!rest.empty() && is_letter(rest[0]))) continue;
    words = trimmed(rest);
    return v.won;
  }
  return std::nullopt;
}

// A word for an ending, "by" and "on" before it aside.
std::optional<EndingWord> ending_of(std::string_view words) {
  for (const Dialect d : {Dialect::english, Dialect::kif, Dialect::dojo}) {
    for (const EndingWord& w : ending_words(d)) {
      if (same_word(words, w.word)) return w;
    }
  }
  for (int i = 1; i < ending_count; ++i) {
    const auto e = static_cast<Ending>(i);
    if (same_word(words, name(e))) return EndingWord{{}, e, Winner::other};
  }
  if (take_front(words, "by ") || take_front(words, "on ")) return ending_of(trimmed(words));
  return std::nullopt;
}

// What stands around the words after a result: "(resign)", ", time".
std::string_view without_punctuation(std::string_view words) {
  words = trimmed(words);
  if (words.starts_with(',') || words.starts_with(';')) words = trimmed(words.substr(1));
  if (words.starts_with('(') && words.ends_with(')')) words = words.substr(1, words.size() - 2);
  if (words.ends_with('.')) words.remove_suffix(1);
  return trimmed(words);
}

// Takes "1", "0", "½", "1/2" or "0.5" off the front, in half points.
std::optional<int> take_half_points(std::string_view& words) {
  struct Points {
    std::string_view text;
    int halves;
  };
  static constexpr Points all[] = {{"1/2", 1}, {"½", 1}, {"0.5", 1}, {"1", 2}, {"0", 0}};
  for (const Points& p : all) {
    if (take_front(words, p.text)) return p.halves;
  }
  return std::nullopt;
}

// Takes what stands between the points of the sides, blanks around it included.
bool take_dash(std::string_view& words) {
  std::string_view rest = words;
  const auto skip_blanks = [&rest] {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  };
  skip_blanks();
  for (const std::string_view dash : {"-", ":", "‐", "‑", "‒", "–", "—", "−", "－"}) {
    if (!take_front(rest, dash)) continue;
    skip_blanks();
    words = rest;
    return true;
  }
  return false;
}

// "1 -0", which nobody writes: the lines of a comment broke between its parts by chance.
bool is_torn_score(std::string_view words) {
  std::string_view rest = words = trimmed(words);
  if (!take_score(rest)) return false;
  const std::string_view score = words.substr(0, words.size() - rest.size());
  const std::size_t blank = score.find(' ');
  const std::size_t next = score.find_first_not_of(' ', std::min(blank, score.size()));
  return next != score.npos && score.find(' ', next) == score.npos;
}

// A score with nothing but words after it.
std::optional<GameResult> take_lone_score(std::string_view& words) {
  std::string_view rest = words;
  const std::optional<GameResult> result = take_score(rest);
  const bool apart = rest.empty() || is_space(rest[0]) || rest[0] == ',' || rest[0] == ';' ||
                     rest[0] == '(' || rest[0] == '.';
  if (!result || !apart) return std::nullopt;
  words = without_punctuation(rest);
  return result;
}

// "White resigns", "Sente wins on time", "後手投了", "sennichite".
std::optional<StatedOutcome> read_words(std::string_view words) {
  const std::optional<Color> color = take_color(words);
  if (color) {
    std::string_view rest = words;
    if (const std::optional<bool> won = take_won_or_lost(rest)) {
      const GameResult result = win_for(*won ? *color : ~*color);
      rest = without_punctuation(rest);
      const std::optional<EndingWord> how = ending_of(rest);
      if (how) return StatedOutcome{result, how->ending, {}};
      return StatedOutcome{result, Ending::unknown, rest};
    }
  }
  const std::optional<EndingWord> how = ending_of(words);
  if (!how) return std::nullopt;
  if (how->winner == Winner::draw) return StatedOutcome{GameResult::draw, how->ending, {}};
  if (!color) return StatedOutcome{std::nullopt, how->ending, {}};
  const GameResult result = result_of(how->winner, *color);
  if (result == GameResult::unknown) return StatedOutcome{std::nullopt, how->ending, {}};
  return StatedOutcome{result, how->ending, {}};
}

// "TIMEUP" for "TIME_UP" and "time up".
std::string joined(std::string_view words) {
  std::string out(words);
  std::erase_if(out, [](char c) { return c == '_' || c == ' '; });
  return out;
}

constexpr std::string_view wide_blank = "　";

std::string without_wide_blanks(std::string_view text) {
  std::string out(text);
  for (std::size_t at; (at = out.find(wide_blank)) != out.npos;) out.erase(at, wide_blank.size());
  return out;
}

}  // namespace

std::optional<GameResult> take_score(std::string_view& text) {
  // Nearly every text asked about is none; "½" begins with \xC2.
  constexpr std::string_view first("01*\xC2");
  if (text.empty() || first.find(text[0]) == first.npos) return std::nullopt;
  std::string_view rest = text;
  std::optional<GameResult> result;
  if (take_front(rest, "*")) {
    result = GameResult::unknown;
  } else if (const std::optional<int> black = take_half_points(rest)) {
    std::string_view after_dash = rest;
    const std::optional<int> white =
        take_dash(after_dash) ? take_half_points(after_dash) : std::nullopt;
    if (white && *black + *white == 2) {
      result = *black == 1 ? GameResult::draw : win_for(*black == 2 ? Color::black : Color::white);
      rest = after_dash;
    } else if (!white && *black == 1) {
      result = GameResult::draw;
    }
  }
  if (result) text = rest;
  return result;
}

std::optional<StatedOutcome> read_outcome(std::string_view words) {
  words = trimmed(words);
  if (words.empty() || words == "?") return StatedOutcome{GameResult::unknown, Ending::unknown, {}};
  const std::optional<GameResult> score = take_lone_score(words);
  if (!score) return read_words(without_punctuation(words));
  if (words.empty()) return StatedOutcome{score, Ending::unknown, {}};
  const std::optional<StatedOutcome> how = read_words(words);
  // "1-0 Black resigns" contradicts itself: the points count, and the words are left over.
  const bool agree = how && how->rest.empty() && how->result.value_or(*score) == *score;
  if (agree) return StatedOutcome{score, how->ending, {}};
  return StatedOutcome{score, Ending::unknown, words};
}

std::optional<Outcome> outcome_in_words(std::string_view words) {
  const std::optional<StatedOutcome> said = read_outcome(words);
  if (!said || said->ending == Ending::unknown || !said->rest.empty()) return std::nullopt;
  return Outcome{said->result.value_or(GameResult::unknown), said->ending};
}

std::optional<Outcome> outcome_said(std::string_view words) {
  if (is_torn_score(words)) return std::nullopt;
  const std::optional<StatedOutcome> said = read_outcome(words);
  if (!said || !said->rest.empty()) return std::nullopt;
  const Outcome outcome{said->result.value_or(GameResult::unknown), said->ending};
  return outcome == Outcome{} ? std::nullopt : std::optional(outcome);
}

std::optional<Outcome> outcome_of_header(std::string_view name, std::string_view value) {
  constexpr std::string_view names[] = {result_header, "対局結果", "勝敗", "Result"};
  if (std::ranges::find(names, name) == std::end(names)) return std::nullopt;
  return outcome_said(value);
}

std::string words_of(const Outcome& outcome) {
  for (const std::string_view words : {"先手の勝ち", "後手の勝ち", "引き分け"})
    if (outcome_said(words) == outcome) return std::string(words);
  std::string score(name(outcome.result));
  if (outcome_said(score) == outcome) return score;
  for (const EndingWord& word : ending_words(Dialect::english)) {
    if (word.ending != outcome.ending) continue;
    std::string beside = score + ' ' + std::string(word.word);
    if (outcome_said(beside) == outcome) return beside;
  }
  return {};
}

std::optional<Outcome> ending_in_any_words(std::string_view words, Color side) {
  constexpr std::size_t longest = 100;
  if (words.size() > longest) return std::nullopt;
  if (const auto own = outcome_of_word(Dialect::kif, words, side)) return own;
  // "投　了"
  if (words.find(wide_blank) != words.npos)
    return ending_in_any_words(without_wide_blanks(words), side);
  if (take(words, '%')) {
    const std::string said = joined(words);
    for (const EndingWord& w : ending_words(Dialect::csa))
      if (same_word(said, joined(w.word))) return Outcome{result_of(w.winner, side), w.ending};
    words = trimmed(words);
  }
  std::string spelled(words);
  std::ranges::replace(spelled, '_', ' ');
  std::optional<Outcome> said = outcome_said(spelled);
  if (said == Outcome{GameResult::unknown, Ending::impasse}) said->result = GameResult::draw;
  return said;
}

}  // namespace yari
