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
constexpr int max_mate = 10'000;

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

/// The same with a sign; `+` and `-` alone are some number of that sign.
std::optional<int> signed_number(std::string_view word, int most) {
  if (word == "+") return 1;
  if (word == "-") return -1;
  const bool negative = word.starts_with('-');
  if (negative || word.starts_with('+')) word.remove_prefix(1);
  if (word.empty() || word.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  const int value = number<int>(word, most);
  return negative ? -value : value;
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

/// Reads "cp 12", "mate -5", each perhaps with a bound behind it; `i` is left on the last word.
void read_score(const std::vector<std::string_view>& words, std::size_t& i, UsiInfo& info) {
  if (i + 2 >= words.size()) return;
  const bool mate = words[i + 1] == "mate";
  if (!mate && words[i + 1] != "cp") return;
  const auto value = signed_number(words[i + 2], mate ? max_mate : max_centipawns);
  i += 2;
  if (!value) return;
  info.score = Score{*value, mate};
  info.is_bound = false;
  if (i + 1 < words.size() && (words[i + 1] == "lowerbound" || words[i + 1] == "upperbound")) {
    info.is_bound = true;
    ++i;
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
      const std::size_t end = std::min(words.size(), i + 1 + max_pv);
      info.pv.assign(words.begin() + static_cast<std::ptrdiff_t>(i + 1),
                     words.begin() + static_cast<std::ptrdiff_t>(end));
      break;
    } else if (key == "depth") {
      info.depth = number<int>(value, 1000);
    } else if (key == "seldepth") {
      info.selective_depth = number<int>(value, 1000);
    } else if (key == "multipv") {
      info.multipv = number<int>(value, 1000);
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

std::vector<Move> legal_line(const Problem& problem, const std::vector<std::string_view>& words) {
  return with_variant(problem.start.variant, [&]<class V>(V) {
    Position<V> position = replayed<V>(problem).position();
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

UsiLines::UsiLines(const Problem& problem, int multipv)
    : problem_(problem), lines_(static_cast<std::size_t>(std::max(multipv, 1))) {}

bool UsiLines::add(const UsiInfo& info) {
  total_.nodes = std::max(total_.nodes, info.nodes);
  total_.time = std::max(total_.time, info.time);
  if (info.hash_full > 0) total_.hash_full = info.hash_full;
  total_.selective_depth = std::max(total_.selective_depth, info.selective_depth);
  if (!info.score || info.multipv < 1) return false;
  const auto at = static_cast<std::size_t>(info.multipv) - 1;
  if (at >= lines_.size()) return false;
  std::optional<Known>& known = lines_[at];
  if (info.is_bound && known && !known->is_bound) return false;
  std::vector<Move> pv = legal_line(problem_, info.pv);
  if (pv.empty()) return false;
  known = Known{{*info.score, info.depth, std::move(pv)}, info.is_bound};
  return true;
}

Analysis UsiLines::analysis(Move best) const {
  Analysis analysis = total_;
  for (const std::optional<Known>& known : lines_) {
    if (known) analysis.lines.push_back(known->line);
  }
  std::vector<ScoredLine>& lines = analysis.lines;
  if (best) {
    const auto found = std::find_if(lines.begin(), lines.end(), [&](const ScoredLine& line) {
      return line.pv.front() == best;
    });
    if (found == lines.end()) {
      // The last word came after the last line: all that is known of it is the move.
      const Score score = lines.empty() ? Score{} : lines.front().score;
      lines.insert(lines.begin(), {score, 0, {best}});
      if (lines.size() > lines_.size()) lines.pop_back();
    } else {
      std::rotate(lines.begin(), found, found + 1);
    }
  }
  if (!lines.empty()) {
    analysis.score = lines.front().score;
    analysis.depth = lines.front().depth;
  }
  return analysis;
}

}  // namespace yari
