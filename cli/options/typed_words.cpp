// Which occurrence of an option counts.
#include "cli/options/typed_words.h"

#include <algorithm>
#include <iterator>

namespace yari::cli {

const TypedOption* TypedWords::last(std::string_view name) const {
  const auto found = std::find_if(options.rbegin(), options.rend(),
                                  [&](const TypedOption& option) { return option.name == name; });
  return found == options.rend() || found->off ? nullptr : &*found;
}

void TypedWords::put_before(std::vector<TypedOption> others) {
  others.insert(others.end(), std::make_move_iterator(options.begin()),
                std::make_move_iterator(options.end()));
  options = std::move(others);
}

}  // namespace yari::cli
