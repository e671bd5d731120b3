/// \file
/// The table of record formats: how text is cut into records, read into games and written.
///
/// A new format is a new file and a new row in format.cpp.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "notation/finding.h"
#include "record/game.h"
#include "rules/position.h"

namespace yari {

struct ReadOptions {
  /// Refuse what lenient reading guesses or cuts.
  bool strict = false;
  /// The game to assume where the record does not say; no value: guess by letters, board and
  /// moves, and note it.
  std::optional<Variant> variant;
  /// What the other records of its file are, for a record that can be of either game; the record
  /// counts more than this (Format::variant_of_file).
  std::optional<Variant> variant_of_file = {};
  /// Line of the file on which the record begins.
  std::size_t first_line = 1;
  /// Kinds that are not reported, nor refused when strict.
  IgnoredFindings ignored = {};
};

/// What reading one record came to.
struct ReadResult {
  /// No value when the record was refused; the diagnostics then hold at least one error.
  std::optional<Game> game;
  /// In order of place. A lenient reader that cut the game says so with an error here.
  std::vector<Diagnostic> diagnostics;
  /// The keys of the main line's positions, the start first, which reading has computed by the
  /// way: `prepare` need not replay the game. Empty where they are not known.
  std::vector<Key> keys;
};

struct WriteOptions {
  /// Columns to fill lines to, where the format allows.
  std::size_t width = 79;
};

struct WriteResult {
  std::string text;
  /// What the format cannot express and was left out, once per kind: "variations (3)".
  std::vector<std::string> losses;
};

/// One record format.
struct Format {
  /// As the command line names it: "hodges".
  std::string_view name;
  /// One line for people: "Hodges notation with PSN tags".
  std::string_view title;
  /// "hodges,psn"; the first is written.
  std::string_view extensions;
  /// How sure it is, 0..100, that a file beginning with `head` is of this format.
  int (*likeness)(std::string_view head);
  /// Length of the first whole record in `text`, with what separates it from the next; 0 when more
  /// text is needed to know. With `at_end` there is no more: never 0 unless `text` is empty.
  std::size_t (*record_length)(std::string_view text, bool at_end);
  /// True when the record holds nothing but white space and comment lines and is no game at all.
  bool (*is_blank)(std::string_view record);
  /// Reads one record of valid UTF-8 text. Never throws for what the text holds.
  ReadResult (*read)(std::string_view record, const ReadOptions& options);
  /// Writes one game so that records can simply follow one another; null: the format is read only.
  WriteResult (*write)(const Game& game, const WriteOptions& options);
  /// Moves or headers are Japanese words: Latin-1 cannot hold them.
  bool japanese = false;
  /// The game of the records of a file where some of them, which begin it, can be of one alone; no
  /// value where all can be of either, or some are of each. Null where records say it themselves.
  std::optional<Variant> (*variant_of_file)(std::string_view records) = nullptr;
  /// Whether a record names a position, so that it is one even where that is the even start and
  /// nothing follows. Null: never.
  bool (*has_position)(std::string_view record) = nullptr;
};

/// Reads the whole of `text` as a game of `v`, and nothing leniently. Fails with the first error,
/// also where a move is illegal or the board is of the other game.
Result<Game, Diagnostic> read_strictly(const Format& format, std::string_view text, Variant v);

/// Every format, in the order `--help` lists them.
std::span<const Format> formats();
/// Null when there is none of that name.
const Format* format_named(std::string_view name);
/// By the name's ending; null when no format claims it.
const Format* format_for_extension(std::string_view file_name);
/// The format that `text` looks like by its first few KiB; null when nothing fits.
const Format* detect_format(std::string_view text);
/// Whether a file begins as YaneuraOu's opening books do, in text or in binary: they have SFENs and
/// moves in USI, but no record.
bool is_opening_book(std::string_view text);

}  // namespace yari
