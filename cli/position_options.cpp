#include "cli/position_options.h"

#include <fmt/format.h>

#include <cstdlib>

#include "analysis/replayed.h"
#include "cli/escapes.h"
#include "cli/text_file.h"
#include "db/only_variant.h"
#include "import/read_records.h"
#include "notation/diagram.h"
#include "notation/encoding.h"
#include "notation/findings.h"
#include "rules/sfen.h"

namespace yari::cli {

namespace {

/// "--sfen: MESSAGE", the text typed and a caret under the place.
UsageError error_at(std::string_view option, std::string_view text, const Error& error) {
  const std::string before = printable(text.substr(0, std::min(error.offset, text.size())));
  return UsageError(fmt::format("{}: {}\n    {}\n    {:{}}^", option, error.message,
                                printable(text), "", columns(before)));
}

Variant other_than(Variant v) { return v == Variant::yari ? Variant::shogi : Variant::yari; }

Variant read_variant(std::string_view source, const std::string& typed) {
  if (const auto named = variant_named(typed)) return *named;
  throw UsageError(fmt::format("{}: expected yari or shogi, found '{}'", source, typed));
}

/// A position typed for the other game is the likeliest mistake of all.
std::string other_game_hint(std::string_view sfen, Variant v) {
  const Variant other = other_than(v);
  if (!read_sfen(sfen, other)) return "";
  return fmt::format(" (it is a {} position: add --variant {})", info(other).name, info(other).id);
}

void require_valid(std::string_view option, const Setup& setup) {
  const std::vector<std::string> faults = faults_of(setup);
  if (!faults.empty())
    throw UsageError(fmt::format("{}: {}", option, fmt::join(faults, "\n      ")));
}

Setup read_start(std::string_view option, std::string_view typed, std::string_view sfen,
                 Variant v) {
  Result<Setup> setup = read_sfen(sfen, v);
  if (!setup) {
    Error error = setup.error();
    error.message += other_game_hint(sfen, v);
    error.offset += static_cast<std::size_t>(sfen.data() - typed.data());
    throw error_at(option, typed, error);
  }
  require_valid(option, *setup);
  return *setup;
}

/// Cuts the next word off `text`; empty at its end.
std::string_view next_word(std::string_view& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == text.npos) return text = text.substr(text.size());
  const std::size_t end = std::min(text.find(' ', begin), text.size());
  const std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

template <class V>
std::vector<Move> read_moves(std::string_view option, std::string_view typed, std::string_view text,
                             const Setup& start) {
  Position<V> position = *Position<V>::from(start);
  std::vector<Move> moves;
  for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
    const auto offset = static_cast<std::size_t>(word.data() - typed.data());
    const Result<Move> move = read_usi_move(word, V::info.variant);
    if (!move) throw error_at(option, typed, {move.error().message, offset + move.error().offset});
    const MoveFault fault = position.fault_of(*move);
    if (fault != MoveFault::legal)
      throw error_at(option, typed, {fmt::format("{}: {}", word, describe(fault)), offset});
    moves.push_back(*move);
    position.play(*move);
  }
  return moves;
}

PlayedPosition read_usi(std::string_view typed, Variant v) {
  std::string_view text = typed;
  if (text.starts_with("position ")) text.remove_prefix(9);
  const std::size_t moves_at = std::min(text.find(" moves"), text.size());
  std::string_view start = trimmed(text.substr(0, moves_at));
  if (start.starts_with("sfen ")) start.remove_prefix(5);
  text.remove_prefix(std::min(moves_at + 6, text.size()));
  PlayedPosition played{read_start("--usi", typed, start, v), {}};
  played.moves = with_variant(
      v, [&]<class V>(V) { return read_moves<V>("--usi", typed, text, played.start); });
  return played;
}

/// Hodges moves from the even start, without numbers or with them.
PlayedPosition read_hodges(std::string_view typed, Variant v) {
  ReadResult read = format_named("hodges")->read(typed, {.strict = true, .variant = v});
  if (read.game && read.game->variant != v) {
    const VariantInfo& other = info(read.game->variant);
    throw UsageError(
        fmt::format("--moves: these are moves of {}: add --variant {}", other.name, other.id));
  }
  if (read.game && !read.game->was_cut()) return {read.game->start, read.game->moves.main_moves()};
  for (const Diagnostic& d : read.diagnostics)
    if (d.severity == Severity::error)
      throw UsageError(fmt::format("--moves: {}\n    {}\n    {:{}}^", d.message, d.excerpt, "",
                                   columns(d.excerpt.substr(0, d.caret > 0 ? d.caret - 1 : 0))));
  throw UsageError("--moves: expected moves");
}

/// The board itself says which game it is.
Setup read_drawing(const std::string& file) {
  const std::string text = to_utf8(read_text_file(file));
  const Result<Setup> setup = read_diagram(text);
  if (!setup) {
    Findings findings(text, ReadOptions{});
    findings.error(setup.error().offset, setup.error().message);
    std::string place = diagnostic_text(file, findings.take().front());
    place.pop_back();
    throw Failure(place);
  }
  require_valid("--diagram", *setup);
  return *setup;
}

}  // namespace

bool is_legal(const Setup& position, Move move) {
  return with_variant(position.variant, [&]<class V>(V) {
    const auto valid = Position<V>::from(position);
    return valid && valid->is_legal(move);
  });
}

Setup PlayedPosition::setup() const { return setup_of({start, moves}); }

void VariantOption::declare(OptionSet& options) {
  options
      .value("variant", "GAME", "the game that is meant",
             [this](const std::string& text) { typed = variant_named(text); })
      .one_of({"yari", "shogi"})
      .assumed("the only game of the database, else $YARI_VARIANT, else yari")
      .from_environment("YARI_VARIANT");
}

Variant VariantOption::meant(Database* database) const {
  if (typed) return *typed;
  if (database != nullptr)
    if (const auto only = only_variant(*database)) return *only;
  const char* named = std::getenv("YARI_VARIANT");
  return named != nullptr && *named != '\0' ? read_variant("$YARI_VARIANT", named) : Variant::yari;
}

void explain_nothing(Terminal& terminal, Variant asked) {
  const VariantInfo& other = info(other_than(asked));
  terminal.hint(fmt::format("no game of {} matches: --variant {} searches {}", info(asked).name,
                            other.id, other.name));
}

void PositionOptions::declare(OptionSet& options) {
  options.group("Position (default: the start position)");
  options.text("sfen", sfen, "SFEN", "a position in SFEN, or startpos");
  options.text("usi", usi, "TEXT", "a start and its moves: \"startpos moves 7g7f 3c3d\"");
  options.text("moves", moves, "TEXT", "Hodges moves from the start: \"P-7f P-3d\"");
  options.text("diagram", diagram, "FILE", "a board drawn in text; - is standard input")
      .is(ValueKind::file);
  game.declare(options);
}

PlayedPosition PositionOptions::read(Database* database) const {
  if (sfen.has_value() + usi.has_value() + moves.has_value() + diagram.has_value() > 1)
    throw UsageError("--sfen, --usi, --moves and --diagram name a position each: give one of them");
  if (diagram) return {read_drawing(*diagram), {}};
  const Variant v = game.meant(database);
  if (sfen) return {read_start("--sfen", *sfen, *sfen, v), {}};
  if (usi) return read_usi(*usi, v);
  if (moves) return read_hodges(*moves, v);
  return {start_setup(v), {}};
}

}  // namespace yari::cli
