#include "notation/json/object.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace yari {

Value::Value() = default;
Value::Value(std::nullptr_t) {}
Value::Value(bool value) : value_(value) {}
Value::Value(std::int64_t number) : value_(number) {}
Value::Value(std::uint64_t number) : value_(number) {}
Value::Value(double number) : value_(number) {}
Value::Value(const char* text) : value_(std::string(text)) {}
Value::Value(std::string_view text) : value_(std::string(text)) {}
Value::Value(std::string text) : value_(std::move(text)) {}
Value::Value(std::vector<std::string> texts) : value_(std::move(texts)) {}
Value::Value(std::vector<std::int64_t> numbers) : value_(std::move(numbers)) {}
Value::Value(const Value& other) = default;
Value::Value(Value&& other) noexcept = default;
Value& Value::operator=(const Value& other) = default;
Value& Value::operator=(Value&& other) noexcept = default;
Value::~Value() = default;

bool Value::is_null() const { return std::holds_alternative<NoValue>(value_); }

bool Value::is_number() const {
  return std::holds_alternative<std::int64_t>(value_) ||
         std::holds_alternative<std::uint64_t>(value_) || std::holds_alternative<double>(value_);
}

std::optional<double> Value::fraction() const {
  const double* const number = std::get_if<double>(&value_);
  return number == nullptr ? std::nullopt : std::optional(*number);
}

std::string Value::text() const {
  if (is_null()) return "";
  if (const auto* const text = std::get_if<std::string>(&value_)) return *text;
  const auto* const texts = std::get_if<std::vector<std::string>>(&value_);
  if (texts == nullptr) return Json(*this).dump();
  std::string all;
  for (const std::string& text : *texts) {
    if (!all.empty()) all += "; ";
    all += text;
  }
  return all;
}

void to_json(Json& json, const Value& value) {
  std::visit(
      [&]<class T>(const T& held) {
        if constexpr (std::is_same_v<T, NoValue>)
          json = nullptr;
        else
          json = held;
      },
      value.value_);
}

Value text_value(std::string_view text) { return text.empty() ? Value() : Value(text); }

double rounded(double x, int decimals) {
  const double scale = std::pow(10, decimals);
  return std::round(x * scale) / scale;
}

std::optional<double> rounded(const std::optional<double>& x) {
  return x ? std::optional(rounded(*x)) : std::nullopt;
}

Json object(std::initializer_list<Field> fields) {
  Json json = Json::object();
  add_fields(json, fields);
  return json;
}

Json object(const std::vector<std::string>& names, const std::vector<Value>& row) {
  Json json = Json::object();
  for (std::size_t i = 0; i < names.size(); ++i) json[names[i]] = row[i];
  return json;
}

void add_fields(Json& object, std::initializer_list<Field> fields) {
  for (const Field& field : fields) object[std::string(field.name)] = field.value;
}

}  // namespace yari
