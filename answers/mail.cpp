// What a mail program does to a message: quotation marks, lines wrapped anew, a signature.
#include "answers/mail.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "analysis/engine/replayed.h"
#include "answers/rule_sentences.h"
#include "notation/board/diagram.h"
#include "notation/hodges/move_text.h"
#include "notation/hodges/spelled_move.h"
#include "notation/moves/typed_moves.h"
#include "record/tree_edit.h"
#include "rules/color_name.h"
#include "rules/sfen.h"
#include "text/text.h"

namespace yari {

namespace {

/// More records than any thread of messages quotes.
constexpr std::size_t most_records = 50;
/// Lines and words of a message that are tried as moves.
constexpr std::size_t most_tried = 500;
/// A tag is never broken into more lines.
constexpr std::size_t most_lines_of_tag = 4;

/// A line without the marks of quoting.
struct MailLine {
  std::string_view text;
  bool quoted = false;
};

/// "> ", "> >" and "AB> ".
bool take_quote(std::string_view& line) {
  constexpr std::size_t longest_initials = 4;
  std::string_view rest = trimmed_front(line);
  std::size_t letters = 0;
  while (letters < rest.size() && is_letter(rest[letters])) ++letters;
  if (letters <= longest_initials) rest.remove_prefix(letters);
  if (!take(rest, '>') && !take(rest, "＞")) return false;
  line = rest;
  return true;
}

MailLine unquoted(std::string_view line) {
  MailLine result{line};
  while (take_quote(result.text)) result.quoted = true;
  if (result.quoted) take(result.text, ' ');
  return result;
}

/// The head of a message that was saved whole ends with an empty line.
bool begins_mail_head(std::string_view line) {
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{
          "From ", "From:", "To:", "Subject:", "Date:", "Received:", "Return-Path:",
          "Delivered-To:", "Message-ID:", "MIME-Version:"},
      [&](std::string_view name) { return same_word(line.substr(0, name.size()), name); });
}

std::vector<MailLine> lines_of(std::string_view text) {
  std::vector<MailLine> lines;
  bool in_head = begins_mail_head(trimmed_front(text));
  bool in_signature = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (in_head) {
      in_head = !trimmed(line).empty();
      continue;
    }
    const MailLine read = unquoted(line);
    if (!read.quoted && (line == "-- " || line == "--")) in_signature = true;
    if (read.quoted || !in_signature) lines.push_back(read);
  }
  return lines;
}

bool is_empty(const MailLine& line) { return trimmed_wide(line.text).empty(); }

bool begins_tag(const MailLine& line) {
  const std::string_view text = trimmed_front(line.text);
  return text.size() > 1 && text[0] == '[' && is_letter(text[1]);
}

/// "1. P-7f". "1... P-3d" without quotation marks is White's answer.
bool begins_moves(const MailLine& line) {
  const std::string_view text = trimmed_front(line.text);
  if (text.starts_with("1...")) return line.quoted;
  return text.starts_with("1.") || text.starts_with("1:");
}

bool belongs_to_diagram(const MailLine& line) {
  const std::string_view text = trimmed_wide(line.text);
  if (text.starts_with("+-") || text.starts_with("+*")) return true;
  if (std::ranges::count(text, '|') >= 2) return true;
  return text.find(" in hand:") != text.npos || text.find(" to move, move ") != text.npos;
}

bool is_result(std::string_view word) { return word == "*" || result_named(word).has_value(); }

/// A record and what it is made of.
class MailedRecord {
 public:
  /// Takes the lines of a record from `at` on.
  MailedRecord(const std::vector<MailLine>& lines, std::size_t& at) : lines_(lines), at_(at) {
    take_tags();
    take_moves();
  }
  const std::string& text() const { return text_; }
  /// It says itself where it ends.
  bool is_whole() const { return is_whole_; }

 private:
  void take_tags() {
    while (at_ < lines_.size() && (begins_tag(lines_[at_]) || is_empty(lines_[at_]))) {
      if (is_empty(lines_[at_])) {
        ++at_;
        continue;
      }
      text_ += trimmed(lines_[at_++].text);
      // A mail program breaks lines at blanks.
      for (std::size_t n = 1;
           n < most_lines_of_tag && at_ < lines_.size() && !text_.ends_with(']') &&
           !begins_tag(lines_[at_]) && !is_empty(lines_[at_]);
           ++n) {
        text_ += ' ';
        text_ += trimmed(lines_[at_++].text);
      }
      text_ += '\n';
    }
    text_ += '\n';
  }

  void take_moves() {
    for (; at_ < lines_.size() && !is_whole_; ++at_) {
      const MailLine& line = lines_[at_];
      if (!in_comment_ && (is_empty(line) || begins_tag(line) || belongs_to_diagram(line))) return;
      take_words(line.text);
    }
  }

  void take_words(std::string_view line) {
    for (std::string_view word = take_word(line); !word.empty() && !is_whole_;
         word = take_word(line)) {
      text_ += word;
      text_ += ' ';
      is_whole_ = !in_comment_ && is_result(word);
      for (const char c : word)
        if (c == '{' || c == '}') in_comment_ = c == '{';
    }
    text_ += '\n';
  }

  const std::vector<MailLine>& lines_;
  std::size_t& at_;
  std::string text_;
  bool in_comment_ = false;
  bool is_whole_ = false;
};

/// Whether a text can be a move, and not only a word in a sentence.
bool may_be_move(std::string_view word) {
  MoveText move;
  if (std::ranges::none_of(word, is_digit) || may_be_word(word)) return false;
  return (read_move_text(word, move) == word.size() && move.target.has_value()) ||
         read_spelled_move(word, move) == word.size();
}

/// Of a record that ends in the middle of the message, what follows is no part of it.
void drop_prose(ReadResult& read) {
  std::string_view rest = read.game->unread;
  if (may_be_move(take_word(rest))) return;
  read.game->unread.clear();
  std::erase_if(read.diagnostics,
                [](const Diagnostic& d) { return d.severity == Severity::error; });
}

bool names_players(const Game& game) {
  return !game.tag(tags::black).empty() || !game.tag(tags::white).empty();
}

/// Moves without tags are of the game whose record stands in the message, too, where they go on
/// with it.
void take_tags_of(const Game& named, Game& game) {
  if (names_players(game) || game.variant != named.variant ||
      !game.start.same_position(named.start))
    return;
  const std::vector<Move> quoted = named.moves.main_moves(), moves = game.moves.main_moves();
  if (std::ranges::mismatch(quoted, moves).in1 == quoted.end()) game.tags = named.tags;
}

void keep_longer(Mail& mail, ReadResult read) {
  if (!read.game) return;
  if (mail.score) {
    take_tags_of(*mail.score, *read.game);
    take_tags_of(*read.game, *mail.score);
    if (mail.score->moves.main_plies() >= read.game->moves.main_plies()) return;
  }
  mail.score = std::move(read.game);
  mail.findings = std::move(read.diagnostics);
}

/// "My move: P-2f" without what stands before the colon.
std::string_view after_label(std::string_view line) {
  const std::size_t colon = line.find(": ");
  const bool is_label = colon != line.npos && std::ranges::none_of(line.substr(0, colon), is_digit);
  return is_label ? line.substr(colon + 2) : line;
}

/// What is named in a text, each move once, and why others cannot be played.
struct NamedMoves {
  std::optional<Square> last_target;
  std::vector<std::vector<Move>> lines;
  std::string why_not;

  void add(std::string_view text, const Setup& position) {
    const Result<std::vector<Move>> read = read_typed_moves(text, position, last_target);
    if (read && !read->empty() && std::ranges::find(lines, *read) == lines.end())
      lines.push_back(*read);
    if (!read && why_not.empty()) why_not = read.error().message;
  }
};

/// Whether a word in a line of moves can be one, after its number ("12.P-2f"); also in Japanese.
bool may_be_numbered_move(std::string_view word) {
  const std::size_t number = word.find_first_not_of("0123456789");
  if (number != 0 && number != word.npos && word[number] == '.')
    word.remove_prefix(std::min(word.find_first_not_of('.', number), word.size()));
  constexpr std::string_view japanese[] = {"▲",  "△",  "☗",  "☖",  "１", "２", "３",
                                           "４", "５", "６", "７", "８", "９"};
  return may_be_move(word) || std::ranges::any_of(japanese, [&](std::string_view sign) {
           return word.starts_with(sign);
         });
}

/// Whether a line is moves, and numbers such as "12." and "12...", and nothing else.
bool is_line_of_moves(std::string_view line) {
  bool any = false;
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
    if (word.find_first_not_of("0123456789.:)") == word.npos) continue;
    if (!may_be_numbered_move(word)) return false;
    any = true;
  }
  return any;
}

NamedMoves named_in_lines(const std::vector<std::string>& lines, const Setup& position,
                          std::optional<Square> last_target) {
  NamedMoves named{.last_target = last_target, .lines = {}, .why_not = {}};
  std::size_t tried = 0;
  for (const std::string& line : lines) {
    const std::string_view text = after_label(trimmed_wide(line));
    if (is_line_of_moves(text) && ++tried <= most_tried) named.add(text, position);
  }
  return named;
}

NamedMoves named_in_words(const std::vector<std::string>& lines, const Setup& position,
                          std::optional<Square> last_target) {
  NamedMoves named{.last_target = last_target, .lines = {}, .why_not = {}};
  std::size_t tried = 0;
  for (const std::string& line : lines) {
    std::string_view rest = line;
    for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
      constexpr std::string_view punctuation = ".,;:!?()\"'<>";
      while (!word.empty() && punctuation.find(word.front()) != punctuation.npos)
        word.remove_prefix(1);
      while (!word.empty() && punctuation.find(word.back()) != punctuation.npos)
        word.remove_suffix(1);
      if (may_be_move(word) && ++tried <= most_tried) named.add(word, position);
    }
  }
  return named;
}

bool is_sent(const Tag& tag) {
  constexpr std::string_view names[] = {tags::black, tags::white, tags::event,
                                        tags::site,  tags::date,  tags::round};
  return std::ranges::any_of(names,
                             [&](std::string_view name) { return same_word(tag.name, name); });
}

/// A player outside the tags; nothing where the name is made to look like lines of the message.
std::string shown_name(std::string_view name) {
  const bool plain = std::ranges::all_of(name, [](char c) { return octet(c) >= ' '; });
  return plain ? std::string(name) : "";
}

std::string turn_sentence(const Game& game, const GamePosition& end) {
  if (game.result != GameResult::unknown)
    return fmt::format("The game is over: {}\n", name(game.result));
  const Color side = side_to_move(end);
  const std::string player = shown_name(game.tag(side == Color::black ? tags::black : tags::white));
  return fmt::format("It is {}'s turn{}.\n", proper_name(side),
                     player.empty() ? "" : fmt::format(" ({})", player));
}

}  // namespace

std::string write_mail(const Game& game) {
  Game sent = new_game(game.variant);
  sent.rules = game.rules;
  sent.start = game.start;
  for (const Tag& tag : game.tags)
    if (is_sent(tag)) sent.tags.push_back(tag);
  const std::vector<Move> moves = game.moves.main_moves();
  add_line(sent.moves, moves);
  sent.result = game.result;
  sent.ending = game.ending;
  // Room for quotation marks.
  constexpr std::size_t width = 64;
  std::string text = format_named("hodges")->write(sent, {.width = width}).text;
  const GamePosition end = position_at(sent, static_cast<int>(moves.size()));
  BoardView view{.last_move = moves.empty() ? Move::none() : moves.back()};
  view.players = {shown_name(game.tag(tags::black)), shown_name(game.tag(tags::white))};
  text += draw_board(setup_of(end), BoardStyle::server, view) + '\n';
  for (const std::string& sentence : rule_sentences(end)) text += sentence + '\n';
  return text + turn_sentence(sent, end);
}

Result<Mail> read_mail(std::string_view text, std::optional<Variant> by_default) {
  if (text.size() > longest_mail) return fail("the message is over 1 MiB");
  Mail mail;
  const std::vector<MailLine> lines = lines_of(text);
  std::size_t records = 0;
  for (std::size_t at = 0; at < lines.size();) {
    const MailLine& line = lines[at];
    if ((begins_tag(line) || begins_moves(line)) && records < most_records) {
      ++records;
      const MailedRecord record(lines, at);
      ReadResult read = format_named("hodges")->read(record.text(), {.variant = by_default});
      if (read.game && read.game->was_cut() && !record.is_whole()) drop_prose(read);
      keep_longer(mail, std::move(read));
      continue;
    }
    ++at;
    if (!line.quoted && !is_empty(line) && !belongs_to_diagram(line))
      mail.written.emplace_back(line.text);
  }
  return mail;
}

Result<std::vector<Move>> moves_written(const Mail& mail, const Setup& position,
                                        std::optional<Square> last_target) {
  NamedMoves named = named_in_lines(mail.written, position, last_target);
  if (named.lines.empty() && named.why_not.empty())
    named = named_in_words(mail.written, position, last_target);
  if (named.lines.size() == 1) return std::move(named.lines.front());
  if (named.lines.empty() && !named.why_not.empty()) return fail(named.why_not);
  if (named.lines.empty()) return std::vector<Move>();
  std::vector<std::string> all;
  for (const std::vector<Move>& line : named.lines)
    all.push_back(write_usi_move(line.front(), position.variant));
  return fail(
      fmt::format("the message names the moves {}: say which is played", fmt::join(all, ", ")));
}

}  // namespace yari
