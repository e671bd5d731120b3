// A game's main line as CSA 3.0.
#include <algorithm>

#include "notation/comment.h"
#include "notation/csa/csa.h"
#include "notation/csa/words.h"
#include "notation/ending_words.h"
#include "notation/header_names.h"
#include "notation/losses.h"
#include "notation/text.h"
#include "rules/handicap.h"

namespace yari {

namespace {

class CsaWriter {
 public:
  CsaWriter(const Game& game, WriteResult& result)
      : game_(game), out_(result.text), result_(result) {}

  void write() {
    out_ += "'CSA encoding=UTF-8\nV3.0\n";
    const bool worded = !csa_word({game_.result, game_.ending}, side_at_end(game_)).empty();
    if (worded) ending_spent_ = ending_spent(game_.tags, 1);
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
    ending(position.side_to_move());
    report();
  }

 private:
  void headers() {
    player("N+", tags::black);
    player("N-", tags::white);
    for (const HeaderLine& line : csa_headers(game_.tags, broken_)) {
      if (ending_spent_ && line.name == ending_spent_tag) continue;
      out_ += '$' + line.name + ':' + line.value + '\n';
    }
  }

  void player(std::string_view sign, std::string_view tag) {
    const std::string name = one_line(game_.tag(tag), broken_);
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
      const Hand& hand = setup.hands[static_cast<std::size_t>(index(c))];
      if (hand.empty()) continue;
      out_ += c == Color::black ? "P+" : "P-";
      for (int i = 0; i < Shogi::info.hand_kinds; ++i) {
        const Kind k = Shogi::info.hand_order[static_cast<std::size_t>(i)];
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
      for (const Move m : e.pv) {
        if (!line.is_legal(m)) break;
        out_ += ' ';
        write_move(line, m);
        line.play(m);
      }
      out_ += '\n';
    }
    if (note->comment.empty()) return;
    // "'** " begins an engine's line.
    for (const std::string& line : comment_lines(note->comment)) {
      out_ += "'*" + guarded_line(line, "* ") + '\n';
    }
  }

  void ending(Color side) {
    const Outcome outcome{game_.result, game_.ending};
    if (const std::string_view word = csa_word(outcome, side); !word.empty()) {
      out_ += '%' + std::string(word) + '\n';
      if (ending_spent_) time(*ending_spent_);
    } else if (outcome != Outcome{}) {
      unsaid_outcome_ = 1;
    }
  }

  void report() {
    Powers powers;
    powers.tags = powers.result = powers.ending = true;
    powers.comments = powers.spent_time = powers.evaluations = powers.milliseconds = true;
    result_.losses = losses(game_, powers);
    add_loss(result_.losses, unsaid_outcome_, "ending, which CSA has no word for");
    add_loss(result_.losses, broken_, "line ends or outer blanks in tags");
  }

  const Game& game_;
  std::string& out_;
  WriteResult& result_;
  std::optional<std::uint32_t> ending_spent_;
  std::size_t broken_ = 0;
  std::size_t unsaid_outcome_ = 0;
};

}  // namespace

namespace {

// "P1-KY", "P+99KY", "PI", "+7776FU", "T12", "%TORYO", headers and remarks.
bool is_csa_line(std::string_view line) {
  const char c = line[0];
  const char second = line.size() > 1 ? line[1] : '\0';
  const char third = line.size() > 2 ? line[2] : '\0';
  switch (c) {
    case '\'':
    case '/':
      return true;
    case '%':
      return !is_space(second);
    case '$':
      return is_letter(second);
    case 'V':
      return is_digit(second);
    case 'T':
      return is_digit(second);
    case 'N':
      return second == '+' || second == '-';
    case '+':
    case '-':
      return line.size() == 1 || (line.size() >= 7 && is_digit(second) && is_digit(third));
    case 'P':
      if (second == 'I') return true;
      if (is_digit(second)) return third == '+' || third == '-' || third == ' ' || third == '*';
      // Not "P-7f" or "P-76", moves in Hodges notation.
      return (second == '+' || second == '-') && line.size() >= 6 && is_digit(third) &&
             is_digit(line[3]) && is_letter(line[4]) && is_letter(line[5]);
    default:
      return false;
  }
}

bool is_csa_move(std::string_view line) {
  return (line.starts_with('+') || line.starts_with('-')) && line.size() >= 7 && is_csa_line(line);
}

// What comes before the moves of a game, and nowhere else.
bool begins_csa_game(std::string_view line) {
  return line.starts_with("'CSA encoding") ||
         ((line.starts_with('V') || line.starts_with('N') || line.starts_with('P')) &&
          is_csa_line(line));
}

}  // namespace

std::size_t csa_record_length(std::string_view text, bool at_end) {
  bool seen_moves = false;
  // Where headers stand behind the moves: the next game's, if its other lines follow.
  std::size_t headers_at = std::string_view::npos;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) break;
    std::string_view line = text.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line == "/") return end + 1;
    if (seen_moves && begins_csa_game(line)) return std::min(at, headers_at);
    if (line.starts_with('%') || is_csa_move(line)) {
      seen_moves = true;
      headers_at = std::string_view::npos;
    } else if (seen_moves && line.starts_with('$')) {
      headers_at = std::min(at, headers_at);
    }
    at = end + 1;
  }
  return at_end ? text.size() : 0;
}

int csa_likeness(std::string_view head) {
  int lines = 0;
  int fitting = 0;
  for (std::size_t at = 0; at < head.size();) {
    const std::size_t end = std::min(head.find('\n', at), head.size());
    const std::string_view line = trimmed(head.substr(at, end - at));
    const bool cut = end == head.size() && lines > 0;
    at = end + 1;
    if (line.empty() || cut) continue;
    ++lines;
    if (is_csa_line(line)) ++fitting;
  }
  if (lines == 0 || fitting * 10 < lines * 9) return 0;
  return head.starts_with("'CSA encoding") ? 100 : 92;
}

bool is_blank_csa(std::string_view record) {
  for (std::size_t at = 0; at < record.size();) {
    const std::size_t end = std::min(record.find('\n', at), record.size());
    const std::string_view line = trimmed(record.substr(at, end - at));
    if (!line.empty() && line != "/" && line[0] != '\'') return false;
    at = end + 1;
  }
  return true;
}

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
