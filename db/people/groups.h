/// \file
/// Groups of spellings that are taken for one, and what they have in common with others.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "db/people/suggest.h"

namespace yari::people {

/// What speaks for and against two groups being one.
struct Evidence {
  int common_company = 0, common_settings = 0;
  /// The same as a share of the smaller one's, 0 to 1.
  double company_share = 0, settings_share = 0;
  /// How many different ones the smaller group met.
  std::size_t met = 0;
  /// Years between the last game of one and the first of the other; 0 where they overlap.
  int years_apart = 0;

  /// To be added to the logarithm of the odds.
  double weight() const;
};

/// A partition of the spellings that only grows coarser.
class Groups {
 public:
  Groups(const std::vector<Spelling>& spellings, NameKind kind);

  std::size_t of(std::size_t spelling) const;
  const std::vector<std::size_t>& members(std::size_t group) const {
    return groups_[group].members;
  }
  std::int64_t games(std::size_t group) const { return groups_[group].games; }
  /// Players of both met: they cannot be one. Always false of events and sites.
  bool met(std::size_t a, std::size_t b) const;
  Evidence evidence(std::size_t a, std::size_t b) const;
  /// Makes one group of two and returns it.
  std::size_t join(std::size_t a, std::size_t b);

 private:
  struct Group {
    std::vector<std::size_t> members;
    std::unordered_set<std::uint32_t> company, settings;
    std::int64_t games = 0;
    int first_date = 0, last_date = 0;
  };
  /// Company by group: an opponent who is spelled in two ways is one.
  std::unordered_set<std::uint32_t> company_groups(const Group& group) const;

  bool players_;
  std::vector<Group> groups_;
  std::vector<std::size_t> group_of_;
};

}  // namespace yari::people
