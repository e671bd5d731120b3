#include "tests/pages/markup.h"

#include <algorithm>
#include <stdexcept>

namespace yari::test {

namespace {

class MarkupReader {
 public:
  explicit MarkupReader(std::string_view text) : text_(text) {}

  std::vector<Element> read() {
    do {
      if (!take("<")) {
        read_text();
      } else if (take("/")) {
        close();
      } else {
        open();
      }
    } while (!open_.empty());
    if (text_.find_first_not_of('\n', at_) != text_.npos) fail("text after the document");
    return std::move(elements_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(what + " at byte " + std::to_string(at_));
  }

  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  std::string name() {
    const std::size_t end = std::min(
        text_.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-", at_),
        text_.size());
    if (end == at_) fail("a name is missing");
    const std::string name(text_.substr(at_, end - at_));
    at_ = end;
    return name;
  }

  void open() {
    if (elements_.size() > 0 && open_.empty()) fail("a second root");
    Element& element = elements_.emplace_back();
    element.name = name();
    while (take(" ") || take("\n")) {
      const std::string key = name();
      if (!take("=\"")) fail("=\" is missing");
      if (!element.attributes.emplace(key, characters('"')).second) fail(key + " twice");
      if (!take("\"")) fail("a quote is missing");
    }
    open_.push_back(elements_.size() - 1);
    if (take("/>")) {
      open_.pop_back();
    } else if (!take(">")) {
      fail("> is missing");
    }
  }

  void close() {
    if (open_.empty() || name() != elements_[open_.back()].name)
      fail("the wrong element is closed");
    if (!take(">")) fail("> is missing");
    open_.pop_back();
  }

  void read_text() {
    if (open_.empty()) fail("text outside the root");
    elements_[open_.back()].text += characters('<');
  }

  std::string characters(char end) {
    std::string out;
    for (;; ++at_) {
      if (at_ == text_.size()) fail("the end comes too early");
      if (text_[at_] == end) return out;
      if (text_[at_] == '<' || text_[at_] == '>') fail("a bare angle bracket");
      if (static_cast<unsigned char>(text_[at_]) < ' ' && text_[at_] != '\n')
        fail("a control character");
      out += text_[at_] == '&' ? entity() : text_[at_];
    }
  }

  char entity() {
    static const std::map<std::string_view, char> known{
        {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}};
    for (const auto& [name, character] : known) {
      if (!text_.substr(at_).starts_with(name)) continue;
      at_ += name.size() - 1;
      return character;
    }
    fail("a bare ampersand");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Element> elements_;
  std::vector<std::size_t> open_;
};

}  // namespace

std::vector<Element> read_markup(std::string_view document) {
  return MarkupReader(document).read();
}

int count_elements(const std::vector<Element>& elements, std::string_view name,
                   std::string_view class_name) {
  return static_cast<int>(std::count_if(elements.begin(), elements.end(), [&](const Element& e) {
    const auto found = e.attributes.find("class");
    return e.name == name &&
           (class_name.empty() || (found != e.attributes.end() && found->second == class_name));
  }));
}

}  // namespace yari::test
