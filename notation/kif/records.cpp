// Cutting files of KIF and KI2 records, and telling them by their looks.
#include <algorithm>
#include <bitset>
#include <iterator>
#include <optional>

#include "notation/kif/kif.h"
#include "notation/kif/scanner.h"
#include "notation/words/header_names.h"
#include "notation/words/japanese.h"
#include "text/text.h"

namespace yari {

namespace {

// Headers that many records have and no line after the moves.
constexpr std::string_view known_headers[] = {
    "手合割",     "開始日時",   "先手",   "後手",   "下手",       "上手",
    "棋戦",       "表題",       "対局日", "棋種",   "後手の持駒", "上手の持駒",
    "先手の持駒", "下手の持駒", "作者",   "対局ID", "記録ID"};

// Which of them a line is; no value for other lines.
std::optional<std::size_t> known_header(const KifLine& line) {
  if (line.kind != KifLineKind::header) return std::nullopt;
  auto found = std::ranges::find(known_headers, line.name);
  if (found == std::end(known_headers))
    found = std::ranges::find(known_headers, plain_kif_name(line.name));
  if (found == std::end(known_headers)) return std::nullopt;
  return static_cast<std::size_t>(found - std::begin(known_headers));
}

struct KifLooks {
  int numbered = 0, marked = 0, headers = 0, boards = 0, titles = 0, colons = 0;
};

void count(KifLooks& looks, const KifLine& line) {
  if (line.kind == KifLineKind::title ||
      (line.kind == KifLineKind::remark && is_kif_format_mark(line.text))) {
    ++looks.titles;
  } else if (shows_kif_move(line)) {
    std::string_view t = line.text;
    take_kif_number(t);
    ++(take_player_mark(t) ? looks.marked : looks.numbered);
  } else if (known_header(line)) {
    ++looks.headers;
  } else if (line.kind == KifLineKind::board_row) {
    ++looks.boards;
  } else if (line.text.find("：") != std::string_view::npos) {
    ++looks.colons;
  }
}

KifLooks kif_looks(std::string_view head) {
  KifLooks looks;
  KifScanner lines(head);
  for (KifLine line; lines.next(line);) count(looks, line);
  return looks;
}

}  // namespace

std::size_t kif_record_length(std::string_view text, bool at_end) {
  bool moves = false;
  bool numbers = false;
  // Without moves a header that comes again after a blank line begins the next record.
  bool after_blank = false;
  std::bitset<std::size(known_headers)> seen;
  // Remarks right before the first header belong to the record that it begins.
  std::size_t remarks = text.size();
  KifScanner lines(text);
  for (KifLine line; lines.next(line);) {
    const bool remark = line.kind == KifLineKind::remark;
    const bool numbered = line.kind == KifLineKind::numbered;
    if (numbered || line.kind == KifLineKind::marked || line.kind == KifLineKind::footer) {
      moves = true;
      numbers = numbers || (numbered && shows_kif_move(line));
    } else if (line.kind == KifLineKind::title) {
      if (numbers) return std::min(remarks, line.begin);
      moves = true;
    } else if (const std::optional<std::size_t> header = known_header(line)) {
      if (moves || (after_blank && seen[*header])) return std::min(remarks, line.begin);
      seen.set(*header);
    } else if (remark && moves && is_kif_format_mark(line.text)) {
      return std::min(remarks, line.begin);
    }
    if (remark) {
      remarks = std::min(remarks, line.begin);
    } else {
      after_blank = line.kind == KifLineKind::blank;
      if (!after_blank) remarks = text.size();
    }
    // Most lines: they end no record, and after the first of them they say nothing more about it.
    if (numbers && lines.skip_numbers()) {
      after_blank = false;
      remarks = text.size();
    }
  }
  return at_end ? text.size() : 0;
}

int kif_likeness(std::string_view head) {
  const KifLooks l = kif_looks(head);
  if (l.titles > 0 && l.marked == 0) return 98;
  if (l.numbered > 0) return 95;
  if (l.headers > 0 && l.marked == 0) return 80;
  if (l.boards > 0) return 60;
  return l.colons > 1 ? 30 : 0;
}

int ki2_likeness(std::string_view head) {
  const KifLooks l = kif_looks(head);
  if (l.marked == 0 || l.numbered > 0) return l.headers > 0 ? 70 : 0;
  return 95;
}

bool is_blank_kif(std::string_view record) {
  KifScanner lines(record);
  for (KifLine line; lines.next(line);) {
    const bool nothing = line.kind == KifLineKind::blank || line.kind == KifLineKind::remark ||
                         line.text.starts_with('\0');
    if (!nothing) return false;
  }
  return true;
}

}  // namespace yari
