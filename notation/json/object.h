/// \file
/// Values, and objects of JSON made of them without <nlohmann/json.hpp>: its initializer lists take
/// a compiler longer than the rest of a file.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "text/no_value.h"

namespace yari {

/// Keeps the fields in the order they were given.
using Json = nlohmann::ordered_json;

/// What a field or the cell of a table is: null, true or false, a number, a text, or a list of
/// these two.
class Value {
 public:
  Value();
  Value(std::nullptr_t);
  Value(bool value);
  Value(std::int64_t number);
  Value(std::uint64_t number);
  Value(double number);
  Value(const char* text);
  Value(std::string_view text);
  Value(std::string text);
  Value(std::vector<std::string> texts);
  Value(std::vector<std::int64_t> numbers);
  template <std::integral T>
  Value(const std::vector<T>& numbers)
      : Value(std::vector<std::int64_t>(numbers.begin(), numbers.end())) {}
  template <std::signed_integral T>
  Value(T number) : Value(std::int64_t{number}) {}
  template <std::unsigned_integral T>
  Value(T number) : Value(std::uint64_t{number}) {}
  /// Null for no value.
  template <class T>
  Value(const std::optional<T>& value) {
    if (value) *this = Value(*value);
  }
  Value(const Value& other);
  Value(Value&& other) noexcept;
  Value& operator=(const Value& other);
  Value& operator=(Value&& other) noexcept;
  ~Value();

  bool is_null() const;
  bool is_number() const;
  /// No value for what is no number with a fraction.
  std::optional<double> fraction() const;
  /// As JSON has it, but texts as they are, joined by "; "; empty for null.
  std::string text() const;

 private:
  friend void to_json(Json& json, const Value& value);

  std::variant<NoValue, bool, std::int64_t, std::uint64_t, double, std::string,
               std::vector<std::string>, std::vector<std::int64_t>>
      value_;
};

/// So that an object of nlohmann's takes a Value where it takes a number or a text.
void to_json(Json& json, const Value& value);

/// Null for an empty text.
Value text_value(std::string_view text);

/// `x` rounded to that many decimals; fractions in objects and tables have two.
double rounded(double x, int decimals = 2);
std::optional<double> rounded(const std::optional<double>& x);

struct Field {
  std::string_view name;
  Value value;
};

/// `object({{"game", 7}, {"event", text_value(event)}})`.
Json object(std::initializer_list<Field> fields);
/// The values of a row under the names of its columns.
Json object(const std::vector<std::string>& names, const std::vector<Value>& row);
/// Adds fields at the end.
void add_fields(Json& object, std::initializer_list<Field> fields);

}  // namespace yari
