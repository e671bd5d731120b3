#include "import/packing.h"

#include <algorithm>

namespace yari {
namespace {

constexpr Packing packings[] = {
    {".gz", "gzip"}, {".xz", "xz"}, {".zst", "zstd"}, {".bz2", "bzip2"}};

}  // namespace

const Packing* packing_of(std::string_view file_name) {
  const auto found = std::ranges::find_if(
      packings, [&](const Packing& p) { return file_name.ends_with(p.ending); });
  return found == std::end(packings) ? nullptr : &*found;
}

const Format* format_for_file(std::string_view file_name) {
  if (const Packing* packing = packing_of(file_name))
    file_name.remove_suffix(packing->ending.size());
  return format_for_extension(file_name);
}

}  // namespace yari
