/// \file
/// A JSON text as a tree whose values know their places.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/game_builder.h"
#include "rules/result.h"

namespace yari {

class JsonTree;

/// A value of a tree, or none; the tree must outlive it.
class JsonValue {
 public:
  JsonValue() = default;

  explicit operator bool() const { return tree_ != nullptr; }
  bool is_object() const;
  bool is_array() const;
  bool is_string() const;
  bool is_true() const;
  /// The text stopped inside it.
  bool is_cut() const;
  /// Empty when it is no string.
  std::string_view text() const;
  /// A whole number from 0 to 100 million, or -1.
  int number() const;
  /// The last member of that name; none when there is none, or this is no object.
  JsonValue operator[](std::string_view name) const;
  /// What an object or an array holds, in order: `for (v = list.first(); v; v = v.next())`.
  JsonValue first() const;
  JsonValue next() const;
  /// Of a member of an object.
  std::string_view name() const;
  Span span() const;

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
  /// `max_depth` end the reading.
  JsonTree(std::string_view text, std::size_t max_depth);

  /// None where the text has no value at all.
  JsonValue root() const { return nodes_.empty() ? JsonValue() : JsonValue(*this, 0); }
  /// Where and why the reading ended early. What was read before is in the tree.
  const std::optional<Error>& error() const { return error_; }
  bool too_deep() const { return too_deep_; }

 private:
  friend class JsonValue;
  class Reader;
  enum class Type : std::uint8_t { object, array, string, number, yes, other };
  /// A text in the source, or after it, in `decoded_`.
  struct Text {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
  };
  struct Node {
    Type type = Type::other;
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
  std::optional<Error> error_;
  bool too_deep_ = false;
};

}  // namespace yari
