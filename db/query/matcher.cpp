// The search of one game: what its header and its moves' squares rule out, then a replay.
//
// The branches of the program's tracks run at every ply and leave at the first answer that decides.
// Sequences, and what is built on them, are put together afterwards from the answers of all plies.
#include "db/query/matcher.h"

#include <algorithm>
#include <utility>

#include "db/query/header.h"
#include "db/query/program.h"
#include "rules/start.h"

namespace yari::query {
namespace {

/// What is known of a part before the game is replayed.
enum class Known : std::uint8_t { no, yes, unknown };

Known opposite(Known k) {
  if (k == Known::unknown) return k;
  return k == Known::yes ? Known::no : Known::yes;
}

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
  explicit Impl(const Query& query) {
    if (query.variant && *query.variant != V::info.variant) return;
    program_.emplace(query);
    known_.assign(program_->query.nodes.size(), Known::unknown);
    answers_.resize(program_->query.nodes.size());
    tests_.resize(program_->query.nodes.size());
    for (Part part = 0; part <= root(); ++part)
      if (const auto* test = as<HeaderTest>(part)) tests_[part].emplace(*test);
  }

  bool reads_header() const { return program_ && program_->reads_header; }

  bool reads_judgements() const {
    return program_ && std::ranges::any_of(program_->query.nodes, [](const Node& node) {
             return std::holds_alternative<JudgementIs>(node);
           });
  }

  bool reads_ratings() const {
    return program_ && std::ranges::any_of(program_->query.nodes, [](const Node& node) {
             const auto* test = std::get_if<HeaderTest>(&node);
             return test != nullptr && std::holds_alternative<RatingsAre>(*test);
           });
  }

  bool may_match(const HeaderView& header) {
    if (!program_) return false;
    know(header);
    return known_.back() != Known::no;
  }

  std::span<const int> find(const HeaderView& header, const Setup* start,
                            std::span<const Move> moves) {
    plies_.clear();
    if (!may_match(header)) return plies_;
    if (program_->only_headers) {
      plies_.push_back(0);
      return plies_;
    }
    if (!start && program_->needs_changes) {
      rule_out(Touched(moves));
      if (known_.back() == Known::no) return plies_;
    }
    replay(start ? Replay<V>(*start) : even_start_, moves, header.noted);
    return plies_;
  }

 private:
  Part root() const { return program_->root(); }

  template <class T>
  const T* as(Part part) const {
    return program_->template as<T>(part);
  }

  /// Fills `known_` from the header. Parts come before what is made of them.
  void know(const HeaderView& header) {
    for (Part part = 0; part <= root(); ++part) {
      known_[part] = Known::unknown;
      if (tests_[part]) known_[part] = tests_[part]->holds(header) ? Known::yes : Known::no;
      if (const auto* test = as<JudgementIs>(part)) {
        const auto fitting = [&](const Noted& noted) { return fits(*test, noted); };
        if (std::ranges::none_of(header.noted, fitting)) known_[part] = Known::no;
      }
      conclude(part);
    }
  }

  /// Adds what the squares touched rule out.
  void rule_out(const Touched& touched) {
    for (Part part = 0; part <= root(); ++part) {
      for (const Change& change : program_->changes[part]) {
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

  void replay(Replay<V> board, std::span<const Move> moves, std::span<const Noted> noted) {
    const std::size_t limit = std::min(moves.size(), static_cast<std::size_t>(program_->last_ply));
    for (const Track& track : program_->tracks) answers_[track.part].assign(limit + 1, 0);
    std::size_t ply = 0;
    for (;; ++ply) {
      const Here<V> here{board, moves, ply, noted};
      for (const Track& track : program_->tracks)
        answers_[track.part][ply] = ask(track.entry, here);
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
      const Branch& branch = program_->branches[static_cast<std::size_t>(at)];
      bool answer = known_[branch.leaf] == Known::yes;
      if (known_[branch.leaf] == Known::unknown) {
        const auto probe = static_cast<std::size_t>(program_->probe_of[branch.leaf]);
        answer = std::visit([&](const auto& p) { return p(here); }, program_->probes[probe]);
      }
      at = answer ? branch.if_true : branch.if_false;
    }
    return at == answer_yes;
  }

  /// Works out the answers of the parts that no track gives, `n` plies each.
  void combine(std::size_t n) {
    for (Part part = 0; part <= root(); ++part) {
      if (program_->local[part]) continue;
      if (const auto* sequence = as<Sequence>(part)) {
        answers_[part] = follow(*sequence, n);
        continue;
      }
      const bool all = as<All>(part) != nullptr;
      const bool inverted = as<Not>(part) != nullptr;
      answers_[part].assign(n, all || inverted);
      for (Part p : program_->parts_of(part)) {
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

  /// None where the query speaks of the other game.
  std::optional<Program<V>> program_;
  Replay<V> even_start_{start_setup(V::info.variant)};
  // By part: what is known before the replay, and the answers at every ply.
  std::vector<Known> known_;
  /// By part, where it is a condition on the header.
  std::vector<std::optional<PreparedTest>> tests_;
  std::vector<std::vector<std::uint8_t>> answers_;
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
bool Matcher<V>::reads_judgements() const {
  return impl_->reads_judgements();
}

template <class V>
bool Matcher<V>::reads_ratings() const {
  return impl_->reads_ratings();
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
