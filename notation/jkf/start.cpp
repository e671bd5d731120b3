// Everything of a JKF object but its moves.
#include "notation/jkf/start.h"

#include <algorithm>
#include <iterator>

#include "notation/csa/words.h"
#include "notation/words/handicap_text.h"
#include "notation/words/header_names.h"
#include "notation/words/japanese.h"
#include "notation/words/outcome_words.h"
#include "rules/start.h"

namespace yari {

std::optional<Square> square_of(JsonValue value, int files) {
  const int x = value["x"].number();
  const int y = value["y"].number();
  if (x < 1 || x > files || y < 1 || y > rank_count) return std::nullopt;
  return Square::at(x - 1, y - 1);
}

namespace {

// Some write numbers there.
std::string_view text_in_header(JsonValue v) {
  if (v.is_string()) return v.text();
  return v.source() == "null" ? std::string_view() : v.source();
}

// What stands beside the header becomes tags.
void keep_strange_members(JsonValue root, JkfHeader& header, Findings& findings) {
  constexpr std::string_view known[] = {"header", "initial", "moves"};
  for (JsonValue v = root.first(); v; v = v.next()) {
    if (std::ranges::find(known, v.name()) != std::end(known) || v.is_cut()) continue;
    if (findings.over(header.tags.size() + 1, record_limits::tags, v.source())) return;
    findings.add(FindingCode::unknown_member, v.source(), in_quotes(v.name()), "a tag");
    add_kif_header(header.tags, v.name(), text_in_header(v));
  }
}

}  // namespace

int jkf_color(JsonValue color) {
  if (color.source() == "true") return 0;
  return color.source() == "false" ? 1 : color.number();
}

JkfHeader read_jkf_header(JsonValue root, Findings& findings) {
  JkfHeader header;
  for (JsonValue v = root["header"].first(); v; v = v.next()) {
    if (findings.over(header.tags.size() + 1, record_limits::tags, v.source())) break;
    const std::string plain = plain_kif_name(v.name());
    const std::string name = is_kif_header(plain) ? plain : std::string(v.name());
    const std::string said(text_in_header(v));
    if (name == "棋種") {
      header.variant = said == kif_yari_header ? Variant::yari : Variant::shogi;
      if (is_kif_game(said)) continue;
      findings.add(FindingCode::tag_value, v.source(), "将棋 or " + std::string(kif_yari_header),
                   in_quotes(said));
      add_kif_header(header.tags, name, said);
    } else if (is_kif_handicap(plain)) {
      header.handicap = trimmed_wide(said);
    } else if (const auto tag = player_tag(name); !tag.empty()) {
      if (!said.empty()) header.tags.push_back({std::string(tag), said});
    } else if (const auto outcome = outcome_of_header(name, said)) {
      header.said = *outcome;
    } else {
      const auto found = add_kif_header(header.tags, name, said);
      if (found) findings.add(*found, v.source());
    }
  }
  keep_strange_members(root, header, findings);
  return header;
}

namespace {

// The start position that "initial" states, or the header's handicap.
class StartReader {
 public:
  StartReader(JsonValue root, JkfHeader& header, Findings& findings)
      : root_(root), header_(header), findings_(findings) {}

  std::optional<Setup> read() {
    const JsonValue initial = root_["initial"];
    if (!initial || initial.source() == "null") return by_header();
    std::optional<Setup> setup = by_initial(initial);
    if (setup) compare_header(*setup);
    return setup;
  }

 private:
  std::optional<Setup> by_initial(JsonValue initial) {
    const std::string_view preset =
        text_in_header(initial.is_object() ? initial["preset"] : initial);
    const JsonValue data = initial["data"];
    if (data && (preset.empty() || preset == "OTHER")) return by_data(data);
    if (preset == "OTHER") return without_board(preset);
    if (const auto name = handicap_of_preset(preset)) return named(*name);
    if (preset.empty() || !read_recorded_handicap(preset, header_.variant))
      return wrong("expected a preset like \"HIRATE\", found " + in_quotes(preset));
    return named(preset);
  }

  void compare_header(const Setup& setup) {
    const Result<Setup> said = read_recorded_handicap(header_.handicap, header_.variant);
    if (!said || said->same_position(setup)) return;
    findings_.add(FindingCode::handicap_against_position, place_of_jkf_start(root_),
                  in_quotes(header_.handicap), "\"initial\"");
  }

  std::optional<Setup> wrong(std::string message) {
    findings_.add(FindingCode::bad_position, place_of_jkf_start(root_), std::move(message));
    return std::nullopt;
  }

  std::optional<Setup> named(std::string_view name) {
    if (name.empty()) return start_setup(header_.variant);
    const Result<Setup> setup = read_recorded_handicap(name, header_.variant);
    if (!setup) return wrong(setup.error().message);
    if (const auto unclear = unclear_handicap(name, header_.variant))
      findings_.add(*unclear, place_of_jkf_start(root_));
    return *setup;
  }

  std::optional<Setup> by_header() {
    if (is_other_start(header_.handicap)) return without_board(header_.handicap);
    if (header_.handicap.empty() || read_recorded_handicap(header_.handicap, header_.variant))
      return named(header_.handicap);
    findings_.add(FindingCode::unknown_handicap, place_of_jkf_start(root_),
                  in_quotes(header_.handicap));
    header_.start_unknown = true;
    add_kif_header(header_.tags, "手合割", header_.handicap);
    return start_setup(header_.variant);
  }

  Setup without_board(std::string_view named) {
    findings_.add(FindingCode::board_missing, place_of_jkf_start(root_), named);
    return start_setup(header_.variant);
  }

  std::optional<Setup> by_data(JsonValue data) {
    Setup setup;
    setup.variant = header_.variant;
    const int files = info(setup.variant).files;
    int file = 0;
    for (JsonValue column = data["board"].first(); column; column = column.next(), ++file) {
      int rank = 0;
      for (JsonValue cell = column.first(); cell; cell = cell.next(), ++rank) {
        const bool inside = file < files && rank < rank_count;
        if (inside && !square(cell, Square::at(file, rank), setup)) {
          return wrong("expected a piece on " + std::to_string(file + 1) +
                       std::to_string(rank + 1));
        }
      }
      if (rank != rank_count) {
        return wrong("expected nine squares on file " + std::to_string(file + 1));
      }
    }
    if (file != files) return wrong("expected a board of " + std::to_string(files) + " files");
    if (!hands(data["hands"], setup)) return wrong("expected hands with counts of pieces");
    setup.side_to_move = jkf_color(data["color"]) == 1 ? Color::white : Color::black;
    return setup;
  }

  static bool square(JsonValue cell, Square s, Setup& setup) {
    const JsonValue kind = cell["kind"];
    if (!kind) return true;
    const std::optional<Kind> k = csa_kind(kind.text(), setup.variant);
    const int color = jkf_color(cell["color"]);
    if (!k || (color != 0 && color != 1)) return false;
    setup[s] = Piece(color == 0 ? Color::black : Color::white, *k);
    return true;
  }

  bool hands(JsonValue list, Setup& setup) {
    if (!list.is_array()) return !list;
    std::size_t c = 0;
    for (JsonValue hand = list.first(); hand && c < 2; hand = hand.next(), ++c) {
      if (!hand.is_object()) return false;
      for (JsonValue count = hand.first(); count; count = count.next()) {
        const std::optional<Kind> k = csa_kind(count.name(), setup.variant);
        const int n = count.number();
        // json-kifu-format writes "undefined": -1 for 持駒：なし of KI2.
        if (!k && n <= 0) {
          findings_.add(FindingCode::unknown_member, count.source(), in_quotes(count.name()),
                        "no piece");
          continue;
        }
        if (!k || index(*k) >= hand_kind_count || n < 0 || n > 99) return false;
        // A member may be there twice.
        if (setup.hands[c].count(*k) + n > 99) return false;
        setup.hands[c].add(*k, n);
      }
    }
    return true;
  }

  JsonValue root_;
  JkfHeader& header_;
  Findings& findings_;
};

}  // namespace

std::optional<Setup> read_jkf_start(JsonValue root, JkfHeader& header, Findings& findings) {
  return StartReader(root, header, findings).read();
}

std::string_view place_of_jkf_start(JsonValue root) {
  const JsonValue initial = root["initial"];
  return (initial ? initial : root).source();
}

}  // namespace yari
