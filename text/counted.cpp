// Numbers with commas, and with the word for what they count.
#include "text/counted.h"

namespace yari {

std::string grouped(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string counted(std::uint64_t n, std::string_view singular, std::string_view plural) {
  return grouped(n).append(" ").append(n == 1 ? singular : plural);
}

std::string counted(std::uint64_t n, std::string_view singular) {
  return counted(n, singular, std::string(singular) + 's');
}

}  // namespace yari
