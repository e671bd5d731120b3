/// \file
/// Reading whole files of records in tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "notation/format.h"
#include "rules/sfen.h"

namespace yari::test {

inline const Format& hodges() { return *format_named("hodges"); }
inline const Format& kif() { return *format_named("kif"); }
inline const Format& csa() { return *format_named("csa"); }
inline const Format& jkf() { return *format_named("jkf"); }
inline const Format& usi() { return *format_named("usi"); }
inline const Format& usen() { return *format_named("usen"); }

/// What stands before the moves of a record of KIF.
inline const std::string kif_title =
    "手合割：平手\n先手：青木\n後手：馬場\n手数----指手---------消費時間--\n";

/// The records of a file, cut by the format.
inline std::vector<std::string_view> records_of(std::string_view text, const Format& format) {
  std::vector<std::string_view> records;
  while (!text.empty()) {
    const std::size_t length = format.record_length(text, true);
    const std::string_view record = text.substr(0, length);
    if (!format.is_blank(record)) records.push_back(record);
    text.remove_prefix(length);
  }
  return records;
}

inline ReadOptions strictly() {
  ReadOptions options;
  options.strict = true;
  return options;
}

/// ISO-8859-1 to UTF-8.
inline std::string from_latin1(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto b = static_cast<unsigned char>(c);
    if (b < 0x80) {
      out += c;
    } else {
      out += static_cast<char>(0xC0 | b >> 6);
      out += static_cast<char>(0x80 | (b & 0x3F));
    }
  }
  return out;
}

/// The keys of the main line's positions, the start first.
inline std::vector<Key> replayed_keys(const Game& game) {
  return with_variant(game.variant, [&]<class V>(V) {
    Position<V> position = *Position<V>::from(game.start);
    std::vector<Key> keys{position.key()};
    for (const Move m : game.moves.main_moves()) {
      position.play(m);
      keys.push_back(position.key());
    }
    return keys;
  });
}

/// The main line as USI moves, separated by spaces.
inline std::string usi_moves(const Game& game) {
  std::string out;
  for (const Move m : game.moves.main_moves()) {
    if (!out.empty()) out += ' ';
    append_usi_move(out, m, game.variant);
  }
  return out;
}

/// Every message, one a line: "LINE:COLUMN: message".
inline std::string messages(const ReadResult& result) {
  std::string out;
  for (const Diagnostic& d : result.diagnostics) {
    out += std::to_string(d.line) + ':' + std::to_string(d.column) + ": " + d.message + '\n';
  }
  return out;
}

/// "7g7f 3c3d 0-1 resignation", with " cut" where it was; "no game" and why where there is none.
inline std::string whole_record(const ReadResult& read) {
  if (!read.game) return "no game\n" + messages(read);
  return usi_moves(*read.game) + ' ' + std::string(name(read.game->result)) + ' ' +
         std::string(name(read.game->ending)) + (read.game->was_cut() ? " cut" : "");
}

}  // namespace yari::test
