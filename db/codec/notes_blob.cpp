// The coding of variations and notes. No recursion: a tree may be as deep as a file is long.
#include "db/codec/notes_blob.h"

#include <algorithm>
#include <utility>

#include "db/codec/bytes.h"
#include "db/codec/utf8.h"

namespace yari {

namespace {

constexpr std::uint8_t notes_version = 1;
constexpr std::uint64_t max_ms = 0xFFFFFFFF;

enum Field : std::uint8_t {
  before = 1,
  comment = 2,
  glyphs = 4,
  spent = 8,
  left = 16,
  evaluations = 32,
  bookmark = 64,
  all_fields = 127
};

/// Engine names repeat on every move: each is written once, then by its number.
class EngineNames {
 public:
  void write(const std::string& name, ByteWriter& out) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    out.varint(static_cast<std::uint64_t>(found - names_.begin()));
    if (found != names_.end()) return;
    out.text(name);
    if (name.size() <= longest_kept) names_.push_back(name);
  }
  std::string read(ByteReader& in) {
    const std::uint64_t number = in.varint_up_to(names_.size());
    if (number < names_.size()) return names_[number];
    const std::string_view name = in.text();
    if (name.size() <= longest_kept) names_.push_back(to_valid_utf8(name));
    return to_valid_utf8(name);
  }

 private:
  // A damaged blob must not multiply a long name.
  static constexpr std::size_t longest_kept = 200;
  std::vector<std::string> names_;
};

void write_evaluation(const Evaluation& e, EngineNames& names, ByteWriter& out) {
  out.byte(e.mate ? 1 : 0);
  out.zigzag(e.score);
  out.zigzag(e.depth);
  out.varint(e.nodes);
  names.write(e.engine, out);
  out.varint(e.pv.size());
  for (const Move m : e.pv) out.u16(m.bits());
}

/// False when the numbers make no evaluation; `in` knows whether bytes are missing.
bool read_evaluation(ByteReader& in, EngineNames& names, Variant variant, Evaluation& e) {
  const std::uint8_t mate = in.byte();
  const std::int64_t score = in.zigzag(), depth = in.zigzag();
  if (mate > 1 || !std::in_range<int>(score) || !std::in_range<int>(depth)) return false;
  e.mate = mate == 1;
  e.score = static_cast<int>(score);
  e.depth = static_cast<int>(depth);
  e.nodes = in.varint();
  e.engine = names.read(in);
  const std::uint64_t plies = in.varint_up_to(in.left() / 2);
  e.pv.reserve(plies);
  for (std::uint64_t i = 0; i < plies; ++i) e.pv.push_back(Move::from_bits(in.u16()));
  return in.ok() &&
         std::all_of(e.pv.begin(), e.pv.end(), [&](Move m) { return is_well_formed(m, variant); });
}

std::uint8_t fields_of(const Note& n) {
  return static_cast<std::uint8_t>(
      (n.before.empty() ? 0 : before) | (n.comment.empty() ? 0 : comment) |
      (n.glyphs.empty() ? 0 : glyphs) | (n.spent_ms ? spent : 0) | (n.left_ms ? left : 0) |
      (n.evaluations.empty() ? 0 : evaluations) | (n.bookmark.empty() ? 0 : bookmark));
}

void write_note(const Note& n, EngineNames& names, ByteWriter& out) {
  const std::uint8_t fields = fields_of(n);
  out.byte(fields);
  if (fields & before) out.text(n.before);
  if (fields & comment) out.text(n.comment);
  if (fields & glyphs) {
    out.varint(n.glyphs.size());
    for (const std::uint8_t g : n.glyphs) out.byte(g);
  }
  if (fields & spent) out.varint(*n.spent_ms);
  if (fields & left) out.varint(*n.left_ms);
  if (fields & evaluations) {
    out.varint(n.evaluations.size());
    for (const Evaluation& e : n.evaluations) write_evaluation(e, names, out);
  }
  if (fields & bookmark) out.text(n.bookmark);
}

bool read_note(ByteReader& in, EngineNames& names, Variant variant, Note& n) {
  const std::uint8_t fields = in.byte();
  if (fields == 0 || (fields & ~all_fields) != 0) return false;
  if (fields & before) n.before = to_valid_utf8(in.text());
  if (fields & comment) n.comment = to_valid_utf8(in.text());
  if (fields & glyphs) {
    for (std::uint64_t count = in.varint_up_to(in.left()); count > 0; --count) {
      n.glyphs.push_back(in.byte());
    }
  }
  if (fields & spent) n.spent_ms = static_cast<std::uint32_t>(in.varint_up_to(max_ms));
  if (fields & left) n.left_ms = static_cast<std::uint32_t>(in.varint_up_to(max_ms));
  if (fields & evaluations) {
    for (std::uint64_t count = in.varint_up_to(in.left()); count > 0; --count) {
      if (!read_evaluation(in, names, variant, n.evaluations.emplace_back())) return false;
    }
  }
  if (fields & bookmark) n.bookmark = to_valid_utf8(in.text());
  return in.ok();
}

/// The nodes of the tree in the blob's numbering, and where its variations begin.
struct Numbering {
  struct Variation {
    std::size_t parent, first, count;
  };
  std::vector<NodeId> nodes{root_node};
  std::vector<Variation> variations;
};

/// Adds `n` and what continues it; returns how many nodes that was.
std::size_t add_line(const MoveTree& tree, NodeId n, Numbering& numbering) {
  const std::size_t before = numbering.nodes.size();
  for (; n != no_node; n = tree.first_child(n)) numbering.nodes.push_back(n);
  return numbering.nodes.size() - before;
}

Numbering number(const MoveTree& tree) {
  Numbering numbering;
  numbering.nodes.reserve(tree.size());
  add_line(tree, tree.first_child(root_node), numbering);
  for (std::size_t i = 0; i < numbering.nodes.size(); ++i) {
    const NodeId main = tree.first_child(numbering.nodes[i]);
    NodeId n = main != no_node ? tree.next_sibling(main) : tree.any_child(numbering.nodes[i]);
    for (; n != no_node; n = tree.next_sibling(n)) {
      const std::size_t begin = numbering.nodes.size();
      numbering.variations.push_back({i, begin, add_line(tree, n, numbering)});
    }
  }
  return numbering;
}

bool read_variations(ByteReader& in, Variant variant, MoveTree& tree, std::vector<NodeId>& nodes) {
  const std::size_t end_of_main = nodes.size() - 1;
  std::size_t parent = 0;
  for (std::uint64_t count = in.varint_up_to(in.left()); count > 0; --count) {
    parent += in.varint_up_to(nodes.size() - 1 - parent);
    NodeId node = nodes[parent];
    const std::uint64_t plies = in.varint_up_to(in.left() / 2);
    // Variations are never empty, and begin beside a move or in the place of the game's ending.
    if (plies == 0) return false;
    if (tree.any_child(node) == no_node) {
      if (parent != end_of_main) return false;
      tree.end_main_line();
    }
    for (std::uint64_t i = 0; i < plies; ++i) {
      const Move move = Move::from_bits(in.u16());
      if (!is_well_formed(move, variant)) return false;
      nodes.push_back(node = tree.add(node, move));
    }
  }
  return in.ok();
}

bool read_notes(ByteReader& in, Variant variant, MoveTree& tree, const std::vector<NodeId>& nodes) {
  EngineNames names;
  std::size_t next = 0;
  while (!in.at_end()) {
    const std::uint64_t skipped = in.varint();
    if (skipped >= nodes.size() - next) return false;
    next += skipped;
    if (!read_note(in, names, variant, tree.edit_note(nodes[next]))) return false;
    ++next;
    if (next == nodes.size()) break;
  }
  return in.ok() && in.at_end();
}

}  // namespace

bool is_well_formed(Move move, Variant variant) {
  const VariantInfo& v = info(variant);
  if (move.to().index() >= v.squares()) return false;
  if (!move.is_drop()) return move.from().index() < v.squares() && move.from() != move.to();
  return !move.promotes() && index(move.dropped()) < hand_kind_count &&
         (move.bits() >> 7 & 0x7F) < hand_kind_count && v[move.dropped()].exists;
}

Bytes encode_notes(const MoveTree& tree, const std::string& unread) {
  const bool plain = !tree.has_variations() && !tree.has_notes();
  Bytes blob;
  if (plain && unread.empty()) return blob;
  ByteWriter out(blob);
  out.byte(notes_version);
  out.text(unread);
  const Numbering numbering = number(tree);
  out.varint(numbering.variations.size());
  std::size_t parent = 0;
  for (const Numbering::Variation& v : numbering.variations) {
    out.varint(v.parent - std::exchange(parent, v.parent));
    out.varint(v.count);
    for (std::size_t i = 0; i < v.count; ++i) {
      out.u16(tree.move(numbering.nodes[v.first + i]).bits());
    }
  }
  EngineNames names;
  std::size_t next = 0;
  bool noted = false;
  for (std::size_t i = 0; i < numbering.nodes.size(); ++i) {
    const Note* note = tree.note(numbering.nodes[i]);
    if (note == nullptr || note->empty()) continue;
    out.varint(i - std::exchange(next, i + 1));
    write_note(*note, names, out);
    noted = true;
  }
  // A tree of empty notes is a tree without notes.
  if (!noted && numbering.variations.empty() && unread.empty()) blob.clear();
  return blob;
}

std::string unread_of(ByteView blob) {
  ByteReader in(blob);
  return in.byte() == notes_version ? to_valid_utf8(in.text()) : std::string();
}

bool has_evaluations(ByteView blob) {
  ByteReader in(blob);
  if (in.byte() != notes_version) return false;
  in.text();
  for (std::uint64_t count = in.varint_up_to(in.left()); count > 0; --count) {
    in.varint();
    for (std::uint64_t plies = in.varint_up_to(in.left() / 2); plies > 0; --plies) in.u16();
  }
  while (in.ok() && !in.at_end()) {
    in.varint();
    const std::uint8_t fields = in.byte();
    if (fields & before) in.text();
    if (fields & comment) in.text();
    if (fields & glyphs)
      for (std::uint64_t count = in.varint_up_to(in.left()); count > 0; --count) in.byte();
    if (fields & spent) in.varint();
    if (fields & left) in.varint();
    if (fields & evaluations) return in.varint() > 0 && in.ok();
    if (fields & bookmark) in.text();
  }
  return false;
}

Result<void> decode_notes(ByteView blob, Variant variant, MoveTree& tree, std::string& unread) {
  if (blob.empty()) return {};
  ByteReader in(blob);
  if (const std::uint8_t found = in.byte(); found != notes_version) {
    return fail("the notes have the unknown version " + std::to_string(found));
  }
  unread = to_valid_utf8(in.text());
  std::vector<NodeId> nodes{root_node};
  for (NodeId n = tree.first_child(root_node); n != no_node; n = tree.first_child(n)) {
    nodes.push_back(n);
  }
  if (!in.ok() || !read_variations(in, variant, tree, nodes)) {
    return fail("the variations are damaged");
  }
  if (!read_notes(in, variant, tree, nodes)) return fail("the notes are damaged");
  return {};
}

std::string text_of_notes(const MoveTree& tree, const std::string& unread) {
  std::string text;
  const auto add = [&](const std::string& part) {
    if (part.empty()) return;
    // An empty line: what one note ends with and the next begins with is no word.
    if (!text.empty()) text += "\n\n";
    text += part;
  };
  if (tree.has_notes()) {
    for (NodeId n = 0; n < tree.size(); ++n) {
      const Note* note = tree.note(n);
      if (note == nullptr) continue;
      add(note->before);
      add(note->comment);
      add(note->bookmark);
    }
  }
  add(unread);
  return text;
}

Bytes encode_evaluations(const std::vector<Evaluation>& lines) {
  Bytes blob;
  ByteWriter out(blob);
  EngineNames names;
  out.byte(notes_version);
  out.varint(lines.size());
  for (const Evaluation& e : lines) write_evaluation(e, names, out);
  return blob;
}

Result<std::vector<Evaluation>> decode_evaluations(ByteView blob, Variant variant) {
  ByteReader in(blob);
  EngineNames names;
  std::vector<Evaluation> lines;
  if (in.byte() != notes_version) return fail("the evaluation is of an unknown version");
  for (std::uint64_t count = in.varint_up_to(in.left()); count > 0; --count) {
    if (!read_evaluation(in, names, variant, lines.emplace_back())) {
      return fail("the evaluation is damaged");
    }
  }
  if (!in.ok() || !in.at_end()) return fail("the evaluation is damaged");
  return lines;
}

}  // namespace yari
