// The search of one game: what its header and its moves' squares rule out, then a replay.
//
// A part of a query that asks only about single plies is turned into branches, which run at every
// ply and leave at the first answer that decides. Sequences, and what is built on them, are put
// together afterwards from the answers of all plies.
#include "db/query_matcher.h"

#include <algorithm>
#include <utility>

#include "db/query_header.h"
#include "db/query_image.h"
#include "db/query_probe.h"

namespace yari::query {
namespace {

/// What is known of a part before the game is replayed.
enum class Known : std::uint8_t { no, yes, unknown };

Known opposite(Known k) {
  if (k == Known::unknown) return k;
  return k == Known::yes ? Known::no : Known::yes;
}

/// Asks a leaf, then goes on at another branch or ends with an answer.
struct Branch {
  Part leaf;
  int if_true;
  int if_false;
};
constexpr int answer_yes = -1;
constexpr int answer_no = -2;

/// Branches for one part of the query, and its answers at the plies of a game.
struct Track {
  Part part;
  int entry;
};

/// The squares at which moves of a game end, and from which they come.
///
/// For drops, the number of the kind is taken for an origin: that marks a square too many, and
/// never one too few.
class Touched {
 public:
  explicit Touched(std::span<const Move> moves) {
    for (Move m : moves) {
      to_[m.bits() & 0x7F] = true;
      from_[m.bits() >> 7 & 0x7F] = true;
    }
  }

  /// Whether the game may make the change. What stands on a square changes only when a move ends
  /// there (a drop, too) or leaves it, whatever has been captured and dropped meanwhile: so a game
  /// without such a move is ruled out, where counting pieces on the board could not do it.
  bool may_make(const Change& change) const {
    const auto s = static_cast<std::size_t>(change.square.index());
    return to_[s] || (!change.arrival && from_[s]);
  }

 private:
  std::array<bool, 128> to_{};
  std::array<bool, 128> from_{};
};

}  // namespace

template <class V>
struct Matcher<V>::Impl {
  explicit Impl(const Query& query) : query_(expand(query)) {
    never_ = query.variant && *query.variant != V::info.variant;
    if (!never_) compile();
  }

  bool reads_header() const { return reads_header_; }

  bool may_match(const HeaderView& header) {
    if (never_) return false;
    know(header);
    return known_.back() != Known::no;
  }

  std::span<const int> find(const HeaderView& header, const Setup* start,
                            std::span<const Move> moves) {
    plies_.clear();
    if (!may_match(header)) return plies_;
    if (only_headers_) {
      plies_.push_back(0);
      return plies_;
    }
    if (!start && has_changes_) {
      rule_out(Touched(moves));
      if (known_.back() == Known::no) return plies_;
    }
    replay(start ? Replay<V>(*start) : even_start_, moves);
    return plies_;
  }

 private:
  Part root() const { return static_cast<Part>(query_.nodes.size() - 1); }

  template <class T>
  const T* as(Part part) const {
    return std::get_if<T>(&query_.nodes[part]);
  }

  // Making ready.

  void compile() {
    const std::size_t n = query_.nodes.size();
    known_.assign(n, Known::unknown);
    probe_of_.assign(n, -1);
    local_.assign(n, true);
    cost_.assign(n, 0);
    changes_.resize(n);
    answers_.resize(n);
    for (Part part = 0; part < n; ++part)
      std::visit([&](const auto& c) { add(part, c); }, query_.nodes[part]);
    for (Part part = 0; part < n; ++part) has_changes_ |= !changes_[part].empty();
    only_headers_ = probes_.empty() && local_[root()];
    make_tracks();
    last_ply_ = local_[root()] ? last_ply(root()) : no_limit;
  }

  template <class Leaf>
  void add(Part part, const Leaf&) {
    probe_of_[part] = static_cast<int>(probes_.size());
    probes_.push_back(make_probe<V>(query_.nodes[part]));
    cost_[part] = cost(probes_.back());
    changes_[part] = changes_needed(query_.nodes[part], start_setup(V::info.variant));
  }
  void add(Part, const HeaderTest&) { reads_header_ = true; }
  void add(Part part, const Not& node) { inherit(part, node.part); }
  void add(Part part, const All& node) { inherit(part, node.parts); }
  void add(Part part, const Any& node) { inherit(part, node.parts); }
  void add(Part part, const Sequence&) { local_[part] = false; }
  void add(Part, const Either&) {}  // expand left none

  void inherit(Part part, Part from) {
    local_[part] = local_[part] && local_[from];
    cost_[part] += cost_[from];
  }
  void inherit(Part part, const std::vector<Part>& from) {
    for (Part p : from) inherit(part, p);
  }

  /// A track for the whole query, or for the local parts of the parts that are not.
  void make_tracks() {
    if (local_[root()]) return add_track(root());
    for (Part part = 0; part <= root(); ++part) {
      if (local_[part]) continue;
      for (Part p : parts_of(part)) {
        if (local_[p]) add_track(p);
      }
    }
  }

  std::vector<Part> parts_of(Part part) const {
    if (const auto* node = as<All>(part)) return node->parts;
    if (const auto* node = as<Any>(part)) return node->parts;
    if (const auto* node = as<Sequence>(part)) return node->parts;
    if (const auto* node = as<Not>(part)) return {node->part};
    return {};
  }

  void add_track(Part part) {
    tracks_.push_back({part, branches_for(part, answer_yes, answer_no)});
  }

  /// Adds the branches that end at `if_true` or `if_false`; returns the first of them.
  int branches_for(Part part, int if_true, int if_false) {
    if (const auto* node = as<Not>(part)) return branches_for(node->part, if_false, if_true);
    const bool all = as<All>(part) != nullptr;
    if (!all && !as<Any>(part)) {
      branches_.push_back({part, if_true, if_false});
      return static_cast<int>(branches_.size() - 1);
    }
    std::vector<Part> parts = parts_of(part);
    std::stable_sort(parts.begin(), parts.end(),
                     [&](Part a, Part b) { return cost_[a] < cost_[b]; });
    int next = all ? if_true : if_false;
    for (std::size_t i = parts.size(); i-- > 0;) {
      next = all ? branches_for(parts[i], next, if_false) : branches_for(parts[i], if_true, next);
    }
    return next;
  }

  /// The last ply at which the part can hold, where its shape tells.
  int last_ply(Part part) const {
    if (const auto* amount = as<Amount>(part)) {
      const bool is_ply = amount->sum.size() == 1 && amount->sum[0].type == Term::Type::ply;
      return is_ply && amount->sum[0].factor == 1 ? amount->range.high : no_limit;
    }
    int last = as<Any>(part) ? 0 : no_limit;
    if (as<All>(part)) {
      for (Part p : parts_of(part)) last = std::min(last, last_ply(p));
    } else if (as<Any>(part)) {
      for (Part p : parts_of(part)) last = std::max(last, last_ply(p));
    }
    return last;
  }

  // One game.

  /// Fills `known_` from the header. Parts come before what is made of them.
  void know(const HeaderView& header) {
    for (Part part = 0; part <= root(); ++part) {
      known_[part] = Known::unknown;
      if (const auto* test = as<HeaderTest>(part)) {
        known_[part] = holds(*test, header) ? Known::yes : Known::no;
      }
      conclude(part);
    }
  }

  /// Adds what the squares touched rule out.
  void rule_out(const Touched& touched) {
    for (Part part = 0; part <= root(); ++part) {
      for (const Change& change : changes_[part]) {
        if (touched.may_make(change)) continue;
        known_[part] = Known::no;
        break;
      }
      conclude(part);
    }
  }

  void conclude(Part part) {
    if (const auto* node = as<Not>(part)) {
      known_[part] = opposite(known_[node->part]);
    } else if (const auto* all = as<All>(part)) {
      known_[part] = combined(all->parts, Known::no);
    } else if (const auto* any = as<Any>(part)) {
      known_[part] = combined(any->parts, Known::yes);
    } else if (const auto* sequence = as<Sequence>(part)) {
      const Known k = combined(sequence->parts, Known::no);
      known_[part] = k == Known::no ? k : Known::unknown;
    }
  }

  /// `decisive` when one part is, its opposite when all parts are that.
  Known combined(const std::vector<Part>& parts, Known decisive) const {
    Known result = opposite(decisive);
    for (Part p : parts) {
      if (known_[p] == decisive) return decisive;
      if (known_[p] == Known::unknown) result = Known::unknown;
    }
    return result;
  }

  void replay(Replay<V> board, std::span<const Move> moves) {
    const std::size_t limit = std::min(moves.size(), static_cast<std::size_t>(last_ply_));
    for (const Track& track : tracks_) answers_[track.part].assign(limit + 1, 0);
    std::size_t ply = 0;
    for (;; ++ply) {
      const Here<V> here{board, moves, ply};
      for (const Track& track : tracks_) answers_[track.part][ply] = ask(track.entry, here);
      if (ply == limit || !board.play(moves[ply])) break;
    }
    combine(ply + 1);
    const std::vector<std::uint8_t>& found = answers_[root()];
    for (std::size_t p = 0; p <= ply; ++p) {
      if (found[p] != 0) plies_.push_back(static_cast<int>(p));
    }
  }

  bool ask(int at, const Here<V>& here) const {
    while (at >= 0) {
      const Branch& branch = branches_[static_cast<std::size_t>(at)];
      bool answer = known_[branch.leaf] == Known::yes;
      if (known_[branch.leaf] == Known::unknown) {
        const auto probe = static_cast<std::size_t>(probe_of_[branch.leaf]);
        answer = std::visit([&](const auto& p) { return p(here); }, probes_[probe]);
      }
      at = answer ? branch.if_true : branch.if_false;
    }
    return at == answer_yes;
  }

  /// Works out the answers of the parts that no track gives, `n` plies each.
  void combine(std::size_t n) {
    for (Part part = 0; part <= root(); ++part) {
      if (local_[part]) continue;
      if (const auto* sequence = as<Sequence>(part)) {
        answers_[part] = follow(*sequence, n);
        continue;
      }
      const bool all = as<All>(part) != nullptr;
      const bool inverted = as<Not>(part) != nullptr;
      answers_[part].assign(n, all || inverted);
      for (Part p : parts_of(part)) {
        for (std::size_t i = 0; i < n; ++i) {
          std::uint8_t& answer = answers_[part][i];
          const std::uint8_t other = answers_[p][i];
          answer = all ? answer & other : inverted ? !other : answer | other;
        }
      }
    }
  }

  /// From the last step back: at every ply where the rest of a sequence begins, the earliest ply at
  /// which it can end.
  std::vector<std::uint8_t> follow(const Sequence& sequence, std::size_t n) {
    constexpr std::size_t nowhere = ~std::size_t{0};
    ends_.assign(n, nowhere);
    for (std::size_t i = 0; i < n; ++i) {
      if (answers_[sequence.parts.back()][i]) ends_[i] = i;
    }
    for (std::size_t step = sequence.parts.size() - 1; step-- > 0;) {
      const std::vector<std::uint8_t>& here = answers_[sequence.parts[step]];
      std::size_t later = nowhere;
      for (std::size_t i = n; i-- > 0;) {
        const std::size_t end = std::exchange(ends_[i], here[i] ? later : nowhere);
        later = std::min(later, end);
      }
    }
    std::vector<std::uint8_t> answers(n, 0);
    for (std::size_t i = 0; i < n; ++i) {
      answers[i] = ends_[i] != nowhere && ends_[i] - i <= static_cast<std::size_t>(sequence.within);
    }
    return answers;
  }

  Query query_;
  bool never_ = false;
  bool reads_header_ = false;
  bool only_headers_ = false;
  bool has_changes_ = false;
  int last_ply_ = no_limit;
  Replay<V> even_start_{start_setup(V::info.variant)};

  // By part.
  std::vector<Known> known_;
  std::vector<int> probe_of_;
  std::vector<bool> local_;
  std::vector<int> cost_;
  std::vector<std::vector<Change>> changes_;
  std::vector<std::vector<std::uint8_t>> answers_;

  std::vector<Probe<V>> probes_;
  std::vector<Branch> branches_;
  std::vector<Track> tracks_;
  std::vector<std::size_t> ends_;
  std::vector<int> plies_;
};

template <class V>
Matcher<V>::Matcher(const Query& query) : impl_(std::make_unique<Impl>(query)) {}
template <class V>
Matcher<V>::Matcher(const Matcher& other) : impl_(std::make_unique<Impl>(*other.impl_)) {}
template <class V>
Matcher<V>::Matcher(Matcher&&) noexcept = default;
template <class V>
Matcher<V>& Matcher<V>::operator=(Matcher other) noexcept {
  impl_ = std::move(other.impl_);
  return *this;
}
template <class V>
Matcher<V>::~Matcher() = default;

template <class V>
bool Matcher<V>::reads_header() const {
  return impl_->reads_header();
}

template <class V>
bool Matcher<V>::may_match(const HeaderView& header) {
  return impl_->may_match(header);
}

template <class V>
std::span<const int> Matcher<V>::find(const HeaderView& header, const Setup* start,
                                      std::span<const Move> moves) {
  return impl_->find(header, start, moves);
}

template class Matcher<YariShogi>;
template class Matcher<Shogi>;

}  // namespace yari::query
