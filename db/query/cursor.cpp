// The smallest steps of reading a query.
#include "db/query/cursor.h"

#include <algorithm>

namespace yari::query {
namespace {

constexpr int max_number = 1'000'000;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) != 0;
}

/// What stands at the front of `rest`, for a message: a whole word, or one character.
std::string found(std::string_view rest) {
  constexpr std::size_t longest = 24;
  if (rest.empty()) return "the end";
  std::size_t length = 0;
  while (length < rest.size() && length < longest &&
         (is_letter(rest[length]) || is_digit(rest[length]))) {
    ++length;
  }
  if (length == longest && length < rest.size()) {  // no character cut in two
    while (length > 0 && (rest[length] & 0xC0) == 0x80) --length;
  }
  const auto byte = static_cast<unsigned char>(rest[0]);
  if (length == 0 && byte < 0x20) return "byte " + std::to_string(byte);
  return "'" + std::string(rest.substr(0, length == 0 ? 1 : length)) + "'";
}

}  // namespace

void Cursor::skip_blanks() {
  while (is_blank(peek()) || peek() == '#') {
    if (peek() == '#') {
      take_while([](char c) { return c != '\n'; });
    } else {
      skip(1);
    }
  }
}

std::string_view Cursor::word() const {
  std::size_t length = 0;
  while (is_letter(peek(length))) ++length;
  return rest().substr(0, length);
}

bool Cursor::take_word(std::string_view wanted) {
  if (word() != wanted) return false;
  skip(wanted.size());
  skip_blanks();
  return true;
}

std::string_view Cursor::take_run() {
  return take_while(
      [](char c) { return !is_blank(c) && c != '(' && c != ')' && c != '"' && c != '\''; });
}

std::optional<int> Cursor::number() {
  if (const std::optional<int> n = take_number(0, max_number)) return n;
  if (is_digit(peek())) return fail("expected a number of at most a million", at());
  return expected("a number");
}

std::optional<Cursor> Cursor::quoted() {
  const char quote = peek();
  if (quote != '"' && quote != '\'') return expected("text in quotes");
  const std::size_t end = text().find(quote, at() + 1);
  if (end == std::string_view::npos) return fail("this quote is never closed", at());
  Cursor inner(text().substr(0, end));
  inner.go_to(at() + 1);
  go_to(end + 1);
  return inner;
}

std::nullopt_t Cursor::expected(std::string_view what) {
  return fail("expected " + std::string(what) + ", found " + found(rest()), at());
}

std::nullopt_t Cursor::fail(std::string message, std::size_t offset) {
  if (!error_) error_ = Error{std::move(message), offset};
  return std::nullopt;
}

std::nullopt_t Cursor::fail(const Cursor& inner) {
  if (!error_) error_ = inner.error_;
  return std::nullopt;
}

}  // namespace yari::query
