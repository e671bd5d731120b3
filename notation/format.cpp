// The table of formats, and the ways to find a row in it.
#include "notation/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "notation/csa/csa.h"
#include "notation/hodges/hodges.h"
#include "notation/jkf/jkf.h"
#include "notation/kif/kif.h"
#include "notation/usi/usen.h"
#include "notation/usi/usi_line.h"
#include "text/text.h"

namespace yari {

namespace {

/// Nothing but white space and lines that begin with `Sign`.
template <char Sign>
bool is_comment(std::string_view record) {
  while (true) {
    record.remove_prefix(std::min(record.find_first_not_of(" \t\r\n"), record.size()));
    if (record.empty()) return true;
    if (record.front() != Sign) return false;
    record.remove_prefix(std::min(record.find('\n'), record.size()));
  }
}

bool is_white_space(std::string_view record) { return trimmed(record).empty(); }

constexpr std::array table{
    Format{"hodges", "Hodges notation with PSN tags", "hodges", hodges_likeness,
           hodges_record_length, is_comment<';'>, read_hodges, write_hodges},
    Format{"psn", "Portable Shogi Notation: Hodges with every origin", "psn", psn_likeness,
           hodges_record_length, is_comment<';'>, read_hodges, write_psn},
    Format{"usi", "USI lines: startpos or sfen, and moves; one game a line", "usi,sfen",
           usi_line_likeness, usi_line_length, is_comment<'#'>, read_usi_line, write_usi_line,
           false, variant_of_usi_lines, usi_line_has_start},
    Format{"csa", "CSA, the format of computer Shogi (Shogi alone)", "csa", csa_likeness,
           csa_record_length, is_blank_csa, read_csa, write_csa},
    Format{"kif", "KIF, the format of Kifu for Windows", "kif,kifu", kif_likeness,
           kif_record_length, is_blank_kif, read_kif, write_kif, true},
    Format{"ki2", "KI2, moves as books print them", "ki2,ki2u", ki2_likeness, kif_record_length,
           is_blank_kif, read_kif, write_ki2, true},
    Format{"jkf", "JKF, json-kifu-format: one JSON object a game", "jkf,json", jkf_likeness,
           jkf_record_length, is_blank_jkf, read_jkf, write_jkf, true},
    Format{"usen", "USEN, the short form in links of lishogi and ShogiHome; one game a line",
           "usen", usen_likeness, usen_length, is_white_space, read_usen, write_usen, false,
           nullptr, usen_is_without_moves},
};

bool lists_extension(std::string_view extensions, std::string_view ending) {
  while (!extensions.empty()) {
    const std::size_t comma = std::min(extensions.find(','), extensions.size());
    if (same_word(extensions.substr(0, comma), ending)) return true;
    extensions.remove_prefix(std::min(comma + 1, extensions.size()));
  }
  return false;
}

}  // namespace

std::span<const Format> formats() { return table; }

const Format* format_named(std::string_view name) {
  for (const Format& f : table) {
    if (same_word(f.name, name)) return &f;
  }
  return nullptr;
}

const Format* format_for_extension(std::string_view file_name) {
  const std::size_t dot = file_name.rfind('.');
  if (dot == std::string_view::npos) return nullptr;
  for (const Format& f : table) {
    if (lists_extension(f.extensions, file_name.substr(dot + 1))) return &f;
  }
  return nullptr;
}

Result<Game, Diagnostic> read_strictly(const Format& format, std::string_view text, Variant v) {
  ReadResult read = format.read(text, {.strict = true, .variant = v});
  if (read.game && !read.game->was_cut() && read.game->variant == v) return *std::move(read.game);
  for (Diagnostic& d : read.diagnostics)
    if (d.severity == Severity::error) return tl::unexpected(std::move(d));
  Diagnostic other;
  other.say({FindingCode::bad_position, {fmt::format("expected a position of {}", info(v).name)}});
  return tl::unexpected(std::move(other));
}

const Format* detect_format(std::string_view text) {
  const std::string_view head = text.substr(0, 16 * 1024);
  if (is_opening_book(head)) return nullptr;
  const Format* best = nullptr;
  int most = 0;
  for (const Format& f : table) {
    const int likeness = f.likeness(head);
    if (likeness > most) {
      most = likeness;
      best = &f;
    }
  }
  return best;
}

bool is_opening_book(std::string_view text) {
  return text.starts_with("#YANEURAOU-DB") || text.starts_with("YANE-BINBOOK");
}

}  // namespace yari
