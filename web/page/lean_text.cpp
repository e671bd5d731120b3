#include "web/page/lean_text.h"

#include <algorithm>
#include <vector>

namespace yari::web {

namespace {

/// Copies a script, or a style sheet, sign by sign.
class LeanText {
 public:
  LeanText(std::string_view text, bool closer) : text_(text), closer_(closer) {}

  std::string copy() {
    while (at_ < text_.size()) in_template_ ? template_sign() : sign();
    end_line();
    return std::move(lean_);
  }

 private:
  bool follows(std::string_view words) const { return text_.substr(at_).starts_with(words); }

  void take(std::size_t count) {
    lean_ += text_.substr(at_, count);
    at_ = std::min(text_.size(), at_ + count);
  }

  bool begins_line() const { return lean_.empty() || lean_.back() == '\n'; }

  /// A blank beside a sign that ends words by itself. Beside + and - it may keep two of them apart.
  bool means_nothing() const {
    constexpr std::string_view signs = ",;:=?&|<>(){}[]*!";
    const char after = at_ + 1 < text_.size() ? text_[at_ + 1] : ' ';
    return closer_ && (signs.find(lean_.back()) != signs.npos || signs.find(after) != signs.npos);
  }

  void sign() {
    const char c = text_[at_];
    if (follows("/*")) return skip_comment();
    if (follows("//") && (begins_line() || lean_.back() == ' ')) return skip_line();
    if (c == '\'' || c == '"') return quoted(c);
    if (c == '/' && regex_may_begin()) return regex();
    if (c == '\n') {
      ++at_;
      return end_line();
    }
    if (c == ' ' && (begins_line() || means_nothing())) {
      ++at_;
      return;
    }
    if (c == '`') in_template_ = true;
    if (!braces_.empty()) count_brace(c);
    take(1);
  }

  /// In an expression of a template literal: the brace that closes it leads back to the text.
  void count_brace(char c) {
    if (c == '{') ++braces_.back();
    if (c != '}' || braces_.back()-- > 0) return;
    braces_.pop_back();
    in_template_ = true;
  }

  void template_sign() {
    if (follows("${")) {
      braces_.push_back(0);
      in_template_ = false;
      return take(2);
    }
    if (text_[at_] == '\\') return take(2);
    in_template_ = text_[at_] != '`';
    take(1);
  }

  void skip_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    at_ = end == text_.npos ? text_.size() : end + 2;
    if (follows(" ")) ++at_;
  }

  void skip_line() { at_ = std::min(text_.find('\n', at_), text_.size()); }

  /// Only at the end of a line, so that no blank of a text is taken away.
  void end_line() {
    while (!lean_.empty() && lean_.back() == ' ') lean_.pop_back();
    if (!begins_line()) lean_ += '\n';
  }

  /// Up to the quotation mark that closes the text, or to the end of the line.
  void quoted(char mark) {
    take(1);
    while (at_ < text_.size() && text_[at_] != mark && text_[at_] != '\n')
      take(text_[at_] == '\\' ? 2 : 1);
    if (!follows("\n")) take(1);
  }

  bool regex_may_begin() const {
    const std::size_t last = lean_.find_last_not_of(" \n");
    if (last == lean_.npos) return true;
    return std::string_view("(,=:[!&|?{;+>").find(lean_[last]) != std::string_view::npos ||
           std::string_view(lean_).substr(0, last + 1).ends_with("return");
  }

  void regex() {
    bool in_class = false;
    take(1);
    while (at_ < text_.size() && text_[at_] != '\n' && (in_class || text_[at_] != '/')) {
      if (text_[at_] == '[' || text_[at_] == ']') in_class = text_[at_] == '[';
      take(text_[at_] == '\\' ? 2 : 1);
    }
    if (!follows("\n")) take(1);
  }

  std::string_view text_;
  bool closer_;
  std::size_t at_ = 0;
  std::string lean_;
  bool in_template_ = false;
  /// For each template literal around the place: how many braces are open in its expression.
  std::vector<int> braces_;
};

}  // namespace

std::string without_comments(std::string_view text) { return LeanText(text, false).copy(); }

std::string squeezed(std::string_view script) { return LeanText(script, true).copy(); }

std::string without_blanks(const std::string& styles) {
  std::string lean;
  for (const char c : styles) {
    const bool blank = c == ' ' || c == '\n';
    const char before = lean.empty() ? '{' : lean.back();
    if (blank && std::string_view("{};, ").find(before) != std::string_view::npos) continue;
    if ((c == '{' || c == '}') && before == ' ') lean.pop_back();
    lean += blank ? ' ' : c;
  }
  return lean;
}

}  // namespace yari::web
