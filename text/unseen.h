/// \file
/// Characters that cannot be seen: which of them a text may keep.
#pragma once

namespace yari {

/// Whether `c`, after the character `before` (0 at the beginning), is not seen by itself, or steers
/// a terminal or the order of letters: control characters, Unicode's property
/// Default_Ignorable_Code_Point, and the marks of interlinear annotations.
///
/// False for what is part of the sign before it: variation selectors of kanji and emoji, joiners of
/// emoji and of scripts that need them.
bool is_unseen(char32_t before, char32_t c);

}  // namespace yari
