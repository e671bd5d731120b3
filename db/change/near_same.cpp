// Thousands of games of a day, as of a match between engines, are too many to compare each with
// each. Of any n + 1 pairs of moves, two games that differ in n moves share one: so the n + 1 pairs
// that the fewest games have are looked up. (The prefix filter of similarity joins:
// S. Chaudhuri et al., "A primitive operator for similarity joins in data cleaning", 2006.)
#include "db/change/near_same.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "db/import/same_game.h"

namespace yari {

namespace {

/// Games count as near the same when this part of the shorter one's moves stands in both.
constexpr int near_percent = 80;
/// Fewer games are compared each with each.
constexpr std::size_t compared_each = 16;
/// More that one game is near say nothing new.
constexpr int most_near = 16;

/// Two moves that follow each other, and where.
std::uint32_t pair_at(const StoredLine& line, int ply) {
  std::uint64_t mixed = static_cast<std::uint64_t>(ply) << 32 |
                        static_cast<std::uint64_t>(line.move(ply).bits()) << 16 |
                        line.move(ply + 1).bits();
  mixed = (mixed ^ mixed >> 31) * 0x9E3779B97F4A7C15;
  return static_cast<std::uint32_t>(mixed >> 32);
}

/// Games with their lines, and which of them have a pair of moves.
class GamePart {
 public:
  GamePart(std::span<const GameId> games,
           const std::function<std::optional<StoredLine>(GameId)>& line) {
    for (const GameId id : games)
      if (std::optional<StoredLine> read = line(id); read && read->plies() >= least_plies_alike) {
        ids_.push_back(id);
        lines_.push_back(*std::move(read));
      }
  }

  std::size_t size() const { return ids_.size(); }
  GameId id(std::size_t place) const { return ids_[place]; }
  const StoredLine& line(std::size_t place) const { return lines_[place]; }

  void index() {
    for (std::size_t place = 0; place < size(); ++place)
      for (int ply = 0; ply + 1 < lines_[place].plies(); ply += 2)
        pairs_.push_back({pair_at(lines_[place], ply), static_cast<std::uint32_t>(place)});
    std::ranges::sort(pairs_, {}, &Having::pair);
  }

  struct Having {
    std::uint32_t pair = 0, place = 0;
  };
  /// Requires: index().
  std::span<const Having> with(std::uint32_t pair) const {
    const auto first = std::ranges::lower_bound(pairs_, pair, {}, &Having::pair);
    const auto end = std::ranges::upper_bound(first, pairs_.end(), pair, {}, &Having::pair);
    return {first, end};
  }

 private:
  std::vector<GameId> ids_;
  std::vector<StoredLine> lines_;
  std::vector<Having> pairs_;
};

/// Finds the games of `where` that are near one of `what`, and not shorter.
void find_longer(const GamePart& what, const GamePart& where,
                 const std::function<void(GameId, GameId)>& visit) {
  std::vector<std::uint32_t> compared_with(where.size(), UINT32_MAX);
  std::vector<std::span<const GamePart::Having>> found;
  for (std::size_t place = 0; place < what.size(); ++place) {
    const StoredLine& line = what.line(place);
    const int plies = line.plies();
    found.clear();
    for (int ply = 0; ply + 1 < plies; ply += 2) found.push_back(where.with(pair_at(line, ply)));
    const int may_differ = plies - (plies * near_percent + 99) / 100;
    const std::size_t enough = std::min(found.size(), static_cast<std::size_t>(may_differ) + 1);
    std::ranges::nth_element(found, found.begin() + static_cast<std::ptrdiff_t>(enough) - 1, {},
                             &std::span<const GamePart::Having>::size);
    found.resize(enough);
    int found_near = 0;
    for (const auto& having : found)
      for (const GamePart::Having& other : having) {
        if (found_near == most_near) break;
        const bool is_new = compared_with[other.place] != place;
        compared_with[other.place] = static_cast<std::uint32_t>(place);
        const StoredLine& longer = where.line(other.place);
        const GameId a = what.id(place), b = where.id(other.place);
        // Of two of one length the first finds the second.
        if (!is_new || longer.plies() < plies || (longer.plies() == plies && a >= b) ||
            !near_same(line, longer))
          continue;
        ++found_near;
        visit(std::min(a, b), std::max(a, b));
      }
  }
}

}  // namespace

bool begins(const StoredLine& shorter, const StoredLine& longer) {
  return shorter.variant == longer.variant && shorter.rules == longer.rules &&
         shorter.start == longer.start && shorter.moves.size() < longer.moves.size() &&
         std::equal(shorter.moves.begin(), shorter.moves.end(), longer.moves.begin());
}

bool near_same(const StoredLine& a, const StoredLine& b) {
  const int plies = std::min(a.plies(), b.plies());
  if (a.variant != b.variant || a.rules != b.rules || plies < least_plies_alike || begins(a, b) ||
      begins(b, a) || same_line(a, b))
    return false;
  int same = 0;
  for (int i = 0; i < plies; ++i) same += a.move(i) == b.move(i) ? 1 : 0;
  return same * 100 >= plies * near_percent;
}

void find_near_same(std::span<const GameId> games,
                    const std::function<std::optional<StoredLine>(GameId)>& line,
                    const std::function<void(GameId, GameId)>& visit, std::size_t part) {
  const auto part_from = [&](std::size_t begin) {
    return GamePart(games.subspan(begin, std::min(part, games.size() - begin)), line);
  };
  if (games.size() <= compared_each) {
    const GamePart all(games, line);
    for (std::size_t a = 0; a < all.size(); ++a)
      for (std::size_t b = a + 1; b < all.size(); ++b)
        if (near_same(all.line(a), all.line(b))) visit(all.id(a), all.id(b));
    return;
  }
  for (std::size_t i = 0; i < games.size(); i += part) {
    GamePart first = part_from(i);
    first.index();
    find_longer(first, first, visit);
    for (std::size_t j = i + part; j < games.size(); j += part) {
      GamePart second = part_from(j);
      second.index();
      find_longer(first, second, visit);
      find_longer(second, first, visit);
    }
  }
}

}  // namespace yari
