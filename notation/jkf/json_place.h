/// \file
/// Places in a JSON text, which the JSON library does not keep.
#pragma once

#include <cstddef>
#include <string_view>

namespace yari {

/// Walks into a text that has been parsed already: the place of root.moves[3] is found by
/// member("moves"), element(3). What is not there leaves the place as it is.
class JsonPlace {
 public:
  /// At the outermost value.
  explicit JsonPlace(std::string_view text);

  JsonPlace& member(std::string_view name);
  JsonPlace& element(std::size_t n);
  std::size_t offset() const { return at_; }

 private:
  std::size_t behind_blanks(std::size_t at) const;
  std::size_t behind_string(std::size_t at) const;
  std::size_t behind_value(std::size_t at) const;
  char sign_at(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace yari
