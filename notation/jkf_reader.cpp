// The JSON tree is walked with a stack of our own: forks nest as deep as they like.
#include <nlohmann/json.hpp>

#include "notation/comment.h"
#include "notation/csa_words.h"
#include "notation/header_names.h"
#include "notation/jkf.h"
#include "notation/jkf_presets.h"
#include "notation/kif.h"
#include "notation/kif_evaluation.h"
#include "notation/kif_words.h"
#include "notation/text.h"
#include "rules/handicap.h"
#include "rules/position.h"

namespace yari {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_forks = 1000;
// A fork is an object in a list in a list.
constexpr std::size_t max_depth = 3 * max_forks + 10;
constexpr std::size_t max_bytes = 256u << 20;

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

// Where brackets are nested deeper than a game needs; npos if nowhere.
std::size_t too_deep(std::string_view text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > max_depth) return i;
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return std::string_view::npos;
}

struct Header {
  Variant variant = Variant::shogi;
  std::vector<Tag> tags;
  std::string handicap;
};

Header read_header(const Json& root, const ReadOptions& options) {
  Header header;
  if (options.variant) header.variant = *options.variant;
  const Json* list = member(root, "header");
  if (!list || !list->is_object()) return header;
  for (const auto& [name, value] : list->items()) {
    const std::string text = text_of(&value);
    if (name == "棋種") {
      header.variant = text == kif_yari_header ? Variant::yari : Variant::shogi;
    } else if (name == "手合割") {
      header.handicap = trimmed_wide(text);
    } else if (name == "先手" || name == "下手" || name == "後手" || name == "上手") {
      const bool black = name == "先手" || name == "下手";
      if (!text.empty()) {
        header.tags.push_back({std::string(black ? tags::black : tags::white), text});
      }
    } else {
      add_kif_header(header.tags, name, text);
    }
  }
  return header;
}

// The start position that "initial" states, or the header's handicap.
class StartReader {
 public:
  StartReader(const Json& root, const Header& header, Findings& findings)
      : root_(root), header_(header), findings_(findings) {}

  std::optional<Setup> read() {
    const Json* initial = member(root_, "initial");
    if (!initial || !initial->is_object()) return by_header();
    const std::string preset = text_of(member(*initial, "preset"));
    if (const Json* data = member(*initial, "data");
        data && (preset.empty() || preset == "OTHER")) {
      return by_data(*data);
    }
    const std::optional<std::string_view> name = handicap_of_preset(preset);
    if (!name) return wrong("expected a preset like \"HIRATE\", found " + in_quotes(preset));
    return named(*name);
  }

 private:
  std::optional<Setup> wrong(std::string message) {
    findings_.error(0, std::move(message));
    return std::nullopt;
  }

  std::optional<Setup> named(std::string_view name) {
    if (name.empty() || name == "平手") return start_setup(header_.variant);
    const Result<Setup> setup = read_handicap(name, header_.variant);
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
  const Header& header_;
  Findings& findings_;
};

template <class V>
class JkfMoves {
 public:
  JkfMoves(Game& game, Findings& findings) : game_(game), findings_(findings) {}

  void read(const Json& moves, const Position<V>& start) {
    stack_.push_back({&moves, 0, nullptr, 0, root_node, {}, false, start, start, {}, false});
    while (!stack_.empty() && !cut_) step();
  }

 private:
  // A line of moves on its way into the tree.
  struct Frame {
    const Json* moves;
    std::size_t next;
    const Json* forks;
    std::size_t next_fork;
    NodeId node;
    Square last;
    bool has_last;
    Position<V> before;
    Position<V> now;
    Square last_before;
    bool has_last_before;
  };

  void step() {
    Frame& f = stack_.back();
    if (f.forks && f.next_fork < f.forks->size()) {
      const Json& fork = (*f.forks)[f.next_fork++];
      open(fork);
      return;
    }
    f.forks = nullptr;
    if (f.next >= f.moves->size()) {
      stack_.pop_back();
      return;
    }
    element((*f.moves)[f.next++]);
  }

  void open(const Json& fork) {
    Frame& f = stack_.back();
    if (!fork.is_array()) return findings_.warning(0, "expected a list of moves as a fork");
    if (stack_.size() > max_forks) {
      return findings_.error(0, "forks are nested deeper than " + std::to_string(max_forks));
    }
    Frame inner{&fork,
                0,
                nullptr,
                0,
                game_.moves.parent(f.node),
                f.last_before,
                f.has_last_before,
                f.before,
                f.before,
                {},
                false};
    stack_.push_back(std::move(inner));
  }

  void element(const Json& e) {
    Frame& f = stack_.back();
    if (!e.is_object()) return findings_.warning(0, "expected an object as a move");
    if (const Json* m = member(e, "move")) {
      if (!move(*m)) return;
      if (const Json* t = member(e, "time")) time(*t);
    }
    if (const Json* c = member(e, "comments"); c && c->is_array()) {
      for (const Json& line : *c) comment(text_of(&line));
    }
    if (const Json* s = member(e, "special")) special(text_of(s));
    if (const Json* forks = member(e, "forks"); forks && forks->is_array() && f.node != root_node) {
      f.forks = forks;
      f.next_fork = 0;
    }
  }

  bool move(const Json& m) {
    Frame& f = stack_.back();
    const std::optional<Square> to =
        int_of(member(m, "to") ? member(*member(m, "to"), "x") : nullptr) > 0
            ? square_of(member(m, "to"), V::files)
            : (f.has_last ? std::optional<Square>(f.last) : std::nullopt);
    const std::optional<Kind> kind = csa_kind(text_of(member(m, "piece")), V::info.variant);
    const Json* promote = member(m, "promote");
    const bool promotes = promote && promote->is_boolean() && promote->get<bool>();
    const std::optional<Square> from = square_of(member(m, "from"), V::files);
    const bool drop = !member(m, "from") || member(m, "from")->is_null();
    if (!to || !kind || (!from && !drop)) return refuse(m, "the move is not complete");
    if (drop && index(*kind) >= hand_kind_count) return refuse(m, "that piece cannot be dropped");
    const Move played = drop ? Move::drop(*kind, *to) : Move::board(*from, *to, promotes);
    if (!f.now.is_legal(played)) {
      return refuse(m, std::string(describe(f.now.fault_of(played))));
    }
    if (!drop && f.now.at(*from).kind() != *kind) {
      return refuse(m, "its origin holds another piece");
    }
    f.before = f.now;
    f.last_before = f.last;
    f.has_last_before = f.has_last;
    f.now.play(played);
    f.last = *to;
    f.has_last = true;
    f.node = game_.moves.add(f.node, played);
    return true;
  }

  // The main line is cut; the rest of a fork becomes a comment.
  bool refuse(const Json& m, const std::string& why) {
    Frame& f = stack_.back();
    const std::string shown = m.dump(-1, ' ', false, Json::error_handler_t::replace);
    findings_.error(0, "ply " + std::to_string(game_.moves.ply(f.node) + 1) + ", " +
                           in_quotes(shown) + ", is illegal: " + why);
    Json rest = Json::array();
    for (std::size_t i = f.next - 1; i < f.moves->size(); ++i) rest.push_back((*f.moves)[i]);
    const std::string text = rest.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (stack_.size() == 1) {
      game_.unread = text;
      cut_ = true;
      for (std::size_t i = f.next; i < f.moves->size(); ++i) {
        if (const Json* s = member((*f.moves)[i], "special")) special(text_of(s));
      }
    } else {
      add_comment(game_.moves.edit_note(f.node).comment, text);
      stack_.pop_back();
    }
    return false;
  }

  void time(const Json& t) {
    const Json* now = member(t, "now");
    if (!now) return;
    const int h = std::max(0, int_of(member(*now, "h")));
    const int m = std::max(0, int_of(member(*now, "m")));
    const int s = int_of(member(*now, "s"));
    const long long ms = (h * 3600LL + m * 60LL + s) * 1000;
    if (s < 0 || ms > 0xFFFF'FFFFLL) return;
    game_.moves.edit_note(stack_.back().node).spent_ms = static_cast<std::uint32_t>(ms);
  }

  void comment(std::string_view line) {
    const Frame& f = stack_.back();
    Note& note = game_.moves.edit_note(f.node);
    if (line.starts_with('&') && note.bookmark.empty()) {
      note.bookmark = line.substr(1);
    } else if (!read_evaluation_line(line, f.now, f.has_last ? &f.last : nullptr,
                                     note.evaluations)) {
      add_line(note.comment, line);
    }
  }

  void special(std::string_view word) {
    const Color side = stack_.back().now.side_to_move();
    const std::optional<Outcome> o = csa_outcome(word, side);
    if (!o) return findings_.warning(0, "expected an ending, found " + in_quotes(word));
    if (stack_.size() == 1) {
      game_.ending = o->ending;
      game_.result = o->result;
    } else if (o->ending != Ending::abandoned) {
      add_comment(game_.moves.edit_note(stack_.back().node).comment, kif_word(*o, side));
    }
  }

  Game& game_;
  Findings& findings_;
  std::vector<Frame> stack_;
  bool cut_ = false;
};

std::optional<Game> read_game(const Json& root, const ReadOptions& options, Findings& findings) {
  Header header = read_header(root, options);
  const std::optional<Setup> setup = StartReader(root, header, findings).read();
  if (!setup) return std::nullopt;
  return with_variant(header.variant, [&]<class V>(V) -> std::optional<Game> {
    const auto start = Position<V>::from(*setup);
    if (!start) {
      for (const std::string& fault : start.error()) findings.error(0, fault);
      return std::nullopt;
    }
    Game game;
    game.variant = header.variant;
    game.start = *setup;
    game.tags = std::move(header.tags);
    JkfMoves<V>(game, findings).read(*member(root, "moves"), *start);
    return game;
  });
}

}  // namespace

ReadResult read_jkf(std::string_view text, const ReadOptions& options) {
  Findings findings(text, options);
  ReadResult result;
  if (text.size() > max_bytes) {
    findings.error(max_bytes, "expected a game of 256 MiB at most");
  } else if (const std::size_t at = too_deep(text); at != std::string_view::npos) {
    findings.error(at, "forks are nested deeper than " + std::to_string(max_forks));
  } else {
    try {
      const Json root = Json::parse(text.begin(), text.end());
      if (const Json* moves = member(root, "moves"); moves && moves->is_array()) {
        result.game = read_game(root, options, findings);
      } else {
        findings.error(0, "expected an object with a list of \"moves\"");
      }
    } catch (const Json::parse_error& e) {
      const std::size_t place = std::min(e.byte > 0 ? e.byte - 1 : 0, text.size());
      findings.error(place, "expected JSON, found " + in_quotes(text.substr(place, 24)));
    }
  }
  if (options.strict && findings.has_errors()) result.game.reset();
  result.diagnostics = findings.take();
  return result;
}

}  // namespace yari
