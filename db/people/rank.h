/// \file
/// Ranks and titles that stand with a name in records: "Habu Yoshiharu, 6 Dan", "羽生善治九段".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace yari::people {

/// Bytes. No name is longer, and nothing is parted from a text that is: it may come from anywhere.
inline constexpr std::size_t longest_parted = 500;

/// A name, and what stood with it.
struct PartedName {
  std::string name;
  /// "6 Dan", "九段", "3級" as written; empty where there is none.
  std::string rank;
  /// "Meijin", "竜王"; several are joined by a space.
  std::string title;
  bool operator==(const PartedName&) const = default;

  /// Title and rank, as they stand in a tag.
  std::string honours() const;
};

/// Parts ranks and titles from a player's name; nothing is lost but separators and brackets.
///
/// A Latin title that is also a surname (Oi, Kio, Oza) is one only after a comma, in brackets, or
/// after two other words. A text that is a rank or a title and nothing else stays whole.
PartedName part_name(std::string_view text);

/// "6 Dan", "1kyu", "5d", "shodan", "amateur 4 dan", "九段", "アマ六段", "3級".
bool is_rank(std::string_view text);

}  // namespace yari::people
