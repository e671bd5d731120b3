// One line of a file of openings.
#include <algorithm>

#include "analysis/match/openings.h"
#include "rules/outcome.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace yari {
namespace {

/// The words of an opening, with their places in the line.
class Words {
 public:
  explicit Words(std::string_view line) : line_(line) { skip(); }
  bool empty() const { return at_ >= line_.size(); }
  std::size_t place() const { return at_; }
  std::string_view peek() const {
    return line_.substr(at_, line_.find_first_of(blanks, at_) - at_);
  }
  void next() {
    at_ += peek().size();
    skip();
  }

 private:
  static constexpr std::string_view blanks = " \t\r";
  void skip() { at_ = std::min(line_.find_first_not_of(blanks, at_), line_.size()); }
  std::string_view line_;
  std::size_t at_ = 0;
};

/// Reads the start, if the line names one; leaves `words` on the first move.
Result<Setup> read_start(Words& words, std::string_view line, Variant v) {
  Setup start = start_setup(v);
  if (words.peek() == "position") words.next();
  // Ranks stand between slashes, in an SFEN alone.
  const bool bare = words.peek().find('/') != std::string_view::npos;
  if (words.peek() == "startpos") {
    words.next();
  } else if (bare || words.peek() == "sfen") {
    if (!bare) words.next();
    const std::size_t begin = words.place();
    std::size_t end = begin;
    while (!words.empty() && words.peek() != "moves") {
      end = words.place() + words.peek().size();
      words.next();
    }
    const Result<Setup> read = read_start(line.substr(begin, end - begin), v);
    if (!read) return fail(read.error().message, begin + read.error().offset);
    if (const std::vector<std::string> faults = faults_of(*read); !faults.empty()) {
      return fail(faults.front(), begin);
    }
    start = *read;
  }
  if (words.peek() == "moves") words.next();
  return start;
}

template <class V>
Result<GamePosition> read_line(std::string_view text, RuleSet rules) {
  Words words(text);
  if (words.empty()) return fail("expected an opening, found nothing", 0);
  const Result<Setup> start = read_start(words, text, V::info.variant);
  if (!start) return tl::unexpected(start.error());
  GamePosition position{*start, {}, rules};
  Line<V> line(Position<V>::from_unchecked(*start), rules);
  for (; !words.empty(); words.next()) {
    const Result<Move> move = read_usi_move(words.peek(), V::info.variant);
    if (!move) return fail(move.error().message, words.place() + move.error().offset);
    if (const MoveFault fault = line.position().fault_of(*move); fault != MoveFault::legal) {
      return fail(std::string(words.peek()) + ": " + std::string(describe(fault)), words.place());
    }
    if (line.outcome() || !line.is_legal(*move)) return fail("the game is over", words.place());
    line.play(*move);
    position.moves.push_back(*move);
  }
  if (line.outcome()) return fail("the game is over", text.size());
  return position;
}

}  // namespace

Result<GamePosition> read_opening(std::string_view line, Variant v, RuleSet rules) {
  return with_variant(v, [&]<class V>(V) { return read_line<V>(line, rules); });
}

}  // namespace yari
