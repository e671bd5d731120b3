/// \file
/// Members of a JSON object that somebody else made, each checked for its type.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "notation/json/object.h"

namespace yari {

/// Reads members and remembers the first that has the wrong type. A member that is missing or null
/// has no value.
class Fields {
 public:
  /// Requires: `object` lives as long as this. What is no object has no members.
  explicit Fields(const Json& object) : object_(object) {}

  std::optional<std::string> text(std::string_view name) {
    const Json* const member = find(name);
    if (member == nullptr) return std::nullopt;
    if (member->is_string()) return member->get<std::string>();
    wrong(name, "a text");
    return std::nullopt;
  }
  bool flag(std::string_view name) {
    const Json* const member = find(name);
    if (member == nullptr) return false;
    if (member->is_boolean()) return member->get<bool>();
    wrong(name, "true or false");
    return false;
  }
  std::optional<std::int64_t> number(std::string_view name, std::int64_t low, std::int64_t high) {
    const Json* const member = find(name);
    if (member == nullptr) return std::nullopt;
    // Numbers of JavaScript are floating-point numbers, whole ones too.
    if (member->is_number()) {
      const double value = member->get<double>();
      if (value >= static_cast<double>(low) && value <= static_cast<double>(high) &&
          value == static_cast<double>(static_cast<std::int64_t>(value)))
        return static_cast<std::int64_t>(value);
    }
    wrong(name, "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
    return std::nullopt;
  }
  /// An array; empty without a value.
  const Json& array(std::string_view name) {
    static const Json none = Json::array();
    const Json* const member = find(name);
    if (member == nullptr) return none;
    if (member->is_array()) return *member;
    wrong(name, "an array");
    return none;
  }
  /// Remembers that a member is not what it should be: "depth: expected ...".
  void wrong(std::string_view name, std::string_view expected) {
    if (fault_.empty()) fault_.append(name).append(": expected ").append(expected);
  }
  /// The first fault; empty when there is none.
  const std::string& fault() const { return fault_; }

 private:
  const Json* find(std::string_view name) const {
    if (!object_.is_object()) return nullptr;
    const auto member = object_.find(std::string(name));
    return member == object_.end() || member->is_null() ? nullptr : &*member;
  }

  const Json& object_;
  std::string fault_;
};

}  // namespace yari
