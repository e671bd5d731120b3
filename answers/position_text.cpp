// Tried in order of strictness: what an SFEN or a diagram is, is nothing else.
#include "answers/position_text.h"

#include "notation/board/diagram.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "text/text.h"

namespace yari {

namespace {

/// A game that begins with the position, or the reasons why it cannot be played on.
PastedText from_setup(const Setup& setup, std::string_view form) {
  PastedText pasted{.game = std::nullopt, .findings = {}, .form = form};
  for (const std::string& fault : faults_of(setup))
    pasted.findings.emplace_back().say({FindingCode::bad_position, {fault}});
  if (pasted.findings.empty()) {
    pasted.game = new_game(setup.variant);
    pasted.game->start = setup;
  }
  return pasted;
}

std::optional<PastedText> read_as_sfen(std::string_view text, Variant by_default) {
  const Result<Setup> setup = read_start(text, variant_of_board(text).value_or(by_default));
  if (!setup) return std::nullopt;
  return from_setup(*setup, "sfen");
}

}  // namespace

PastedText read_pasted(std::string_view text, Variant by_default) {
  const std::string_view inner = trimmed(text);
  if (auto position = read_as_sfen(inner, by_default)) return *std::move(position);
  const Format* format = detect_format(text);
  if (format != nullptr) {
    ReadResult read = format->read(text, {.variant = by_default});
    // What does not say which game it is, and does not go by the rules of this one, may be of the
    // other.
    if (!read.game || read.game->was_cut())
      if (ReadResult guessed = format->read(text, {}); guessed.game && !guessed.game->was_cut())
        read = std::move(guessed);
    if (read.game && (read.game->moves.main_plies() > 0 || !read_diagram(text)))
      return {std::move(read.game), std::move(read.diagnostics), format->name};
  }
  if (const Result<Setup> setup = read_diagram(text)) return from_setup(*setup, "diagram");
  const Format* hodges = format_named("hodges");
  ReadResult moves = (format != nullptr ? format : hodges)->read(text, {.variant = by_default});
  return {std::move(moves.game), std::move(moves.diagnostics),
          (format != nullptr ? format : hodges)->name};
}

}  // namespace yari
