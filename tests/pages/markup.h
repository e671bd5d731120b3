/// \file
/// A strict little reader of XML, for tests that must not trust what they test.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace yari::test {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  /// Its own text, entities resolved, without that of elements inside.
  std::string text;
};

/// The elements of a document in the order they begin; throws std::runtime_error, with the place,
/// where it is not well-formed.
std::vector<Element> read_markup(std::string_view document);

/// How many of them have that name and, unless it is empty, that class.
int count_elements(const std::vector<Element>& elements, std::string_view name,
                   std::string_view class_name = {});

}  // namespace yari::test
