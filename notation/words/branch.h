/// \file
/// The lines before a variation: "変化：12手".
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace yari {

/// Takes "変化：12手", whose number is that of the move that is played again; no value, and nothing
/// taken, where that does not stand there.
std::optional<std::size_t> take_branch(std::string_view& text);
/// "本譜：", "【本譜】", "本譜：12手": the main line goes on.
bool names_main_line(std::string_view line);

}  // namespace yari
