#include "answers/rule_sentences.h"

#include <fmt/format.h>

#include "analysis/engine/replayed.h"
#include "rules/color_name.h"
#include "rules/declaration.h"

namespace yari {

namespace {

/// "2nd", "4th".
std::string ordinal(int n) {
  const bool is_teen = n / 10 % 10 == 1;
  const char* const end = is_teen       ? "th"
                          : n % 10 == 1 ? "st"
                          : n % 10 == 2 ? "nd"
                          : n % 10 == 3 ? "rd"
                                        : "th";
  return fmt::format("{}{}", n, end);
}

template <class V>
std::string sentence_of_end(const Line<V>& line, const Outcome& outcome) {
  const std::optional<Color> winner = winner_of(outcome.result);
  const std::string_view result = winner ? in_words(outcome.result) : "a draw";
  const std::string_view side = proper_name(line.position().side_to_move());
  switch (outcome.ending) {
    case Ending::mate:
      return fmt::format("Checkmate: {}.", result);
    case Ending::stalemate:
      return fmt::format("Stalemate, {} has no legal move: {}.", side, result);
    case Ending::perpetual_check:
      return fmt::format("Perpetual check by {}, for the position occurs the {} time: {}.",
                         proper_name(~winner.value()), ordinal(line.history().occurrences()),
                         result);
    default:
      return fmt::format("Repetition, the position occurs the {} time: {}.",
                         ordinal(line.history().occurrences()), result);
  }
}

template <class V>
std::string sentence_of_declaration(const Position<V>& position, Color c) {
  const DeclarationCount count = count_for_declaration(position, c);
  return fmt::format(
      "For a declaration {} has {} points and {} of {} pieces in the promotion zone.",
      proper_name(c), count.points, count.pieces, pieces_to_declare);
}

template <class V>
void add_points(const Position<V>& position, std::vector<std::string>& sentences) {
  const std::string_view piece = V::info[general].name;
  bool any = false;
  for (const Color c : both_colors) {
    if (!has_entered(position, c)) continue;
    any = true;
    sentences.push_back(
        fmt::format("{}'s {} has entered the promotion zone.", proper_name(c), piece));
    if (V::info.variant == Variant::shogi)
      sentences.push_back(sentence_of_declaration(position, c));
  }
  if (!any) return;
  std::string points =
      fmt::format("Points: Black {}, White {}", impasse_points(position, Color::black),
                  impasse_points(position, Color::white));
  if (is_impasse(position)) {
    const std::optional<Color> winner = winner_of(impasse_result(position));
    points += "; an impasse by agreement is " +
              (winner ? fmt::format("won by {}", proper_name(*winner)) : "a draw");
  }
  sentences.push_back(points + '.');
}

template <class V>
std::vector<std::string> rule_sentences(const Line<V>& line) {
  std::vector<std::string> sentences;
  const Position<V>& position = line.position();
  const std::optional<Outcome> outcome = line.outcome();
  if (outcome) sentences.push_back(sentence_of_end(line, *outcome));
  if (position.in_check() && (!outcome || outcome->ending != Ending::mate))
    sentences.push_back(fmt::format("{} is in check.", proper_name(position.side_to_move())));
  if (!outcome && line.history().occurrences() > 1)
    sentences.push_back(
        fmt::format("The position occurs the {} time.", ordinal(line.history().occurrences())));
  add_points(position, sentences);
  return sentences;
}

}  // namespace

std::vector<std::string> rule_sentences(const GamePosition& position) {
  return with_variant(position.start.variant,
                      [&]<class V>(V) { return rule_sentences(replayed<V>(position)); });
}

}  // namespace yari
