/// \file
/// A JSON text as a tree whose values know their places.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace yari {

class JsonTree;

enum class JsonType : std::uint8_t {
  none,
  object,
  array,
  string,
  number,  ///< 0..100,000,000
  yes,     ///< true
  other
};

/// A value of a tree, or none; the tree must outlive it.
class JsonValue {
 public:
  JsonValue() = default;

  explicit operator bool() const { return tree_ != nullptr; }
  JsonType type() const;
  bool is_object() const { return type() == JsonType::object; }
  bool is_array() const { return type() == JsonType::array; }
  bool is_string() const { return type() == JsonType::string; }
  bool is_true() const { return type() == JsonType::yes; }
  /// The text stopped inside it.
  bool is_cut() const;
  /// Empty when it is no string.
  std::string_view text() const;
  /// A whole number from 0 to 100 million, which may stand in quotes, or -1.
  int number() const;
  /// The last member of that name; none when there is none, or this is no object.
  JsonValue operator[](std::string_view name) const;
  /// What an object or an array holds, in order: `for (v = list.first(); v; v = v.next())`.
  JsonValue first() const;
  JsonValue next() const;
  /// Of a member of an object.
  std::string_view name() const;
  /// The part of the text that it is.
  std::string_view source() const;

 private:
  friend class JsonTree;
  JsonValue(const JsonTree& tree, std::uint32_t node) : tree_(&tree), node_(node) {}

  const JsonTree* tree_ = nullptr;
  std::uint32_t node_ = 0;
};

/// All values of a JSON text, in one vector in the order of the text.
///
/// Of numbers, booleans and nulls that follow one another in an array, only one value is made, with
/// the place of all of them.
class JsonTree {
 public:
  /// `text` must outlive the tree. Requires: text.size() < 2^31. Values nested deeper than
  /// `max_depth`, and more than `max_values` of them, end the reading.
  JsonTree(std::string_view text, std::size_t max_depth, std::size_t max_values)
      : JsonTree(text, text, max_depth, max_values) {}
  /// Of `mended`, which is `text` with blanks in place of what is no JSON (without_json_slips).
  JsonTree(std::string_view text, std::string_view mended, std::size_t max_depth,
           std::size_t max_values);

  /// None where the text has no value at all.
  JsonValue root() const { return nodes_.empty() ? JsonValue() : JsonValue(*this, 0); }
  /// The reading ended early. What was read before is in the tree.
  bool is_cut() const { return cut_; }
  /// What was not read: from the token on that is no JSON, or is nested too deep.
  std::string_view rest() const { return rest_; }
  bool too_deep() const { return too_deep_; }
  bool too_large() const { return too_large_; }

 private:
  friend class JsonValue;
  class Reader;
  /// A text in the source, or after it, in `decoded_`.
  struct Text {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
  };
  struct Node {
    JsonType type = JsonType::other;
    std::uint32_t begin = 0;
    /// 0: cut.
    std::uint32_t end = 0;
    /// 0: none.
    std::uint32_t next = 0;
    Text name;
    /// A string, or in `begin` a number.
    Text text;
  };
  std::string_view view(Text t) const;

  std::string_view text_;
  std::vector<Node> nodes_;
  std::string decoded_;
  std::string_view rest_;
  bool cut_ = false;
  bool too_deep_ = false;
  bool too_large_ = false;
};

/// Parts of `text` that are no JSON though many write them: comments, and commas before a closing
/// bracket.
std::vector<std::string_view> json_slips(std::string_view text);
/// `text` with blanks in place of `slips`.
std::string without_json_slips(std::string_view text, const std::vector<std::string_view>& slips);

}  // namespace yari
