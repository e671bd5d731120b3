/// \file
/// The forms of a name that spellings of one person share. They are looked up, not compared pair by
/// pair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "db/people/rank.h"
#include "record/name_kind.h"

namespace yari::people {

/// Why two spellings may mean the same, the surest first.
enum class Reason {
  rank,          ///< they differ in a rank or a title
  letters,       ///< capitals, accents, width, spaces, punctuation
  order,         ///< of family and given name
  romanisation,  ///< Ohno, Ono, Oono
  slip,          ///< one letter
  initial,       ///< "Y. Habu"
  part,          ///< "Habu"
};
/// "rank or title", "order of names": for people.
std::string_view in_words(Reason reason);

/// A spelling, prepared.
struct NameKeys {
  PartedName parted;
  /// Folded, in order; `roman`: the same as romanised_key gives them, sorted.
  std::vector<std::string> words, roman;
  /// As `words`, with ae, oe, ue for ä, ö, ü.
  std::vector<std::string> expanded;
  /// The sorted romanised words in one; what exact candidates share. Empty where there is no
  /// letter.
  std::string full;
  /// Further keys of that sort: without spaces, and with ae, oe, ue for ä, ö, ü.
  std::vector<std::string> also;
};

/// Of a player ranks and titles are parted, and initials and one name alone are looked at; in
/// events and sites numbers must agree.
NameKeys name_keys(std::string_view text, NameKind kind);

/// What spellings share that differ in capitals, accents, width, a rank or a title alone.
std::string letters_key(const NameKeys& keys);
std::string letters_key(std::string_view name, NameKind kind);

/// What is compared in other ways than by equal words: these keys take memory by the length of a
/// name times the number of its letters, or of its words.
inline constexpr std::size_t longest_compared = 200, most_words_compared = 10;

/// Numbers that two names share when one letter of a word of five or more Latin letters is missing,
/// too many, another, or changed places with its neighbour; others may share one by chance. None
/// for a name that is longer than `longest_compared` bytes.
std::vector<std::uint64_t> slip_keys(const NameKeys& keys);
/// Keys that "Habu Yoshiharu", "Habu Y." and "Y. Habu" share. None for a name that is longer than
/// `longest_compared` bytes, or has more words than `most_words_compared`.
std::vector<std::string> initial_keys(const NameKeys& keys);
/// Whether a word is one letter: the name is given by an initial.
bool has_initial(const NameKeys& keys);

/// Why two names that share a `full` or `also` key were written differently.
std::vector<Reason> reasons_between(const NameKeys& a, const NameKeys& b);

/// At most one insertion, deletion, replacement or swap of neighbours apart, in one word.
bool one_slip_apart(const NameKeys& a, const NameKeys& b);

}  // namespace yari::people
