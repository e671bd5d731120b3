/// \file
/// What is left of English in a Japanese text.
#pragma once

#include <string>

namespace yari::test {

/// The words of two letters and more outside of 「」, but for names of formats, words of the query
/// language and the like; "" where there are none.
std::string english_words(std::string text);

}  // namespace yari::test
