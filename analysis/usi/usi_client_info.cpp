#include "analysis/usi/usi_client_info.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "analysis/engine/replayed.h"
#include "rules/sfen.h"

namespace yari {
namespace {

/// More moves of a line than anybody reads.
constexpr std::size_t max_pv = 256;
constexpr int max_centipawns = 1'000'000;

bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// A number between 0 and `most`; nonsense is 0.
template <class T>
T number(std::string_view word, T most = std::numeric_limits<T>::max()) {
  T value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc::result_out_of_range) return word.starts_with('-') ? T{0} : most;
  if (error != std::errc() || end != word.data() + word.size()) return 0;
  return std::clamp(value, T{0}, most);
}

/// The same with a sign.
std::optional<int> signed_number(std::string_view word, int most) {
  const bool negative = word.starts_with('-');
  if (negative || word.starts_with('+')) word.remove_prefix(1);
  if (word.empty() || word.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  const int value = number<int>(word, most);
  return negative ? -value : value;
}

/// Plies to mate. `+` and `-` alone are some number of that sign. No mate in 0 is one where there
/// is a move to play: with 0 engines say that they are mated, in whatever number of plies.
std::optional<int> mate_plies(std::string_view word) {
  constexpr int most = 10'000;
  if (word == "+") return 1;
  if (word == "-" || word == "-0" || word == "0") return -1;
  const std::optional<int> plies = signed_number(word, most);
  return plies == 0 ? std::nullopt : plies;
}

std::string plain_name(std::string_view name) {
  std::string plain;
  for (char c : name) {
    if (c == ' ' || c == '_') continue;
    plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  if (plain.starts_with("usi") || plain.starts_with("uci")) plain.erase(0, 3);
  return plain;
}

bool is_bound_word(std::string_view word) { return word == "lowerbound" || word == "upperbound"; }

/// Reads "cp 12", "mate -5", each perhaps with a bound beside it; `i` is left on the last word.
void read_score(const std::vector<std::string_view>& words, std::size_t& i, UsiInfo& info) {
  bool is_bound = false;
  const auto take_bound = [&] {
    if (i + 1 >= words.size() || !is_bound_word(words[i + 1])) return;
    is_bound = true;
    ++i;
  };
  take_bound();
  if (i + 2 >= words.size()) return;
  const bool mate = words[i + 1] == "mate";
  if (!mate && words[i + 1] != "cp") return;
  const std::optional<int> value =
      mate ? mate_plies(words[i + 2]) : signed_number(words[i + 2], max_centipawns);
  i += 2;
  if (!value) return;
  take_bound();
  info.score = Score{*value, mate};
  info.is_bound = is_bound;
}

/// The words that may follow the moves of a line. Everything else there is taken for a move.
bool is_info_key(std::string_view word) {
  constexpr std::string_view keys[] = {
      "depth",    "seldepth",       "time",    "nodes",  "multipv",    "score",    "string",  "nps",
      "currmove", "currmovenumber", "cpuload", "tbhits", "refutation", "hashfull", "currline"};
  return std::ranges::find(keys, word) != std::end(keys);
}

/// Reads the moves up to the next key; `i` is left on the last word.
void read_pv(const std::vector<std::string_view>& words, std::size_t& i, UsiInfo& info) {
  info.pv.clear();
  for (; i + 1 < words.size() && !is_info_key(words[i + 1]); ++i) {
    if (info.pv.size() < max_pv) info.pv.push_back(words[i + 1]);
  }
}

}  // namespace

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < line.size();) {
    while (i < line.size() && is_blank(line[i])) ++i;
    const std::size_t begin = i;
    while (i < line.size() && !is_blank(line[i])) ++i;
    if (i > begin) words.push_back(line.substr(begin, i - begin));
  }
  return words;
}

bool same_option_name(std::string_view offered, std::string_view wanted) {
  return plain_name(offered) == plain_name(wanted);
}

std::optional<UsiOption> read_usi_option(std::string_view line) {
  const std::vector<std::string_view> words = words_of(line);
  if (words.size() < 3 || words[0] != "option" || words[1] != "name") return std::nullopt;
  UsiOption option;
  std::size_t i = 2;
  for (; i < words.size() && words[i] != "type"; ++i) {
    option.name += (option.name.empty() ? "" : " ") + std::string(words[i]);
  }
  if (i + 1 < words.size()) option.type = words[i + 1];
  for (; i + 1 < words.size(); ++i) {
    if (words[i] == "var") option.values.emplace_back(words[i + 1]);
  }
  return option;
}

std::optional<UsiInfo> read_usi_info(std::string_view line) {
  const std::vector<std::string_view> words = words_of(line);
  if (words.empty() || words[0] != "info") return std::nullopt;
  UsiInfo info;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    const std::string_view key = words[i];
    const std::string_view value = words[i + 1];
    if (key == "string") break;
    if (key == "score") {
      read_score(words, i, info);
    } else if (key == "pv") {
      read_pv(words, i, info);
    } else if (key == "depth") {
      info.depth = number<int>(value, 1000);
    } else if (key == "seldepth") {
      info.selective_depth = number<int>(value, 1000);
    } else if (key == "multipv") {
      info.multipv = std::max(1, number<int>(value, 1000));
    } else if (key == "nodes") {
      info.nodes = number<std::uint64_t>(value);
    } else if (key == "time") {
      info.time = std::chrono::milliseconds(number<std::int64_t>(value, 1'000'000'000'000));
    } else if (key == "hashfull") {
      info.hash_full = number<int>(value, 1000);
    }
  }
  return info;
}

std::vector<Move> legal_line(const GamePosition& from, const std::vector<std::string_view>& words) {
  return with_variant(from.start.variant, [&]<class V>(V) {
    Position<V> position = replayed<V>(from).position();
    std::vector<Move> moves;
    for (std::string_view word : words) {
      const Result<Move> move = read_usi_move(word, V::info.variant);
      if (!move || !position.is_legal(*move)) break;
      position.play(*move);
      moves.push_back(*move);
    }
    return moves;
  });
}

namespace {

/// Whether two lines are about the same move.
bool begin_alike(const std::vector<Move>& one, const std::vector<Move>& other) {
  return !one.empty() && !other.empty() && one.front() == other.front();
}

}  // namespace

UsiLines::UsiLines(const GamePosition& position, int multipv)
    : position_(position), lines_(static_cast<std::size_t>(std::max(multipv, 1))) {}

bool UsiLines::add(const UsiInfo& info) {
  total_.nodes = std::max(total_.nodes, info.nodes);
  total_.time = std::max(total_.time, info.time);
  if (info.hash_full > 0) total_.hash_full = info.hash_full;
  total_.selective_depth = std::max(total_.selective_depth, info.selective_depth);
  const auto at = static_cast<std::size_t>(info.multipv) - 1;
  if (at >= lines_.size()) return false;
  std::optional<Known>& known = lines_[at];
  std::vector<Move> moves = legal_line(position_, info.pv);
  if (!info.score) {
    // Some engines state the moves in a line of their own after the score.
    if (!known || !known->line.pv.empty() || moves.empty()) return false;
    known->line.pv = std::move(moves);
    forget_elsewhere(at);
    return true;
  }
  const bool is_exact_elsewhere = std::ranges::any_of(lines_, [&](const auto& other) {
    return other && &other != &known && !other->is_bound && begin_alike(other->line.pv, moves);
  });
  if (info.is_bound && ((known && !known->is_bound) || is_exact_elsewhere)) return false;
  known = Known{{*info.score, info.depth, std::move(moves)}, info.is_bound};
  forget_elsewhere(at);
  return true;
}

void UsiLines::forget_elsewhere(std::size_t at) {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (i != at && lines_[i] && begin_alike(lines_[i]->line.pv, lines_[at]->line.pv))
      lines_[i].reset();
  }
}

const UsiLines::Known* UsiLines::best_known() const {
  const auto found = std::ranges::find_if(lines_, [](const auto& known) { return !!known; });
  return found == lines_.end() ? nullptr : &**found;
}

void UsiLines::put_in_front(std::vector<ScoredLine>& lines, Move best) const {
  const auto found =
      std::ranges::find_if(lines, [&](const ScoredLine& line) { return line.pv.front() == best; });
  if (found != lines.end()) {
    std::rotate(lines.begin(), found, found + 1);
    return;
  }
  ScoredLine line{{}, 0, {best}};
  if (const Known* const known = best_known()) {
    line.score = known->line.score;
    // Said with other moves, the depth is not known to be that of this one.
    if (known->line.pv.empty()) line.depth = known->line.depth;
  }
  lines.insert(lines.begin(), std::move(line));
  if (lines.size() > lines_.size()) lines.pop_back();
}

Analysis UsiLines::analysis(Move best) const {
  Analysis analysis = total_;
  for (const std::optional<Known>& known : lines_) {
    if (known && !known->line.pv.empty()) analysis.lines.push_back(known->line);
  }
  const Known* const known = best_known();
  analysis.scored = known != nullptr;
  if (best) {
    put_in_front(analysis.lines, best);
    analysis.score = analysis.lines.front().score;
    analysis.depth = analysis.lines.front().depth;
  } else if (known) {
    analysis.score = known->line.score;
    analysis.depth = known->line.depth;
  }
  return analysis;
}

}  // namespace yari
