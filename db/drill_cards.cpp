#include "db/drill_cards.h"

#include <algorithm>
#include <tuple>

#include "db/database_impl.h"

namespace yari {

AddedCards add_cards(Database& database, std::span<const DrillCard> cards) {
  AddedCards result;
  const Writing writing(DatabaseParts::of(database));
  for (const DrillCard& card : cards) {
    std::optional<DrillCard> known = writing.snapshot->cards().find(card.source, card.position);
    if (!known) {
      writing.batch->cards().store(card);
      ++result.added;
      continue;
    }
    if (known->moves == card.moves) {
      ++result.known;
      continue;
    }
    known->moves = card.moves;
    known->game = card.game;
    known->ply = card.ply;
    known->played = card.played;
    writing.batch->cards().store(*known);
    ++result.changed;
  }
  writing.batch->commit();
  return result;
}

std::vector<DrillCard> drill_cards(Database& database, const CardFilter& filter) {
  std::vector<DrillCard> cards;
  store_of(database).snapshot()->cards().each([&](const DrillCard& card) {
    const bool is_wanted =
        (filter.sources.empty() ||
         std::ranges::find(filter.sources, card.source) != filter.sources.end()) &&
        (!filter.variant || card.position.variant == *filter.variant) &&
        (!filter.due || card.due <= *filter.due);
    if (is_wanted) cards.push_back(card);
    return true;
  });
  std::ranges::sort(cards, {}, [](const DrillCard& c) { return std::tuple(c.due, c.id); });
  return cards;
}

std::optional<DrillCard> drill_card(Database& database, std::int64_t id) {
  return store_of(database).snapshot()->cards().find(id);
}

std::optional<DrillCard> drill_card(Database& database, CardSource source, const Setup& position) {
  return store_of(database).snapshot()->cards().find(source, position);
}

bool store_review(Database& database, const DrillCard& card) {
  const Writing writing(DatabaseParts::of(database));
  std::optional<DrillCard> now = writing.snapshot->cards().find(card.id);
  if (!now) return false;
  now->repetitions = card.repetitions;
  now->days = card.days;
  now->ease = card.ease;
  now->reviews = card.reviews;
  now->lapses = card.lapses;
  now->due = card.due;
  now->reviewed = card.reviewed;
  writing.batch->cards().store(*now);
  writing.batch->commit();
  return true;
}

std::uint64_t remove_cards(Database& database, std::span<const std::int64_t> ids) {
  std::uint64_t removed = 0;
  const Writing writing(DatabaseParts::of(database));
  for (const std::int64_t id : ids) removed += writing.batch->cards().remove(id) ? 1U : 0U;
  writing.batch->commit();
  return removed;
}

}  // namespace yari
