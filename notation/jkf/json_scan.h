/// \file
/// Goes over JSON text with the library's parser, and knows where each event is.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace yari {

/// The events of a scan of JSON; derived classes hide the events that they want. An event that
/// returns false ends the scan.
class JsonEvents {
 public:
  explicit JsonEvents(std::string_view text) : text_(text), at_(text.data()) {}

  bool null() { return true; }
  bool boolean(bool) { return true; }
  bool number_integer(nlohmann::json::number_integer_t) { return true; }
  bool number_unsigned(nlohmann::json::number_unsigned_t) { return true; }
  bool number_float(nlohmann::json::number_float_t, const std::string&) { return true; }
  bool string(std::string&) { return true; }
  bool binary(nlohmann::json::binary_t&) { return true; }
  bool start_object(std::size_t) { return true; }
  bool key(std::string&) { return true; }
  bool end_object() { return true; }
  bool start_array(std::size_t) { return true; }
  bool end_array() { return true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) {
    return false;
  }

  /// Bytes read: the event is about what ends here, but for numbers, which end up to one before.
  std::size_t offset() const { return static_cast<std::size_t>(at_ - text_.data()); }

 protected:
  std::string_view text_;

 private:
  template <class Events>
  friend bool scan_json(Events& events, bool to_the_end);

  struct Cursor {
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    const char* now;
    const char** at;

    const char& operator*() const { return *now; }
    Cursor& operator++() {
      *at = ++now;
      return *this;
    }
    bool operator==(const Cursor& other) const { return now == other.now; }
  };

  const char* at_;
};

/// False: an event ended the scan, or the text is no JSON; offset() is then after what was found.
/// Without `to_the_end`, text after the first value is left alone.
template <class Events>
bool scan_json(Events& events, bool to_the_end) {
  JsonEvents& e = events;
  const char* begin = e.text_.data();
  return nlohmann::json::sax_parse(JsonEvents::Cursor{begin, &e.at_},
                                   JsonEvents::Cursor{begin + e.text_.size(), &e.at_}, &events,
                                   nlohmann::json::input_format_t::json, to_the_end);
}

}  // namespace yari
