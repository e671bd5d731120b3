// Nodes follow one another as in the text: the first child of a node is the one after it.
#include "notation/jkf/json_tree.h"

#include <algorithm>

#include "notation/jkf/json_scan.h"
#include "text/text.h"

namespace yari {

class JsonTree::Reader : public JsonEvents {
 public:
  Reader(JsonTree& tree, std::string_view text, std::size_t max_depth, std::size_t max_values)
      : JsonEvents(text), tree_(tree), max_depth_(max_depth), max_values_(max_values) {}

  bool null() { return scalar(JsonType::other, 0); }
  bool boolean(bool b) { return scalar(b ? JsonType::yes : JsonType::other, 0); }
  bool number_integer(std::int64_t) { return scalar(JsonType::other, 0); }
  bool number_unsigned(std::uint64_t n) {
    constexpr std::uint64_t most = 100'000'000;
    return n > most ? scalar(JsonType::other, 0)
                    : scalar(JsonType::number, static_cast<std::uint32_t>(n));
  }
  bool number_float(double, const std::string&) { return scalar(JsonType::other, 0); }
  bool string(std::string& value) {
    if (is_full()) return false;
    Node& node = add(JsonType::string);
    node.text = text_of(value);
    close(node);
    return true;
  }
  bool key(std::string& name) {
    name_ = text_of(name);
    end_ = offset();
    return true;
  }
  bool start_object(std::size_t) { return open(JsonType::object); }
  bool start_array(std::size_t) { return open(JsonType::array); }
  bool end_object() { return close_open(); }
  bool end_array() { return close_open(); }

  /// Where the first token begins that was not understood.
  std::size_t next_token() const {
    std::size_t at = std::min(text_.find_first_not_of(" \t\r\n", end_), text_.size());
    if (at < text_.size() && (text_[at] == ',' || text_[at] == ':')) ++at;
    return std::min(text_.find_first_not_of(" \t\r\n", at), text_.size());
  }

 private:
  struct Open {
    std::uint32_t node;
    /// Its last child; 0: none.
    std::uint32_t last = 0;
  };

  bool open(JsonType type) {
    if (open_.size() == max_depth_) {
      tree_.too_deep_ = true;
      return false;
    }
    if (is_full()) return false;
    add(type);
    open_.push_back({static_cast<std::uint32_t>(tree_.nodes_.size() - 1)});
    end_ = offset();
    return true;
  }

  bool close_open() {
    close(tree_.nodes_[open_.back().node]);
    open_.pop_back();
    return true;
  }

  bool scalar(JsonType type, std::uint32_t number) {
    Node* before = previous_scalar();
    if (!before && is_full()) return false;
    Node& node = before ? *before : add(type);
    if (before) node.type = JsonType::other;
    node.text.begin = number;
    end_ = std::min(text_.find_first_of(" \t\r\n,]}", next_value()), text_.size());
    node.end = static_cast<std::uint32_t>(end_);
    return true;
  }

  bool is_full() { return tree_.too_large_ = tree_.nodes_.size() == max_values_; }

  // Where the value begins that comes after the last token.
  std::size_t next_value() const {
    return std::min(text_.find_first_not_of(" \t\r\n,:", end_), text_.size());
  }

  // The scalar before this one, where both stand in an array.
  Node* previous_scalar() {
    if (open_.empty() || open_.back().last == 0) return nullptr;
    if (tree_.nodes_[open_.back().node].type != JsonType::array) return nullptr;
    Node& last = tree_.nodes_[open_.back().last];
    const bool scalar = last.type >= JsonType::number;
    return scalar ? &last : nullptr;
  }

  Node& add(JsonType type) {
    const auto index = static_cast<std::uint32_t>(tree_.nodes_.size());
    if (!open_.empty()) {
      if (open_.back().last != 0) tree_.nodes_[open_.back().last].next = index;
      open_.back().last = index;
    }
    Node& node = tree_.nodes_.emplace_back();
    node.type = type;
    node.begin = static_cast<std::uint32_t>(next_value());
    node.name = std::exchange(name_, {});
    return node;
  }

  void close(Node& node) {
    end_ = offset();
    node.end = static_cast<std::uint32_t>(end_);
  }

  // Most strings stand in the source as they are.
  Text text_of(const std::string& value) {
    const auto size = static_cast<std::uint32_t>(value.size());
    const std::size_t begin = offset() - 1 - std::min<std::size_t>(value.size(), offset() - 1);
    if (text_.substr(begin, size) == value) return {static_cast<std::uint32_t>(begin), size};
    tree_.decoded_ += value;
    return {static_cast<std::uint32_t>(text_.size() + tree_.decoded_.size() - size), size};
  }

  JsonTree& tree_;
  std::size_t max_depth_;
  std::size_t max_values_;
  std::vector<Open> open_;
  Text name_;
  /// Where the last token ended.
  std::size_t end_ = 0;
};

JsonTree::JsonTree(std::string_view text, std::string_view mended, std::size_t max_depth,
                   std::size_t max_values)
    : text_(text) {
  Reader reader(*this, mended, max_depth, max_values);
  if (scan_json(reader, true)) return;
  cut_ = true;
  rest_ = text.substr(reader.next_token());
}

std::string_view JsonTree::view(Text t) const {
  if (t.begin < text_.size()) return text_.substr(t.begin, t.size);
  return std::string_view(decoded_).substr(t.begin - text_.size(), t.size);
}

JsonType JsonValue::type() const { return tree_ ? tree_->nodes_[node_].type : JsonType::none; }
bool JsonValue::is_cut() const { return tree_ && tree_->nodes_[node_].end == 0; }

std::string_view JsonValue::text() const {
  return is_string() ? tree_->view(tree_->nodes_[node_].text) : std::string_view();
}

int JsonValue::number() const {
  if (is_string()) return whole_number<int>(text()).value_or(-1);
  return type() == JsonType::number ? static_cast<int>(tree_->nodes_[node_].text.begin) : -1;
}

JsonValue JsonValue::operator[](std::string_view name) const {
  JsonValue found;
  if (!is_object()) return found;
  for (JsonValue v = first(); v; v = v.next()) {
    if (v.name() == name) found = v;
  }
  return found;
}

JsonValue JsonValue::first() const {
  if (!is_object() && !is_array()) return {};
  const std::uint32_t child = node_ + 1;
  const std::uint32_t end = tree_->nodes_[node_].end;
  const bool inside =
      child < tree_->nodes_.size() && (end == 0 || tree_->nodes_[child].begin < end);
  return inside ? JsonValue(*tree_, child) : JsonValue();
}

JsonValue JsonValue::next() const {
  const std::uint32_t next = tree_->nodes_[node_].next;
  return next == 0 ? JsonValue() : JsonValue(*tree_, next);
}

std::string_view JsonValue::name() const { return tree_->view(tree_->nodes_[node_].name); }

std::string_view JsonValue::source() const {
  if (!tree_) return {};
  const JsonTree::Node& node = tree_->nodes_[node_];
  return tree_->text_.substr(node.begin,
                             (node.end == 0 ? tree_->text_.size() : node.end) - node.begin);
}

std::vector<std::string_view> json_slips(std::string_view text) {
  std::vector<std::string_view> slips;
  // Of the last comma, if nothing but blanks and comments has followed.
  std::size_t comma = text.npos;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const std::string_view two = text.substr(at, 2);
    if (c == '"') {
      while (++at < text.size() && text[at] != '"')
        if (text[at] == '\\') ++at;
    } else if (two == "//" || two == "/*") {
      const std::string_view close = two == "//" ? "\n" : "*/";
      const std::size_t found = text.find(close, at + 2);
      const std::size_t end =
          found == text.npos ? text.size() : found + (two == "/*" ? close.size() : 0);
      slips.push_back(text.substr(at, end - at));
      at = end - 1;
      continue;
    } else if ((c == ']' || c == '}') && comma != text.npos) {
      slips.push_back(text.substr(comma, 1));
    } else if (is_space(c)) {
      continue;
    }
    comma = c == ',' ? at : text.npos;
  }
  return slips;
}

std::string without_json_slips(std::string_view text, const std::vector<std::string_view>& slips) {
  std::string mended(text);
  for (const std::string_view slip : slips)
    mended.replace(offset_in(text, slip), slip.size(), slip.size(), ' ');
  return mended;
}

}  // namespace yari
