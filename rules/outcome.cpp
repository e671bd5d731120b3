#include "rules/outcome.h"

#include <array>
#include <cassert>

#include "rules/promotion.h"

namespace yari {
namespace {

constexpr std::array<std::string_view, 4> result_names{"*", "1-0", "0-1", "1/2-1/2"};
constexpr std::array<std::string_view, 3> rule_set_names{"standard", "svp", "classic"};

template <class E, std::size_t N>
std::optional<E> find_name(const std::array<std::string_view, N>& names, std::string_view name) {
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] == name) return static_cast<E>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view name(Ending e) { return ending_names[static_cast<std::size_t>(e)]; }
std::optional<Ending> ending_named(std::string_view name) {
  return find_name<Ending>(ending_names, name);
}

std::string_view name(GameResult r) { return result_names[static_cast<std::size_t>(r)]; }
std::optional<GameResult> result_named(std::string_view name) {
  return find_name<GameResult>(result_names, name);
}

std::string_view in_words(GameResult r) {
  constexpr std::string_view words[] = {"No result", "Black wins", "White wins", "Draw"};
  return words[static_cast<std::size_t>(r)];
}

std::string_view name(RuleSet r) { return rule_set_names[static_cast<std::size_t>(r)]; }
std::optional<RuleSet> rule_set_named(std::string_view name) {
  return find_name<RuleSet>(rule_set_names, name);
}

std::optional<Variant> variant_named(std::string_view name) {
  for (Variant v : {Variant::yari, Variant::shogi}) {
    if (name == info(v).id || name == info(v).name) return v;
  }
  return std::nullopt;
}

template <class V>
bool has_entered(const Position<V>& position, Color c) {
  return static_cast<bool>(position.pieces(c, general) & promotion_zone<V>(c));
}

template <class V>
int hand_points(const Position<V>& position, Color c) {
  int points = 0;
  for (Kind k : holdable_kinds) points += V::info[k].impasse_points * position.hand(c).count(k);
  return points;
}

template <class V>
int impasse_points(const Position<V>& position, Color c) {
  int points = hand_points(position, c);
  for (Kind k : all_kinds) points += V::info[k].impasse_points * position.pieces(c, k).count();
  return points;
}

template <class V>
bool is_impasse(const Position<V>& position) {
  return has_entered(position, Color::black) && has_entered(position, Color::white);
}

template <class V>
GameResult impasse_result(const Position<V>& position) {
  const bool black_loses = impasse_points(position, Color::black) < V::info.impasse_threshold;
  const bool white_loses = impasse_points(position, Color::white) < V::info.impasse_threshold;
  // In a handicap game both may be short of points: nobody can claim anything then.
  if (black_loses == white_loses) return GameResult::draw;
  return win_for(black_loses ? Color::white : Color::black);
}

int History::occurrences() const { return entries_.empty() ? 0 : occurrences(entries_.back().key); }

int History::occurrences(Key key) const {
  int n = 0;
  for (const Entry& entry : entries_) n += entry.key == key;
  return n;
}

std::optional<Color> History::perpetual_checker(int times) const {
  assert(occurrences() >= times);
  const Key key = entries_.back().key;
  // A side gave check with every move of the cycle when the other is in check each time it is to
  // move in it.
  ByColor<bool> always_in_check{true, true};
  std::size_t i = entries_.size() - 1;
  for (int seen = 1;; --i) {
    const Entry& entry = entries_[i];
    always_in_check[entry.side_to_move] &= entry.in_check;
    if (entries_[i - 1].key == key && ++seen == times) break;
  }
  for (Color c : both_colors) {
    if (always_in_check[c]) return ~c;
  }
  return std::nullopt;
}

int repetitions_needed(const VariantInfo& v, RuleSet rules) {
  return rules == RuleSet::classic ? v.repetitions_classic : v.repetitions;
}

template <class V>
Line<V>::Line(const Position<V>& start, RuleSet rules) : position_(start), rules_(rules) {
  history_.push(position_);
}

template <class V>
bool Line<V>::is_legal(Move m) const {
  if (!position_.is_legal(m)) return false;
  if (rules_ != RuleSet::svp) return true;
  return history_.occurrences(position_.key_after(m)) + 1 < V::info.repetitions;
}

template <class V>
void Line<V>::play(Move m) {
  position_.play(m);
  history_.push(position_);
}

template <class V>
std::optional<Outcome> Line<V>::outcome() const {
  const Color to_move = position_.side_to_move();
  if (!position_.has_legal_move()) {
    if (position_.in_check()) return Outcome{win_for(~to_move), Ending::mate};
    return Outcome{V::info.stalemate_loses ? win_for(~to_move) : GameResult::draw,
                   Ending::stalemate};
  }
  const int needed = repetitions_needed(V::info, rules_);
  if (rules_ == RuleSet::svp || history_.occurrences() < needed) return std::nullopt;
  if (const std::optional<Color> checker = history_.perpetual_checker(needed)) {
    return Outcome{win_for(~*checker), Ending::perpetual_check};
  }
  return Outcome{GameResult::draw, Ending::repetition};
}

template bool has_entered(const Position<YariShogi>&, Color);
template bool has_entered(const Position<Shogi>&, Color);
template int hand_points(const Position<YariShogi>&, Color);
template int hand_points(const Position<Shogi>&, Color);
template int impasse_points(const Position<YariShogi>&, Color);
template int impasse_points(const Position<Shogi>&, Color);
template bool is_impasse(const Position<YariShogi>&);
template bool is_impasse(const Position<Shogi>&);
template GameResult impasse_result(const Position<YariShogi>&);
template GameResult impasse_result(const Position<Shogi>&);
template class Line<YariShogi>;
template class Line<Shogi>;

}  // namespace yari
