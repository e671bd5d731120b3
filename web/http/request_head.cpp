#include "web/http/request_head.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "text/ascii.h"
#include "text/text.h"

namespace yari::web {

namespace {

/// All that Guard, the routes and the library need.
constexpr std::array<std::string_view, 14> kept_names{
    "accept",         "accept-language",  "authorization",
    "connection",     "content-encoding", "content-length",
    "content-type",   "expect",           "host",
    "if-none-match",  "origin",           "sec-fetch-mode",
    "sec-fetch-site", "transfer-encoding"};
/// "sec-fetch-mode:", with room for none that is longer.
constexpr std::size_t longest_name = 64;

bool is_kept(const std::string& name) {
  return std::ranges::find(kept_names, name) != kept_names.end();
}

/// Letters, digits and signs that a name of a header may have.
bool is_name(std::string_view text) {
  constexpr std::string_view signs = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return is_letter(c) || is_digit(c) || signs.find(c) != signs.npos;
  });
}

/// The target of a request with the signs escaped in which the library would see something else: it
/// ends the query at a second "?" and at "#", keeps of "a=b=c" the "c", and takes "%u" for a
/// letter.
std::string plain_target(std::string_view target) {
  const auto is_hex = [&](std::size_t at) {
    const char c = at < target.size() ? ascii_lower(target[at]) : 'x';
    return is_digit(c) || (c >= 'a' && c <= 'f');
  };
  std::string plain;
  bool in_query = false;
  bool in_value = false;
  for (std::size_t i = 0; i < target.size(); ++i) {
    const char c = target[i];
    if (c == '#' || (c == '?' && in_query) || (c == '=' && in_value) ||
        (c == '%' && !(is_hex(i + 1) && is_hex(i + 2)))) {
      plain += fmt::format("%{:02X}", c);
      continue;
    }
    plain += c;
    if (c == '?') in_query = true;
    if (c == '=') in_value = in_query;
    if (c == '&') in_value = false;
  }
  return plain;
}

bool is_text(std::string_view line) {
  return std::ranges::none_of(line,
                              [](unsigned char c) { return (c < 0x20 && c != '\t') || c == 0x7F; });
}

}  // namespace

std::size_t RequestHead::take(std::string_view bytes) {
  std::size_t taken = 0;
  while (taken < bytes.size() && !whole_ && !fault_) {
    const char c = bytes[taken++];
    if (++bytes_ > most_bytes) fault_ = Fault{431, "the headers are too long"};
    const char before = std::exchange(last_, c);
    if (c == '\n') {
      if (before != '\r')
        fault_ = Fault{400, "a line of the headers does not end with CR LF"};
      else
        end_line();
      continue;
    }
    if (dropping_) continue;
    line_ += c;
    const bool first = text_.empty();
    if (line_.size() > longest_line)
      fault_ = first ? Fault{414, "the address is too long"} : Fault{431, "a header is too long"};
    // As soon as its name is known, nothing more of a header that is dropped is kept.
    if (!first && c == ':' && line_.size() <= longest_name)
      dropping_ = !is_kept(ascii_lower(std::string_view(line_).substr(0, line_.size() - 1))) &&
                  line_.find(':') == line_.size() - 1 &&
                  is_name(std::string_view(line_).substr(0, line_.size() - 1));
  }
  return taken;
}

void RequestHead::end_line() {
  if (!std::exchange(dropping_, false)) {
    line_.pop_back();
    if (!is_text(line_))
      fault_ = Fault{400, "the headers contain control characters"};
    else if (text_.empty())
      take_request_line();
    else
      take_header();
  }
  line_.clear();
}

void RequestHead::take_request_line() {
  if (std::ranges::count(line_, ' ') != 2) {
    fault_ = Fault{400, "this is no request"};
    return;
  }
  const std::size_t target = line_.find(' ') + 1;
  const std::size_t version = line_.rfind(' ');
  text_ = line_.substr(0, target) + plain_target(line_.substr(target, version - target)) +
          line_.substr(version) + "\r\n";
}

void RequestHead::take_header() {
  if (line_.empty()) {
    text_ += "\r\n";
    whole_ = true;
    return;
  }
  const std::size_t colon = line_.find(':');
  const std::string name = ascii_lower(std::string_view(line_).substr(0, colon));
  if (colon == line_.npos || !is_name(name)) {
    fault_ = Fault{400, "a header has no name"};
    return;
  }
  if (!is_kept(name)) return;
  const std::string value(trimmed(std::string_view(line_).substr(colon + 1)));
  // Answers in HTTP/1.0 may have no length, so none follows another.
  const auto is_old = [&] {
    return std::string_view(text_).substr(0, text_.find('\r')).ends_with(" HTTP/1.0");
  };
  if (name == "connection" && is_old()) return;
  if (!names_.insert(name).second) {
    // Some clients send what they accept in several headers.
    if (!name.starts_with("accept")) fault_ = Fault{400, "a header is given twice"};
    return;
  }
  // The library would read a form as parameters. Guard refuses bodies in several parts.
  if (name == "content-type" && !ascii_lower(value).starts_with("multipart/")) return;
  if (name == "accept") wants_page_ = value.find("text/html") != value.npos;
  if (name == "expect") {
    expects_continue_ = same_ignoring_case(value, "100-continue");
    if (!expects_continue_) fault_ = Fault{417, "nothing but 100-continue can be expected"};
    return;
  }
  if (text_.size() + line_.size() > most_kept) fault_ = Fault{431, "the headers are too long"};
  text_ += name + ": " + value + "\r\n";
}

}  // namespace yari::web
