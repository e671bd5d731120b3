#include "import/packing.h"

#include <algorithm>

#include "text/ascii.h"

namespace yari {
namespace {

constexpr Packing packings[] = {{".gz", "gzip"},   {".xz", "xz"},     {".zst", "zstd"},
                                {".bz2", "bzip2"}, {".zip", nullptr}, {".tar", nullptr}};

bool has_ending(std::string_view name, std::string_view ending) {
  return name.size() >= ending.size() &&
         same_ignoring_case(name.substr(name.size() - ending.size()), ending);
}

}  // namespace

const Packing* packing_of(std::string_view file_name) {
  const auto found = std::ranges::find_if(
      packings, [&](const Packing& p) { return has_ending(file_name, p.ending); });
  return found == std::end(packings) ? nullptr : &*found;
}

const Format* format_for_file(std::string_view file_name) {
  if (const Packing* packing = packing_of(file_name))
    file_name.remove_suffix(packing->ending.size());
  return format_for_extension(file_name);
}

}  // namespace yari
