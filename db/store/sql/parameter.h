/// \file
/// A value for a parameter of a statement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/codec/bytes.h"

namespace yari::sql {

/// Text and blobs must live until the statement is reset.
class Parameter {
 public:
  enum class Type : std::uint8_t { null, integer, text, blob };

  Parameter(std::nullptr_t) {}
  Parameter(int value) : Parameter(std::int64_t{value}) {}
  Parameter(std::int64_t value) : type_(Type::integer), integer_(value) {}
  /// Keys: the 64 bits are kept, the sign means nothing.
  Parameter(std::uint64_t value) : Parameter(static_cast<std::int64_t>(value)) {}
  Parameter(std::string_view text) : type_(Type::text), data_(text.data()), size_(text.size()) {}
  Parameter(const std::string& text) : Parameter(std::string_view(text)) {}
  Parameter(const char* text) : Parameter(std::string_view(text)) {}
  Parameter(ByteView blob)
      : type_(Type::blob), data_(reinterpret_cast<const char*>(blob.data())), size_(blob.size()) {}
  Parameter(const Bytes& blob) : Parameter(ByteView(blob)) {}
  template <class T>
  Parameter(const std::optional<T>& value) {
    if (value) *this = Parameter(*value);
  }

  Type type() const { return type_; }
  std::int64_t integer() const { return integer_; }
  /// Of a text or a blob; may be null where it is empty.
  const char* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  Type type_ = Type::null;
  std::int64_t integer_ = 0;
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace yari::sql
