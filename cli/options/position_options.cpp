#include "cli/options/position_options.h"

#include <fmt/ranges.h>

#include "analysis/engine/replayed.h"
#include "cli/terminal/escapes.h"
#include "cli/terminal/text_file.h"
#include "db/reports/only_variant.h"
#include "import/read_records.h"
#include "notation/board/diagram.h"
#include "notation/findings.h"
#include "notation/moves/typed_moves.h"
#include "notation/words/handicap_text.h"
#include "platform/user.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "text/text.h"

namespace yari::cli {

namespace {

Variant other_than(Variant v) { return v == Variant::yari ? Variant::shogi : Variant::yari; }

Variant read_variant(std::string_view source, const std::string& typed) {
  if (const auto named = variant_named(typed)) return *named;
  throw UsageError(fmt::format("{}: expected yari or shogi, found '{}'", source, typed));
}

/// A position typed for the other game is the likeliest mistake of all.
std::string other_game_hint(std::string_view sfen, Variant v) {
  const Variant other = other_than(v);
  if (!read_start(sfen, other)) return "";
  return fmt::format(" (it is a {} position: add --variant {})", info(other).name, info(other).id);
}

void require_valid(std::string_view option, const Setup& setup) {
  const std::vector<std::string> faults = faults_of(setup);
  if (!faults.empty())
    throw UsageError(fmt::format("{}: {}", option, fmt::join(faults, "\n      ")));
}

Setup read_start(std::string_view option, std::string_view typed, std::string_view sfen,
                 Variant v) {
  Result<Setup> setup = read_start(sfen, v);
  if (!setup) {
    Error error = setup.error();
    error.message += other_game_hint(sfen, v);
    error.offset += static_cast<std::size_t>(sfen.data() - typed.data());
    throw error_at(option, typed, error);
  }
  require_valid(option, *setup);
  return *setup;
}

/// Moves after `before`.
GamePosition read_moves(std::string_view option, std::string_view typed, std::string_view moves,
                        GamePosition before) {
  const Setup start = setup_of(before);
  const Result<std::vector<Move>> read =
      read_typed_moves(moves, start, last_target_of(before.moves));
  if (read) {
    before.moves.insert(before.moves.end(), read->begin(), read->end());
    return before;
  }
  Error error = read.error();
  error.offset += static_cast<std::size_t>(moves.data() - typed.data());
  const VariantInfo& other = info(other_than(start.variant));
  if (start == start_setup(start.variant) && read_typed_moves(moves, start_setup(other.variant)))
    error.message +=
        fmt::format(" (these are moves of {}: add --variant {})", other.name, other.id);
  throw error_at(option, typed, error);
}

/// "startpos moves 7g7f", "SFEN moves 7g7f", or moves alone.
GamePosition read_usi(std::string_view typed, Variant v) {
  std::string_view text = typed;
  const std::size_t moves_at = std::min(text.find(" moves"), text.size());
  const std::string_view start = trimmed(text.substr(0, moves_at));
  if (read_usi_move(start.substr(0, start.find(' ')), v))
    return read_moves("--usi", typed, text, {start_setup(v), {}});
  text.remove_prefix(std::min(moves_at + 6, text.size()));
  return read_moves("--usi", typed, text, {read_start("--usi", typed, start, v), {}});
}

/// Which game is meant by a handicap that only one of them has.
Setup read_handicap_start(const std::string& typed, Variant meant, bool is_certain) {
  Result<Setup> setup =
      is_certain ? read_typed_handicap(typed, meant) : read_handicap_text(typed, meant);
  if (!setup && !is_certain)
    if (Result<Setup> other = read_handicap_text(typed, other_than(meant))) return *other;
  if (!setup) throw error_at("--handicap", typed, setup.error());
  return *setup;
}

/// The board itself says which game it is.
Setup read_drawing(const std::string& file) {
  const std::string text = read_text_file(file);
  const Result<Setup> setup = read_diagram(text);
  if (!setup) {
    std::string place = diagnostic_text(file, located(text, setup.error()));
    place.pop_back();
    throw Failure(place);
  }
  require_valid("--diagram", *setup);
  return *setup;
}

}  // namespace

UsageError error_at(std::string_view option, std::string_view text, const Error& error) {
  const std::string before = printable(text.substr(0, std::min(error.offset, text.size())));
  return UsageError(fmt::format("{}: {}\n    {}\n    {:{}}^", option, error.message,
                                printable(text), "", columns(before)));
}

std::vector<Move> read_moves_after(const GamePosition& before, std::string_view what,
                                   const std::string& typed) {
  const GamePosition after = read_moves(what, typed, typed, before);
  return {after.moves.begin() + static_cast<std::ptrdiff_t>(before.moves.size()),
          after.moves.end()};
}

bool is_legal(const Setup& position, Move move) {
  return with_variant(position.variant, [&]<class V>(V) {
    const auto valid = Position<V>::from(position);
    return valid && valid->is_legal(move);
  });
}

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
  const std::string named = platform::variable("YARI_VARIANT").value_or("");
  return !named.empty() ? read_variant("$YARI_VARIANT", named) : Variant::yari;
}

void explain_nothing(Terminal& terminal, Database& games, std::optional<Variant> asked) {
  if (games.count() == 0)
    return terminal.hint("the database has no games: 'yari import FOLDER' adds some");
  GameFilter others;
  if (asked) others.variant = other_than(*asked);
  if (!asked || games.count(others) == 0) return terminal.hint("no game matches");
  const VariantInfo& other = info(*others.variant);
  terminal.hint(fmt::format("no game of {} matches: --variant {} searches {}", info(*asked).name,
                            other.id, other.name));
}

void begin_at_handicap(PositionOptions& position, const GameFilter& filter) {
  const bool is_named = filter.handicap && *filter.handicap != "any" && *filter.handicap != "even";
  if (is_named && !position.sfen && !position.usi && !position.diagram && !position.game)
    position.handicap = filter.handicap;
}

void PositionOptions::declare_forms(OptionSet& options) {
  options.group("Position (default: the start position)");
  options.text("sfen", sfen, "SFEN", "a position in SFEN, or startpos");
  options.text("usi", usi, "TEXT", "a start and its moves: \"startpos moves 7g7f 3c3d\"");
  options.text("moves", moves, "TEXT",
               "moves from the start: \"P-7f P-3d\", \"7g7f 3c3d\" or \"７六歩 ３四歩\"");
  options.text("diagram", diagram, "FILE", "a board drawn in text; - is standard input")
      .is(ValueKind::file);
  options.value("game", "ID[:PLY]", "a position of a stored game: 12 (the last), 12:40, 12:-2",
                [this](const std::string& typed) {
                  const Result<GamePlace> place = read_game_place(typed);
                  if (!place) throw error_at("--game", typed, place.error());
                  game = *place;
                });
}

void PositionOptions::declare(OptionSet& options) {
  declare_forms(options);
  options.text("handicap", handicap, "NAME", "the start of a handicap: Lance, YR1a, 飛車落ち");
  database.declare(options);
  variant.declare(options);
}

void PositionOptions::declare_for_search(OptionSet& options) {
  declare_forms(options);
  variant.declare(options);
}

GamePosition PositionOptions::read_stored(Database* opened) const {
  std::optional<Database> own;
  if (opened == nullptr) opened = &own.emplace(database.open(OpenMode::read_only));
  const std::optional<Game> stored = opened->load_game(game->game);
  if (!stored) throw NotFound(no_game(game->game));
  if (variant.typed && *variant.typed != stored->variant)
    throw UsageError(
        fmt::format("--variant: game {} is a game of {}", game->game, info(stored->variant).name));
  const Result<GamePosition> position = position_at(*stored, *game);
  if (!position) throw UsageError("--game: " + position.error().message);
  return *position;
}

GamePosition PositionOptions::read(Database* opened) const {
  if (sfen.has_value() + usi.has_value() + diagram.has_value() + handicap.has_value() +
          game.has_value() >
      1)
    throw UsageError(
        "--sfen, --usi, --diagram, --handicap and --game name a start each: give one of them");
  if (moves && (usi || diagram))
    throw UsageError("--moves begins at the start position, --sfen, --handicap or --game");
  if (diagram) return {read_drawing(*diagram), {}};
  if (game) {
    GamePosition stored = read_stored(opened);
    return moves ? read_moves("--moves", *moves, *moves, std::move(stored)) : stored;
  }
  const Variant v = variant.meant(opened);
  if (usi) return read_usi(*usi, v);
  const Setup start = sfen       ? read_start("--sfen", *sfen, *sfen, v)
                      : handicap ? read_handicap_start(*handicap, v, variant.typed.has_value())
                                 : start_setup(v);
  if (moves) return read_moves("--moves", *moves, *moves, {start, {}});
  return {start, {}};
}

}  // namespace yari::cli
