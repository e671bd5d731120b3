// Games to canonical Hodges; lines are filled as the game is walked.
#include <string>

#include "notation/hodges/hodges.h"
#include "notation/hodges/move_text.h"
#include "notation/hodges/tags.h"
#include "notation/read/game_builder.h"
#include "notation/words/comment.h"
#include "notation/write/game_walk.h"
#include "record/glyph.h"
#include "text/text.h"

namespace yari {

namespace {

// Puts words on lines of a given width.
class LineFiller {
 public:
  LineFiller(std::string& out, std::size_t width) : out_(out), width_(width) {}

  /// A word, or several with white space between them that must stay as it is.
  void word(std::string_view text) {
    flush();
    pending_ = text;
  }

  /// Sticks to the last word.
  void glue(std::string_view text) { pending_ += text; }

  /// Text that may be broken where exactly one space stands that no backslash protects.
  void text(std::string_view text) {
    std::size_t start = 0;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
      if (text[i] != ' ' || is_space(text[i - 1]) || is_space(text[i + 1])) continue;
      if (text[i - 1] == '\\') continue;
      word(text.substr(start, i - start));
      start = i + 1;
    }
    word(text.substr(start));
  }

  void end() {
    flush();
    if (!line_empty_) out_ += '\n';
    line_empty_ = true;
    column_ = 0;
  }

 private:
  void flush() {
    if (pending_.empty()) return;
    const std::size_t length = characters(pending_);
    if (!line_empty_) {
      const bool fits = column_ + 1 + length <= width_;
      out_ += fits ? ' ' : '\n';
      column_ = fits ? column_ + 1 : 0;
    }
    out_ += pending_;
    line_empty_ = false;
    column_ += length;
    pending_.clear();
  }

  std::string& out_;
  std::size_t width_;
  std::size_t column_ = 0;
  bool line_empty_ = true;
  std::string pending_;
};

template <class V>
class HodgesWriter {
 public:
  using Line = WalkedLine<V>;

  HodgesWriter(const Game& game, OriginStyle style, std::size_t width, std::string& out)
      : game_(game),
        moves_(game.moves),
        style_(style),
        white_starts_(game.start.side_to_move == Color::white),
        line_(out, width) {}

  void start(const Line&) { note_after(root_node); }

  void move(NodeId n, const Line& at) {
    const Note* note = moves_.note(n);
    if (note && !note->before.empty() && !opened_) {
      comment("[%pre " + escaped_argument(note->before) + ']');
      needs_number_ = true;
    } else if (note && !note->before.empty()) {
      comment(escaped_comment(note->before));
    }
    number(at.ply());
    text_.clear();
    append_move_text(text_, at.position(), moves_.move(n), style_);
    if (note && !note->glyphs.empty()) text_ += glyph_sign(note->glyphs[0]);
    put(text_);
  }

  void played(NodeId n, const Line&) { note_after(n); }

  void begin_variation(NodeId, const Line&) { opened_ = needs_number_ = true; }

  void end_variation(const Line&) {
    line_.glue(")");
    needs_number_ = true;
  }

  // The result stands before the variations in its place, too.
  void ending(const Line&) {
    if (!moves_.ended_at()) return;
    line_.word(name(game_.result));
    needs_number_ = true;
  }

  void end(const Line&) {
    if (!game_.unread.empty()) {
      line_.text("{[%unread " + escaped_argument(game_.unread) + "]}");
    }
    line_.word(name(game_.result));
    line_.end();
  }

 private:
  // A word; a parenthesis opened before it sticks to it.
  void put(std::string_view text) {
    if (opened_) {
      line_.word("(" + std::string(text));
    } else {
      line_.word(text);
    }
    opened_ = false;
  }

  void comment(std::string_view inside) {
    std::string text;
    if (opened_) text += '(';
    opened_ = false;
    text += '{';
    text += inside;
    text += '}';
    line_.text(text);
  }

  void number(int ply) {
    const int counted = ply + (white_starts_ ? 1 : 0);
    const bool second = counted % 2 != 0;
    if (second && !needs_number_) return;
    text_ = std::to_string(counted / 2 + 1) + '.';
    put(text_);
    if (second) put("...");
    needs_number_ = false;
  }

  void note_after(NodeId n) {
    const Note* note = moves_.note(n);
    if (!note) return;
    const bool marked =
        n != root_node && !note->glyphs.empty() && !glyph_sign(note->glyphs[0]).empty();
    for (std::size_t i = marked ? 1 : 0; i < note->glyphs.size(); ++i) {
      put("$" + std::to_string(note->glyphs[i]));
    }
    if (const std::string text = write_comment(*note, V::info.variant); !text.empty()) {
      comment(text);
      needs_number_ = true;
    }
  }

  const Game& game_;
  const MoveTree& moves_;
  OriginStyle style_;
  bool white_starts_;
  LineFiller line_;
  std::string text_;
  bool opened_ = false;
  bool needs_number_ = true;
};

WriteResult write(const Game& game, const WriteOptions& options, OriginStyle style) {
  WriteResult result;
  write_tags(result.text, game, result.losses);
  result.text += '\n';
  if (const Note* root = game.moves.note(root_node); root && !root->before.empty()) {
    result.losses.push_back("comments before the start position (1)");
  }
  with_variant(game.variant, [&]<class V>(V) {
    HodgesWriter<V> writer(game, style, options.width, result.text);
    walk_nested<V>(game, writer);
  });
  result.text += '\n';
  return result;
}

}  // namespace

WriteResult write_hodges(const Game& game, const WriteOptions& options) {
  return write(game, options, OriginStyle::where_needed);
}

WriteResult write_psn(const Game& game, const WriteOptions& options) {
  return write(game, options, OriginStyle::always);
}

}  // namespace yari
