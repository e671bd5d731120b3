// Claims are weighed in the order of the record, those of tags first.
#include "notation/read/claims.h"

#include <algorithm>

#include "notation/words/ending_words.h"

namespace yari {

namespace {

constexpr GameResult nobody = GameResult::unknown;

class Settling {
 public:
  Settling(const std::vector<Claim>& claims, const EndOfMoves& end) : claims_(claims), end_(end) {}

  Settlement settle() {
    each(ClaimSource::tag, [this](const Claim& c) { tag(c); });
    tags_result_ = outcome().result;
    if (end_.illegal_by) illegal_move();
    for (const Claim& c : claims_)
      if (!c.passed) weigh(c);
    for (const Claim& c : claims_)
      if (c.passed) passed(c);
    each(ClaimSource::comment, [this](const Claim& c) { comment(c); });
    fill_result();
    each(ClaimSource::summary, [this](const Claim& c) { summary(c); });
    if (end_.board) board(*end_.board);
    return std::move(settled_);
  }

 private:
  Outcome& outcome() { return settled_.outcome; }

  template <class F>
  void each(ClaimSource source, F&& f) const {
    for (const Claim& c : claims_)
      if (c.source == source) f(c);
  }

  void report(ClaimFinding finding, const Claim& claim, GameResult result) {
    settled_.reports.push_back({finding, claim, result});
  }

  void weigh(const Claim& c) {
    if (c.source == ClaimSource::word) word(c);
    if (c.source == ClaimSource::footer) footer(c);
    if (c.source == ClaimSource::score) score(c);
  }

  void tag(const Claim& c) {
    if (outcome().ending == Ending::unknown) outcome().ending = c.said.ending;
    if (outcome().result == nobody) {
      outcome().result = c.said.result;
    } else if (c.said.result != nobody && c.said.result != outcome().result) {
      report(ClaimFinding::contradicts, c, outcome().result);
    }
  }

  // Whose turn it was says nothing here: programs count the move, or do not.
  GameResult lost_by_illegal_move(const Claim& c) const {
    return c.said.result == nobody || c.by_turn ? win_for(~*end_.illegal_by) : c.said.result;
  }

  void illegal_move() {
    if (outcome().ending == Ending::unknown) outcome().ending = Ending::illegal_move;
    const auto said = std::ranges::find_if(claims_, [](const Claim& c) {
      return c.source != ClaimSource::tag && c.said.ending == Ending::illegal_move;
    });
    Claim claim = said == claims_.end() ? Claim{} : *said;
    claim.said.result = lost_by_illegal_move(claim);
    spoken_ = true;
    if (outcome().result == nobody) {
      outcome().result = claim.said.result;
    } else if (claim.said.result != outcome().result) {
      report(ClaimFinding::contradicts, claim, outcome().result);
    }
  }

  void after_illegal_move(const Claim& c) {
    if (c.said.ending != Ending::illegal_move && c.said.ending != Ending::unknown) {
      report(ClaimFinding::other_ending, c, outcome().result);
    } else if (!c.by_turn && c.said.result != nobody && c.said.result != outcome().result) {
      report(ClaimFinding::contradicts, c, outcome().result);
    }
  }

  void word(const Claim& c) {
    if (end_.illegal_by) return after_illegal_move(c);
    Outcome said = c.said;
    if (said.result == nobody && c.side) said.result = result_for(said.ending, *c.side);
    if (outcome().ending == Ending::unknown) outcome().ending = said.ending;
    const bool other = spoken_ && said.ending != Ending::unknown && said.ending != outcome().ending;
    if (other && c.source == ClaimSource::word)
      return report(ClaimFinding::second_word, c, outcome().result);
    if (outcome().result == nobody && !other) {
      outcome().result = said.result;
    } else if (c.said.result != nobody && c.said.result != outcome().result) {
      report(ClaimFinding::contradicts, c, outcome().result);
    }
    spoken_ = true;
  }

  void footer(const Claim& c) {
    word(c);
    const bool bare_win = c.side && c.said.result == win_for(~*c.side);
    if (outcome().ending != Ending::unknown || !bare_win || end_.illegal_by) return;
    outcome().ending = Ending::resignation;
    each(ClaimSource::comment, [&](const Claim& comment) {
      const bool fits = comment.said.result == nobody || comment.said.result == c.said.result;
      if (fits && comment.said.ending != Ending::unknown) outcome().ending = comment.said.ending;
    });
  }

  void score(const Claim& c) {
    scored_ = true;
    if (tags_result_ != nobody) {
      if (c.said.result != nobody && c.said.result != tags_result_)
        report(ClaimFinding::against_tags, c, tags_result_);
    } else {
      if (spoken_ && outcome().result != nobody && c.said.result != outcome().result)
        report(ClaimFinding::replaces, c, outcome().result);
      outcome().result = c.said.result;
    }
    spoken_ = true;
  }

  // That play went on after it has been reported.
  void passed(const Claim& c) {
    if (outcome().result == nobody && !scored_) outcome().result = c.said.result;
    if (c.said.result != nobody && c.said.result != outcome().result) return;
    if (outcome().ending == Ending::unknown) outcome().ending = c.said.ending;
  }

  void comment(const Claim& c) {
    if (spoken_ || !end_.side_to_move || outcome() != Outcome{} || c.said == Outcome{}) return;
    outcome() = c.said;
    settled_.took_comment = true;
    if (c.vague) report(ClaimFinding::read_from_comment, c, c.said.result);
  }

  void fill_result() {
    if (outcome().result != nobody || scored_) return;
    const Color side = end_.side_to_move.value_or(Color::black);
    const GameResult result = result_for(outcome().ending, side);
    const bool by_turn = result != result_for(outcome().ending, ~side);
    if (end_.side_to_move || !by_turn) outcome().result = result;
  }

  void summary(const Claim& c) {
    Outcome& end = outcome();
    const bool refused = end.ending == Ending::declaration && c.said.ending == Ending::illegal_move;
    if (end.ending == Ending::unknown || refused) {
      end.ending = c.said.ending;
      if (refused || c.said.result != nobody) end.result = c.said.result;
      return;
    }
    if (c.said.result == nobody || c.said.result == end.result) return;
    const bool offender = end.ending == Ending::illegal_move && c.said.result != GameResult::draw;
    const bool winner = end.ending == c.said.ending && end.result == nobody;
    if (offender || winner) {
      end.result = c.said.result;
    } else {
      report(ClaimFinding::another_summary, c, end.result);
    }
  }

  void board(const Outcome& decided) {
    // It is reported where the record last says something.
    Claim claim = claims_.empty() ? Claim{} : claims_.back();
    claim.said = decided;
    Outcome& end = outcome();
    const bool open = end.result == nobody;
    if (!open && end.result != decided.result)
      return report(ClaimFinding::board_says_otherwise, claim, end.result);
    end.result = decided.result;
    const bool denied = end.ending == Ending::abandoned || end.ending == Ending::no_mate;
    if (end.ending == Ending::unknown || (open && denied)) end.ending = decided.ending;
    if (!open) return;
    report(ClaimFinding::board_decides, claim, decided.result);
  }

  const std::vector<Claim>& claims_;
  const EndOfMoves& end_;
  Settlement settled_;
  GameResult tags_result_ = nobody;
  /// Something after the moves has said how the game ended.
  bool spoken_ = false;
  /// A score, perhaps "*".
  bool scored_ = false;
};

}  // namespace

Settlement settle(const std::vector<Claim>& claims, const EndOfMoves& end) {
  return Settling(claims, end).settle();
}

}  // namespace yari
