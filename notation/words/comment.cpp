// The command syntax is PGN's ([%clk], [%emt], [%eval]) with our own beside it; see comment.h.
#include "notation/words/comment.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "notation/encoding/encoding.h"
#include "notation/findings.h"
#include "record/glyph.h"
#include "rules/sfen.h"
#include "text/text.h"

namespace yari {

namespace {

// What a backslash and `c` stand for; no value where they are text.
std::optional<char> escaped_char(char c) {
  if (c == 'n') return '\n';
  if (c == 'r') return '\r';
  if (c == '0') return '\0';
  constexpr std::string_view themselves = "\\{}~[]\" \t\f\v";
  return themselves.find(c) != themselves.npos ? std::optional(c) : std::nullopt;
}

// Where `c` stands first without a backslash before it; at or past the end when it does not.
std::size_t find_unescaped(std::string_view text, char c) {
  std::size_t at = 0;
  while (at < text.size() && text[at] != c) at += text[at] == '\\' ? 2 : 1;
  return at;
}

// One command "[%name argument]" at the front of a comment.
struct Command {
  std::string_view name;
  std::string_view argument;
  std::size_t length = 0;
};

std::optional<Command> command_at(std::string_view text) {
  if (!text.starts_with("[%")) return std::nullopt;
  const std::size_t end = find_unescaped(text, ']');
  if (end >= text.size()) return std::nullopt;
  const std::string_view body = text.substr(2, end - 2);
  const std::size_t space = std::min(body.find_first_of(" \n\r\t"), body.size());
  return Command{body.substr(0, space), body.substr(std::min(space + 1, body.size())), end + 1};
}

template <class T>
bool take_value(std::string_view& text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

// "1.23", "-0.5", "12" pawns to centipawns.
bool take_pawns(std::string_view& text, int& score) {
  const bool negative = take(text, '-');
  if (!negative) take(text, '+');
  long long pawns = 0;
  if (text.empty() || !is_digit(text[0]) || !take_value(text, pawns)) return false;
  if (pawns > most_score) return false;
  long long cents = pawns * 100;
  if (take(text, '.')) {
    for (int unit = 10; !text.empty() && is_digit(text[0]); unit /= 10) {
      cents += unit * (text[0] - '0');
      text.remove_prefix(1);
    }
  }
  score = static_cast<int>(negative ? -cents : cents);
  return true;
}

// SCORE[,DEPTH[,NODES]] ["ENGINE"] [MOVE...], the score "1.23" or "#-5".
std::optional<Evaluation> read_evaluation(std::string_view text, Variant v) {
  Evaluation e;
  text = trimmed(text);
  if (take(text, '#')) {
    e.mate = true;
    take(text, '+');
    if (!take_value(text, e.score)) return std::nullopt;
  } else if (!take_pawns(text, e.score)) {
    return std::nullopt;
  }
  if (take(text, ',') && !take_value(text, e.depth)) return std::nullopt;
  if (take(text, ',') && !take_value(text, e.nodes)) return std::nullopt;
  if (e.score < -most_score || e.score > most_score || e.depth > most_score) return std::nullopt;
  text = trimmed(text);
  if (take(text, '"')) {
    const std::size_t end = find_unescaped(text, '"');
    if (end >= text.size()) return std::nullopt;
    e.engine = unescaped_comment(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    const Result<Move> move = read_usi_move(word, v);
    if (!move) return std::nullopt;
    e.pv.push_back(*move);
  }
  return e;
}

std::string write_evaluation(const Evaluation& e, Variant v) {
  std::string out;
  if (e.mate) {
    out = "#" + std::to_string(e.score);
  } else {
    const long long cents = e.score < 0 ? -static_cast<long long>(e.score) : e.score;
    out = fmt::format("{}{}.{:02}", e.score < 0 ? "-" : "", cents / 100, cents % 100);
  }
  if (e.depth != 0 || e.nodes != 0) out += ',' + std::to_string(e.depth);
  if (e.nodes != 0) out += ',' + std::to_string(e.nodes);
  if (!e.engine.empty()) out += " \"" + escaped_argument(e.engine) + '"';
  for (const Move m : e.pv) {
    out += ' ';
    append_usi_move(out, m, v);
  }
  return out;
}

// False for a second value that says something else.
template <class T>
bool set_once(T& field, const T& value) {
  if (field == T{}) field = value;
  return field == value;
}

bool read_command(const Command& c, Variant v, Note& note, CommentExtras& extras) {
  if (c.name == "clk" || c.name == "emt") {
    const std::optional<std::uint32_t> ms = read_time(trimmed(c.argument));
    return ms && set_once(c.name == "clk" ? note.left_ms : note.spent_ms, ms);
  }
  if (c.name == "eval") {
    const std::optional<Evaluation> e = read_evaluation(c.argument, v);
    // One more than a record may have is enough to have it refused.
    if (e && note.evaluations.size() <= record_limits::evaluations.most)
      note.evaluations.push_back(*e);
    return e.has_value();
  }
  if (c.name == "bookmark") return set_once(note.bookmark, unescaped_comment(c.argument));
  if (c.name == "pre") {
    add_comment(extras.before, unescaped_comment(c.argument));
    return true;
  }
  if (c.name == "unread") {
    add_comment(extras.unread, unescaped_comment(c.argument));
    return true;
  }
  return false;
}

}  // namespace

std::string unescaped_comment(std::string_view inside) {
  std::string out;
  // Up to here, blanks are the text's own.
  std::size_t kept = 0;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    char c = inside[i];
    const char next = i + 1 < inside.size() ? inside[i + 1] : '\0';
    if (const auto exact = c == '\\' ? escaped_char(next) : std::nullopt) {
      out += *exact;
      kept = out.size();
      ++i;
      continue;
    }
    if (c == '\r' && next == '\n') continue;
    if (c == '\n' || c == '\r' || c == '\0') c = ' ';
    if (c == '~') c = '\n';
    if (!out.empty() || !is_space(c)) out += c;
  }
  while (out.size() > kept && is_space(out.back())) out.pop_back();
  return out;
}

std::string escaped_comment(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 8);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool edge = i == 0 || i + 1 == text.size();
    if (c == '\n') {
      out += edge ? "\\n" : "~";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\0') {
      out += "\\0";
    } else {
      const bool special = c == '\\' || c == '{' || c == '}' || c == '~' || (edge && is_space(c)) ||
                           (c == '[' && i == 0);
      if (special) out += '\\';
      out += c;
    }
  }
  return out;
}

std::string escaped_argument(std::string_view text) {
  std::string out;
  for (const char c : escaped_comment(text)) {
    if (c == ']' || c == '"') out += '\\';
    out += c;
  }
  return out;
}

void add_comment(std::string& to, std::string_view text) {
  if (text.empty()) return;
  if (!to.empty()) to += '\n';
  to += text;
}

void add_line(std::string& to, std::string_view line) {
  if (!to.empty()) to += '\n';
  to += line;
}

std::vector<std::string> comment_lines(std::string_view comment, std::size_t& broken) {
  std::vector<std::string> lines(1);
  for (const char c : comment) {
    if (c == '\n') {
      lines.emplace_back();
    } else if (c != '\r' && c != '\0') {
      lines.back() += c;
    }
  }
  const auto full = [](const std::string& line) { return !line.empty(); };
  lines.erase(lines.begin(), std::find_if(lines.begin(), lines.end(), full));
  std::size_t kept = lines.empty() ? 0 : lines.size() - 1;
  for (const std::string& line : lines) kept += line.size();
  if (kept != comment.size()) ++broken;
  return lines;
}

namespace {

bool is_sign_behind_blanks(std::string_view line, std::string_view sign) {
  return line.substr(std::min(line.find_first_not_of(' '), line.size())).starts_with(sign);
}

}  // namespace

std::string guarded_line(std::string_view line, std::string_view sign) {
  return (is_sign_behind_blanks(line, sign) ? " " : "") + std::string(line);
}

std::string_view unguarded_line(std::string_view line, std::string_view sign) {
  return line.starts_with(' ') && is_sign_behind_blanks(line, sign) ? line.substr(1) : line;
}

void read_comment(std::string_view inside, Variant v, Note& note, CommentExtras& extras) {
  for (;;) {
    const std::string_view rest = trimmed_front(inside);
    const std::optional<Command> c = command_at(rest);
    if (!c || !read_command(*c, v, note, extras)) break;
    inside = rest.substr(c->length);
  }
  add_comment(note.comment, unescaped_comment(inside));
}

std::string write_comment(const Note& note, Variant v) {
  std::string out;
  const auto command = [&out](std::string_view name, std::string_view argument) {
    out += fmt::format("{}[%{} {}]", out.empty() ? "" : " ", name, argument);
  };
  if (note.spent_ms) command("emt", write_time(*note.spent_ms));
  if (note.left_ms) command("clk", write_time(*note.left_ms));
  for (const Evaluation& e : note.evaluations) command("eval", write_evaluation(e, v));
  if (!note.bookmark.empty()) command("bookmark", escaped_argument(note.bookmark));
  if (note.comment.empty()) return out;
  if (!out.empty()) out += ' ';
  return out + escaped_comment(note.comment);
}

std::string note_as_text(const Note& note, Variant v) {
  std::string text = note.comment;
  if (note.spent_ms) add_comment(text, write_time(*note.spent_ms));
  for (const std::uint8_t glyph : note.glyphs) add_comment(text, glyph_text(glyph));
  if (note.left_ms) add_comment(text, fmt::format("[%clk {}]", write_time(*note.left_ms)));
  for (const Evaluation& e : note.evaluations)
    add_comment(text, fmt::format("[%eval {}]", write_evaluation(e, v)));
  if (!note.bookmark.empty()) add_comment(text, '&' + note.bookmark);
  return text;
}

std::optional<std::uint32_t> read_time(std::string_view text) {
  std::uint64_t total = 0;
  for (int part = 0; part < 3; ++part) {
    std::uint32_t n = 0;
    if (text.empty() || !is_digit(text[0]) || !take_value(text, n)) return std::nullopt;
    total = total * 60 + n;
    // A colon after seconds is left over: "1:2:3:" is no time.
    if (part == 2 || !take(text, ':')) break;
  }
  total *= 1000;
  if (take(text, '.')) {
    for (std::uint64_t unit = 100; unit > 0 && !text.empty() && is_digit(text[0]); unit /= 10) {
      total += unit * static_cast<std::uint64_t>(text[0] - '0');
      text.remove_prefix(1);
    }
  }
  if (!text.empty() || total > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return static_cast<std::uint32_t>(total);
}

std::optional<std::uint32_t> read_typed_time(std::string_view text) {
  constexpr std::uint32_t end = 60;
  for (std::size_t colon = text.find(':'); colon != text.npos; colon = text.find(':', colon + 1)) {
    std::string_view part = text.substr(colon + 1);
    std::uint32_t n = 0;
    if (!take_value(part, n) || n >= end) return std::nullopt;
  }
  return read_time(text);
}

std::string write_time(std::uint32_t ms) {
  const std::uint32_t s = ms / 1000;
  std::string out = fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
  if (ms % 1000 != 0) out += fmt::format(".{:03}", ms % 1000);
  return out;
}

std::string short_time(std::uint32_t ms) {
  const std::uint32_t s = ms / 1000;
  return s < 3600 ? fmt::format("{}:{:02}", s / 60, s % 60)
                  : fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

Result<std::string> typed_comment(std::string text) {
  constexpr std::size_t longest = 100'000;
  const auto is_control = [](char c) {
    return (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t') || c == '\x7F';
  };
  std::erase(text, '\r');
  if (text.size() > longest) return fail("the text is too long");
  if (!is_valid_utf8(text)) return fail("the text is not UTF-8");
  if (std::ranges::any_of(text, is_control)) return fail("the text contains control characters");
  return text;
}

}  // namespace yari
