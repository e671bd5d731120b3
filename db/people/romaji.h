/// \file
/// Japanese in Latin letters, whichever way it was written.
#pragma once

#include <string>
#include <string_view>

namespace yari::people {

/// A key that is the same for the usual romanisations of a word: long vowels (Ohno, Ono, Oono;
/// Sato, Satou, Satoh), shi/si, chi/ti, tsu/tu, fu/hu, ji/zi, sha/sya, n/m before b, m and p,
/// tch/cch. Another word than Japanese gets a key, too. Requires: `word` is folded.
///
/// Systems: Hepburn, Kunrei-shiki (ISO 3602), Nihon-shiki, and the spellings of passports.
std::string romanised_key(std::string_view word);

}  // namespace yari::people
