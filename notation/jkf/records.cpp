// Where a record of JKF ends, and whether a text is one.
#include <algorithm>
#include <utility>

#include "notation/findings.h"
#include "notation/jkf/jkf.h"
#include "notation/jkf/json_scan.h"
#include "text/text.h"

namespace yari {

namespace {

constexpr std::size_t nowhere = std::string_view::npos;

// Stops where the next record begins inside this one, which was cut then: at an object that begins
// a line with a member that only whole records have.
class Cutter : public JsonEvents {
 public:
  using JsonEvents::JsonEvents;

  bool start_object(std::size_t) {
    object_ = offset() - 1;
    return enter();
  }
  bool start_array(std::size_t) { return enter(); }
  bool end_object() {
    --depth_;
    object_ = nowhere;
    return true;
  }
  bool end_array() {
    --depth_;
    return true;
  }
  bool key(const std::string& name) {
    const std::size_t object = std::exchange(object_, nowhere);
    const bool inner = object != nowhere && depth_ > 1 && text_[object - 1] == '\n';
    if (inner && (name == "header" || name == "initial" || name == "moves")) next_ = object;
    return next_ == nowhere;
  }

  bool at_object_end() const { return text_[offset() - 1] == '}'; }
  std::size_t next() const { return next_; }

 private:
  // The parser remembers all brackets since the last string or number. No reader takes more.
  bool enter() {
    return ++depth_ <= max_json_depth && ++entered_ <= record_limits::json_values.most;
  }

  std::size_t depth_ = 0;
  std::size_t entered_ = 0;
  /// An object without members so far.
  std::size_t object_ = nowhere;
  std::size_t next_ = nowhere;
};

}  // namespace

std::size_t jkf_front(std::string_view text) {
  return std::min(text.find_first_not_of(" \t\r\n[,]"), text.size());
}

bool is_blank_jkf(std::string_view record) { return jkf_front(record) == record.size(); }

namespace {

std::size_t object_length(std::string_view text, bool at_end) {
  Cutter cutter(text);
  if (scan_json(cutter, false) && cutter.at_object_end()) {
    // The rest of its line is its own, where that is blank.
    const std::size_t next = text.find_first_not_of(" \t\r", cutter.offset());
    if (next == nowhere) return at_end ? text.size() : 0;
    return text[next] == '\n' ? next + 1 : next;
  }
  if (cutter.next() != nowhere) return cutter.next();
  const std::size_t all = at_end ? text.size() : 0;
  if (cutter.offset() == text.size() && !at_end) return 0;
  // What is no JSON ends where a line begins an object.
  const std::size_t line = text.find("\n{", std::max<std::size_t>(cutter.offset(), 2) - 2);
  return line == nowhere ? all : line + 1;
}

}  // namespace

std::size_t jkf_record_length(std::string_view text, bool at_end) {
  const std::size_t front = jkf_front(text);
  if (front == text.size()) return at_end ? front : 0;
  const std::size_t length = object_length(text.substr(front), at_end);
  return length == 0 ? 0 : front + length;
}

int jkf_likeness(std::string_view head) {
  std::string_view t = trimmed(head);
  // "[Event" is a tag.
  if (take(t, '[')) t = trimmed(t);
  if (!t.starts_with('{')) return 0;
  const auto holds = [&](std::string_view word) { return t.find(word) != std::string_view::npos; };
  return holds("\"moves\"") || holds("\"header\"") || holds("\"initial\"") ? 97 : 20;
}

}  // namespace yari
