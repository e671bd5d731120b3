// Judgements, summaries, and what of them goes into a record.
#include "analysis/annotate/judge.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/annotate/accuracy.h"
#include "record/glyph.h"
#include "record/tree_edit.h"
#include "text/ascii.h"

namespace yari {
namespace {

constexpr std::string_view brilliant_text =
    "Brilliant: gives material away, and every other move would be a mistake";

/// How the first sentence about a judged move begins. `noted`: the glyph was there already, so it
/// stays when the sentence goes.
std::string opening_of(Judgement j, bool noted = false) {
  return capitalized(std::string(name(j))) + (noted ? ", as noted: win chance " : ": win chance ");
}

std::string mate_text(int plies) {
  return fmt::format("mate in {} {}", plies, plies == 1 ? "ply" : "plies");
}

std::uint8_t glyph(Judgement j) {
  switch (j) {
    case Judgement::inaccuracy:
      return inaccuracy_glyph;
    case Judgement::mistake:
      return mistake_glyph;
    case Judgement::blunder:
      return blunder_glyph;
    case Judgement::none:
      break;
  }
  return 0;
}

Judgement judgement_of(double loss, const AnnotateOptions& options) {
  if (loss >= options.blunder) return Judgement::blunder;
  if (loss >= options.mistake) return Judgement::mistake;
  if (loss >= options.inaccuracy) return Judgement::inaccuracy;
  return Judgement::none;
}

MateChange mate_change(Score before, Score after) {
  if (before.wins_by_mate() && !after.wins_by_mate()) return MateChange::missed;
  if (after.loses_by_mate() && !before.loses_by_mate()) return MateChange::allowed;
  return MateChange::none;
}

}  // namespace

std::string_view name(Judgement j) {
  return j == Judgement::none ? std::string_view() : glyph_word(glyph(j));
}

Score for_mover(Score after) {
  if (!after.mate) return {-after.value, false};
  return {after.value > 0 ? -after.value - 1 : 1 - after.value, true};
}

bool agrees(const JudgedMove& m) { return m.better.empty() || m.better.front() == m.move; }

bool is_decided(const JudgedMove& m, const AnnotateOptions& options) {
  return m.chance_before <= options.decided || m.chance_after >= 100 - options.decided;
}

double chance_of(Color c, const JudgedMove& m, double movers) {
  return m.mover == c ? movers : 100 - movers;
}

void set_scores(JudgedMove& m, const std::optional<WeighedScore>& before,
                const std::optional<WeighedScore>& after) {
  m.before_known = before.has_value();
  m.after_known = after.has_value();
  m.before = before ? before->score : Score{};
  m.after = after ? for_mover(after->score) : Score{};
  m.chance_before = before ? before->chance : 50;
  m.chance_after = after ? 100 - after->chance : 50;
}

void judge(JudgedMove& m, const AnnotateOptions& options) {
  m.loss = 0;
  m.judgement = Judgement::none;
  m.mate = MateChange::none;
  if (m.is_weighed() && !agrees(m) && !m.only_move) {
    m.loss = std::max(0.0, m.chance_before - m.chance_after);
    m.mate = mate_change(m.before, m.after);
    if (!is_decided(m, options) && !m.book) m.judgement = judgement_of(m.loss, options);
  }
  m.accuracy = move_accuracy(m.loss, 0);
}

namespace {

void count(PlayerSummary& p, const JudgedMove& m) {
  p.book += m.book;
  if (!m.is_weighed()) return;
  ++p.moves;
  p.mean_loss += m.loss;
  p.inaccuracies += m.judgement == Judgement::inaccuracy;
  p.mistakes += m.judgement == Judgement::mistake;
  p.blunders += m.judgement == Judgement::blunder;
  p.missed_mates += m.mate == MateChange::missed;
  p.allowed_mates += m.mate == MateChange::allowed;
  p.only_good += m.only_good;
  p.brilliant += m.brilliant;
}

/// The chance of `c` before every move and after the last; where it is not known, that before it,
/// or at the start that after it. Requires: there are moves.
std::vector<double> chances_of(Color c, const std::vector<JudgedMove>& moves) {
  std::vector<std::optional<double>> known;
  for (const JudgedMove& m : moves) {
    known.push_back(m.before_known ? std::optional(chance_of(c, m, m.chance_before))
                                   : std::nullopt);
  }
  const JudgedMove& last = moves.back();
  known.push_back(last.after_known ? std::optional(chance_of(c, last, last.chance_after))
                                   : std::nullopt);
  const auto first = std::ranges::find_if(known, [](const auto& x) { return x.has_value(); });
  double chance = first == known.end() ? 50 : **first;
  std::vector<double> chances;
  for (const std::optional<double>& x : known) chances.push_back(chance = x.value_or(chance));
  return chances;
}

/// The accuracy of one side over its moves, or over those of one phase.
PhaseSummary accuracy_of(Color c, std::optional<Phase> phase, const std::vector<JudgedMove>& moves,
                         const std::vector<double>& swings) {
  std::vector<double> accuracies;
  std::vector<double> weights;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (moves[i].mover != c || !moves[i].is_weighed() || (phase && moves[i].phase != *phase))
      continue;
    accuracies.push_back(moves[i].accuracy);
    weights.push_back(swings[i]);
  }
  return {static_cast<int>(accuracies.size()), game_accuracy(accuracies, weights)};
}

}  // namespace

std::array<PlayerSummary, 2> summarize(const std::vector<JudgedMove>& moves) {
  std::array<PlayerSummary, 2> players;
  if (moves.empty()) return players;
  const std::vector<double> swings = volatilities(chances_of(Color::black, moves));
  for (const JudgedMove& m : moves) count(players[static_cast<std::size_t>(index(m.mover))], m);
  for (Color c : both_colors) {
    PlayerSummary& p = players[static_cast<std::size_t>(index(c))];
    if (p.moves > 0) p.mean_loss /= p.moves;
    p.accuracy = accuracy_of(c, std::nullopt, moves, swings).accuracy;
    for (int i = 0; i < phase_count; ++i) {
      p.phases[static_cast<std::size_t>(i)] = accuracy_of(c, static_cast<Phase>(i), moves, swings);
    }
  }
  return players;
}

int turning_point(const std::vector<JudgedMove>& moves, GameResult result) {
  constexpr double ahead = 60;
  if (moves.empty()) return 0;
  for (Color c : both_colors) {
    const std::vector<double> chances = chances_of(c, moves);
    const bool wins = result == win_for(c);
    if (!wins && (result == win_for(~c) || result == GameResult::draw || chances.back() < ahead))
      continue;
    const auto behind = std::ranges::find_if(chances, [](double x) { return x <= 100 - ahead; });
    if (behind == chances.end()) return 0;
    // The last position in which the side was not ahead yet, one of those behind at least; after
    // it came the move.
    int last = static_cast<int>(chances.size()) - 1;
    while (chances[static_cast<std::size_t>(last)] > 50) --last;
    if (last + 1 == static_cast<int>(chances.size())) return 0;
    return moves[static_cast<std::size_t>(last)].is_weighed() ? last + 1 : 0;
  }
  return 0;
}

std::string comment_text(const JudgedMove& m, const JudgementWords& words, bool noted) {
  std::string text = opening_of(m.judgement, noted);
  text += fmt::format("{:.0f} % to {:.0f} %", m.chance_before, m.chance_after);
  if (m.mate == MateChange::missed) text += ", misses " + mate_text(m.before.value);
  if (m.mate == MateChange::allowed) text += ", allows " + mate_text(-m.after.value - 1);
  if (!words.explanation.empty()) text += ". " + words.explanation;
  return text + fmt::format(". Better: {}", words.better);
}

namespace {

/// The glyph that goes with a line of a comment which annotation wrote, 0 where it stays; no value
/// for all other lines.
std::optional<std::uint8_t> glyph_of_comment(std::string_view line) {
  if (line == brilliant_text) return brilliant_glyph;
  for (Judgement j : {Judgement::inaccuracy, Judgement::mistake, Judgement::blunder}) {
    if (line.starts_with(opening_of(j))) return glyph(j);
    if (line.starts_with(opening_of(j, true))) return 0;
  }
  return std::nullopt;
}

void remove_comments(Note& note) {
  std::string kept;
  std::string_view rest = note.comment;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (const std::optional<std::uint8_t> glyph = glyph_of_comment(line)) {
      if (*glyph != 0) std::erase(note.glyphs, *glyph);
    } else {
      kept.append(kept.empty() ? "" : "\n").append(line);
    }
  }
  note.comment = std::move(kept);
}

void add_comment(Note& note, const std::string& text) {
  if (note.comment.find(text) != std::string::npos) return;
  if (!note.comment.empty()) note.comment += '\n';
  note.comment += text;
}

/// False when it was there already.
bool add_glyph(Note& note, std::uint8_t glyph) {
  if (std::ranges::count(note.glyphs, glyph)) return false;
  note.glyphs.push_back(glyph);
  return true;
}

}  // namespace

namespace {

/// Whether `engine` is that name, or the identity of an engine of that name.
bool is_named(std::string_view engine, std::string_view name) {
  if (name.empty() || !engine.starts_with(name)) return false;
  const std::string_view rest = engine.substr(name.size());
  return rest.empty() || rest.starts_with(" (") || rest.starts_with("; ");
}

}  // namespace

void remove_annotation(Game& game, std::string_view engine,
                       const std::function<bool(int ply)>& judged) {
  std::vector<NodeId> nodes = game.moves.main_line();
  nodes.push_back(root_node);
  for (NodeId node : nodes) {
    if (!game.moves.note(node)) continue;
    Note& note = game.moves.edit_note(node);
    std::erase_if(note.evaluations,
                  [&](const Evaluation& e) { return is_named(engine, e.engine); });
    if (judged(game.moves.ply(node))) remove_comments(note);
  }
}

void write_judgement(Game& game, const JudgedMove& m, const AnnotateOptions& options,
                     const JudgementWords& words) {
  if (m.brilliant) {
    Note& note = game.moves.edit_note(m.node);
    const bool noted = options.write_glyphs && !add_glyph(note, brilliant_glyph);
    if (options.write_comments && !noted) add_comment(note, std::string(brilliant_text));
  }
  if (m.judgement == Judgement::none) return;
  {
    Note& note = game.moves.edit_note(m.node);
    const bool noted = options.write_glyphs && !add_glyph(note, glyph(m.judgement));
    if (options.write_comments) add_comment(note, comment_text(m, words, noted));
  }
  const auto shown = [&](std::vector<Move> line) {
    const auto plies = static_cast<std::size_t>(std::max(0, options.variation_plies));
    line.resize(std::min(line.size(), plies));
    return line;
  };
  add_line(game.moves, shown(m.better), game.moves.parent(m.node));
  add_line(game.moves, shown(words.answers), m.node);
}

}  // namespace yari
