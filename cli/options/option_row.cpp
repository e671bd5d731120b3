// What rows say of themselves.
#include "cli/options/option_row.h"

#include <fmt/format.h>

namespace yari::cli {

OptionRow& OptionRow::one_of(std::vector<std::string> values) {
  only_choices = true;
  return suggest(std::move(values));
}

OptionRow& OptionRow::suggest(std::vector<std::string> values) {
  choices = std::move(values);
  return *this;
}

std::string spelling(const OptionRow& row) {
  const std::string letter = row.letter != 0 ? fmt::format("-{}, ", row.letter) : "    ";
  const std::string value = row.is_flag() ? "" : " " + row.value_name;
  return letter + "--" + row.name + value;
}

}  // namespace yari::cli
