// Everything of a JKF object but its moves.
#include "notation/jkf/start.h"

#include "notation/csa/words.h"
#include "notation/handicap_text.h"
#include "notation/header_names.h"
#include "notation/jkf/presets.h"
#include "notation/jkf/json_place.h"
#include "notation/kif/kif.h"
#include "notation/kif_words.h"

namespace yari {

const Json* member(const Json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto it = object.find(name);
  return it == object.end() ? nullptr : &*it;
}

std::string text_of(const Json* value) {
  return value && value->is_string() ? value->get<std::string>() : std::string();
}

// A small whole number, or -1.
int int_of(const Json* value) {
  if (!value || !value->is_number_integer()) return -1;
  const auto n = value->get<long long>();
  return n < 0 || n > 100'000'000 ? -1 : static_cast<int>(n);
}

std::optional<Square> square_of(const Json* value, int files) {
  if (!value) return std::nullopt;
  const int x = int_of(member(*value, "x"));
  const int y = int_of(member(*value, "y"));
  if (x < 1 || x > files || y < 1 || y > rank_count) return std::nullopt;
  return Square::at(x - 1, y - 1);
}

JkfHeader read_jkf_header(const Json& root, std::string_view text, Findings& findings) {
  JkfHeader header;
  const Json* list = member(root, "header");
  if (!list || !list->is_object()) return header;
  for (const auto& [name, value] : list->items()) {
    const std::string said = text_of(&value);
    if (name == "棋種") {
      header.variant = said == kif_yari_header ? Variant::yari : Variant::shogi;
    } else if (name == "手合割") {
      header.handicap = trimmed_wide(said);
    } else if (name == "先手" || name == "下手" || name == "後手" || name == "上手") {
      const bool black = name == "先手" || name == "下手";
      if (!said.empty()) {
        header.tags.push_back({std::string(black ? tags::black : tags::white), said});
      }
    } else {
      const auto found = add_kif_header(header.tags, name, said);
      if (found) findings.note(JsonPlace(text).member("header").member(name).offset(), *found);
    }
  }
  return header;
}

namespace {

// The start position that "initial" states, or the header's handicap.
class StartReader {
 public:
  StartReader(const Json& root, const JkfHeader& header, std::string_view text, Findings& findings)
      : root_(root), header_(header), text_(text), findings_(findings) {}

  std::optional<Setup> read() {
    const Json* initial = member(root_, "initial");
    if (!initial || !initial->is_object()) return by_header();
    std::optional<Setup> setup = by_initial(*initial);
    if (setup) compare_header(*setup);
    return setup;
  }

 private:
  std::optional<Setup> by_initial(const Json& initial) {
    const std::string preset = text_of(member(initial, "preset"));
    if (const Json* data = member(initial, "data"); data && (preset.empty() || preset == "OTHER")) {
      return by_data(*data);
    }
    const std::optional<std::string_view> name = handicap_of_preset(preset);
    if (!name) return wrong("expected a preset like \"HIRATE\", found " + in_quotes(preset));
    return named(*name);
  }

  void compare_header(const Setup& setup) {
    const Result<Setup> said = read_handicap_text(header_.handicap, header_.variant);
    if (!said || said->same_position(setup)) return;
    findings_.warning(place_of_start(text_),
                      "the header's handicap " + in_quotes(header_.handicap) +
                          " is not the start that \"initial\" gives, which counts");
  }

  std::optional<Setup> wrong(std::string message) {
    findings_.error(place_of_start(text_), std::move(message));
    return std::nullopt;
  }

  std::optional<Setup> named(std::string_view name) {
    if (name.empty()) return start_setup(header_.variant);
    const Result<Setup> setup = read_handicap_text(name, header_.variant);
    if (!setup) return wrong(setup.error().message);
    return *setup;
  }

  std::optional<Setup> by_header() {
    if (header_.handicap == "その他") return wrong("その他 needs a board under \"initial\"");
    return named(header_.handicap);
  }

  std::optional<Setup> by_data(const Json& data) {
    Setup setup;
    setup.variant = header_.variant;
    const int files = info(setup.variant).files;
    const Json* board = member(data, "board");
    if (!board || !board->is_array() || board->size() != static_cast<std::size_t>(files)) {
      return wrong("expected a board of " + std::to_string(files) + " files");
    }
    for (int file = 0; file < files; ++file) {
      const Json& column = (*board)[static_cast<std::size_t>(file)];
      if (!column.is_array() || column.size() != rank_count) {
        return wrong("expected nine squares on file " + std::to_string(file + 1));
      }
      for (int rank = 0; rank < rank_count; ++rank) {
        if (!square(column[static_cast<std::size_t>(rank)], Square::at(file, rank), setup)) {
          return wrong("expected a piece on " + std::to_string(file + 1) +
                       std::to_string(rank + 1));
        }
      }
    }
    if (!hands(member(data, "hands"), setup)) return wrong("expected hands with counts of pieces");
    setup.side_to_move = int_of(member(data, "color")) == 1 ? Color::white : Color::black;
    return setup;
  }

  static bool square(const Json& cell, Square s, Setup& setup) {
    const Json* kind = member(cell, "kind");
    if (!kind) return cell.is_object() || cell.is_null();
    const std::optional<Kind> k = csa_kind(text_of(kind), setup.variant);
    const int color = int_of(member(cell, "color"));
    if (!k || (color != 0 && color != 1)) return false;
    setup[s] = Piece(color == 0 ? Color::black : Color::white, *k);
    return true;
  }

  static bool hands(const Json* list, Setup& setup) {
    if (!list || !list->is_array()) return list == nullptr;
    for (std::size_t c = 0; c < 2 && c < list->size(); ++c) {
      if (!(*list)[c].is_object()) return false;
      for (const auto& [name, count] : (*list)[c].items()) {
        const std::optional<Kind> k = csa_kind(name, setup.variant);
        const int n = int_of(&count);
        if (!k || index(*k) >= hand_kind_count || n < 0 || n > 99) return false;
        setup.hands[c].add(*k, n);
      }
    }
    return true;
  }

  const Json& root_;
  const JkfHeader& header_;
  std::string_view text_;
  Findings& findings_;
};

}  // namespace

std::optional<Setup> read_jkf_start(const Json& root, const JkfHeader& header,
                                    std::string_view text, Findings& findings) {
  return StartReader(root, header, text, findings).read();
}

std::size_t place_of_start(std::string_view text) {
  return JsonPlace(text).member("initial").offset();
}

}  // namespace yari
