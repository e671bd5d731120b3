// Tags come from the header's columns and the row's own values; see db/codec/tag_layout.h.
#include "db/tagged_games.h"

#include <array>
#include <charconv>

#include "db/codec/tag_layout.h"
#include "db/database_impl.h"
#include "rules/ascii.h"

namespace yari {

std::string_view TaggedGame::tag(std::string_view name) const {
  for (const Tag& t : tags)
    if (same_ignoring_case(t.name, name)) return t.value;
  return {};
}

void each_tagged_game(Database& database, const GameFilter& filter,
                      const std::function<bool(const TaggedGame&)>& visit) {
  store_of(database).snapshot()->games().list_tags(
      filter, [&](const GameHeader& header, const StoredTags& stored) {
        return visit({header, put_together(stored).value_or(std::vector<Tag>{})});
      });
}

std::optional<int> tagged_rating(const TaggedGame& game, Color side) {
  constexpr std::array<std::array<std::string_view, 2>, 4> names{{{"BlackElo", "WhiteElo"},
                                                                  {"BlackRating", "WhiteRating"},
                                                                  {"Black_rating", "White_rating"},
                                                                  {"BlackRate", "WhiteRate"}}};
  for (const auto& pair : names) {
    const std::string_view text = game.tag(pair[side == Color::black ? 0 : 1]);
    int rating = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rating);
    const bool whole =
        end == text.data() + text.size() || *end == '.' || *end == '?' || *end == ' ';
    if (error == std::errc() && whole && rating >= 1 && rating <= 9999) return rating;
  }
  return std::nullopt;
}

}  // namespace yari
