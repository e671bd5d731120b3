// A game's main line as CSA 3.0.
#include "notation/csa/csa.h"
#include "notation/csa/words.h"
#include "notation/words/comment.h"
#include "notation/words/ending_words.h"
#include "notation/words/header_names.h"
#include "notation/write/losses.h"
#include "rules/handicap.h"
#include "rules/start.h"
#include "text/text.h"

namespace yari {

namespace {

class CsaWriter {
 public:
  CsaWriter(const Game& game, WriteResult& result)
      : game_(game),
        out_(result.text),
        result_(result),
        ending_(written_ending(game, Dialect::csa, 1)) {}

  void write() {
    out_ += "'CSA encoding=UTF-8\nV3.0\n";
    headers();
    start();
    Position<Shogi> position = *Position<Shogi>::from(game_.start);
    remarks(root_node, position);
    for (const NodeId n : game_.moves.main_line()) {
      write_move(position, game_.moves.move(n));
      out_ += '\n';
      position.play(game_.moves.move(n));
      if (const Note* note = game_.moves.note(n); note && note->spent_ms) time(*note->spent_ms);
      remarks(n, position);
    }
    ending();
    report();
  }

 private:
  void headers() {
    player("N+", tags::black);
    player("N-", tags::white);
    for (const HeaderLine& line :
         csa_headers(game_.tags, ending_.spent_ms.has_value(), lost_.broken))
      out_ += '$' + line.name + ':' + line.value + '\n';
  }

  void player(std::string_view sign, std::string_view tag) {
    const std::string name = one_line(game_.tag(tag), lost_.broken);
    if (!name.empty()) out_ += std::string(sign) + name + '\n';
  }

  static void append_square(std::string& out, Square s) {
    out += s.file_digit();
    out += static_cast<char>('1' + s.rank());
  }

  void start() {
    const Setup& setup = game_.start;
    const std::optional<std::vector<Square>> removed = handicap_squares(setup);
    if (removed && setup.hands == Hands{}) {
      out_ += "PI";
      for (const Square s : *removed) {
        append_square(out_, s);
        out_ += csa_word(start_setup(Variant::shogi)[s].kind(), Variant::shogi);
      }
      out_ += '\n';
    } else {
      board(setup);
    }
    out_ += setup.side_to_move == Color::black ? "+\n" : "-\n";
  }

  void board(const Setup& setup) {
    for (int rank = 0; rank < rank_count; ++rank) {
      out_ += 'P';
      out_ += static_cast<char>('1' + rank);
      for (int file = Shogi::files; file-- > 0;) {
        const Piece p = setup[Square::at(file, rank)];
        if (p.empty()) {
          out_ += " * ";
        } else {
          out_ += p.color() == Color::black ? '+' : '-';
          out_ += csa_word(p.kind(), Variant::shogi);
        }
      }
      out_ += '\n';
    }
    for (const Color c : both_colors) {
      const Hand& hand = setup.hands[c];
      if (hand.empty()) continue;
      out_ += c == Color::black ? "P+" : "P-";
      for (const Kind k : Shogi::info.hand_order) {
        for (int n = hand.count(k); n-- > 0;)
          out_ += "00" + std::string(csa_word(k, Variant::shogi));
      }
      out_ += '\n';
    }
  }

  void write_move(const Position<Shogi>& position, Move m) {
    out_ += position.side_to_move() == Color::black ? '+' : '-';
    if (m.is_drop()) {
      out_ += "00";
    } else {
      append_square(out_, m.from());
    }
    append_square(out_, m.to());
    const Kind before = position.moved_kind(m);
    out_ += csa_word(m.promotes() ? promoted(before) : before, Variant::shogi);
  }

  void time(std::uint32_t ms) {
    out_ += 'T' + std::to_string(ms / 1000);
    if (ms % 1000 != 0) out_ += '.' + std::to_string(1000 + ms % 1000).substr(1);
    out_ += '\n';
  }

  void remarks(NodeId n, const Position<Shogi>& position) {
    const Note* note = game_.moves.note(n);
    if (!note) return;
    for (const Evaluation& e : note->evaluations) {
      if (e.mate) continue;
      out_ += "'** " + std::to_string(e.score);
      Position<Shogi> line = position;
      lost_.unplayable += e.pv.size();
      for (const Move m : e.pv) {
        if (!line.is_legal(m)) break;
        --lost_.unplayable;
        out_ += ' ';
        write_move(line, m);
        line.play(m);
      }
      out_ += '\n';
    }
    if (note->comment.empty()) return;
    // "'** " begins an engine's line.
    for (const std::string& line : comment_lines(note->comment, lost_.broken)) {
      out_ += "'*" + guarded_line(line, "* ") + '\n';
    }
  }

  void ending() {
    if (ending_.word.empty()) return;
    out_ += '%' + std::string(ending_.word) + '\n';
    if (ending_.spent_ms) time(*ending_.spent_ms);
  }

  void report() {
    result_.losses = losses(game_, {.tags = true,
                                    .result = true,
                                    .ending = true,
                                    .comments = true,
                                    .spent_time = true,
                                    .evaluations = true,
                                    .milliseconds = true});
    if (ending_.unsaid)
      add_unsaid_outcome(result_.losses, game_, "ending, which CSA has no word for");
    add_losses(result_.losses, lost_);
  }

  const Game& game_;
  std::string& out_;
  WriteResult& result_;
  WrittenEnding ending_;
  NoteLosses lost_;
};

}  // namespace

WriteResult write_csa(const Game& game, const WriteOptions&) {
  WriteResult result;
  if (game.variant != Variant::shogi) {
    result.losses.push_back("the whole game: CSA has no " + std::string(info(game.variant).name));
    return result;
  }
  CsaWriter(game, result).write();
  result.text += "/\n";
  return result;
}

}  // namespace yari
