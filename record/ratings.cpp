// Numbers in tags: "1850", "1850?", "1850.5".
#include "record/ratings.h"

#include <charconv>

#include "rules/color_name.h"
#include "text/ascii.h"

namespace yari {

namespace {

constexpr std::array<std::string_view, 4> after_color{"Elo", "Rating", "_rating", "Rate"};

std::optional<int> read_rating(std::string_view text) {
  int rating = 0;
  const char* const last = text.data() + text.size();
  const char* const end = std::from_chars(text.data(), last, rating).ptr;
  const bool whole = end == last || *end == '.' || *end == '?' || *end == ' ';
  if (!whole || rating < 1 || rating > most_rating) return std::nullopt;
  return rating;
}

}  // namespace

void RatingTags::see(std::string_view name, std::string_view value) {
  constexpr std::size_t color_length = 5;
  for (const Color side : {Color::black, Color::white}) {
    const std::string_view color = proper_name(side);
    if (!same_ignoring_case(name.substr(0, color_length), color)) continue;
    for (std::size_t rank = 0; rank < after_color.size() && rank < rank_[side]; ++rank) {
      if (!same_ignoring_case(name.substr(color_length), after_color[rank])) continue;
      const std::optional<int> rating = read_rating(value);
      if (rating) ratings_[side] = rating, rank_[side] = rank;
      return;
    }
  }
}

Ratings ratings_of(const std::vector<Tag>& tags) {
  RatingTags seen;
  for (const Tag& tag : tags) seen.see(tag.name, tag.value);
  return seen.ratings();
}

}  // namespace yari
