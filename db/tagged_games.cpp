// Tags come from the header's columns and the row's own values; see db/codec/tag_layout.h.
#include "db/tagged_games.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "db/codec/tag_layout.h"
#include "db/codec/utf8.h"
#include "db/database_impl.h"
#include "db/store/sqlite/filter_sql.h"
#include "rules/ascii.h"

namespace yari {

namespace {

std::vector<Tag> tags_of(const Statement& row, const GameHeader& header) {
  const auto column = [&](int c) {
    return row.is_null(c) ? std::nullopt : std::optional(to_valid_utf8(row.text(c)));
  };
  const auto bytes = [&](int c) { return Bytes(row.blob(c).begin(), row.blob(c).end()); };
  return put_together(
             {column(5), column(6), column(7), column(8), header.date, bytes(13), bytes(14)})
      .value_or(std::vector<Tag>{});
}

}  // namespace

std::string_view TaggedGame::tag(std::string_view name) const {
  for (const Tag& t : tags)
    if (same_ignoring_case(t.name, name)) return t.value;
  return {};
}

void each_tagged_game(Database& database, const GameFilter& filter,
                      const std::function<bool(const TaggedGame&)>& visit) {
  Connection& connection = DatabaseParts::of(database).connection;
  const ReadScope scope(connection);
  const FilterSql sql(filter);
  Statement games(connection,
                  fmt::format("SELECT {}, t.layout, g.tag_values FROM {} "
                              "LEFT JOIN tag_layouts t ON t.id = g.tag_layout WHERE {} {}",
                              header_columns, header_tables, sql.condition(), order_sql({})));
  for (games.start(sql.parameters()); games.step();) {
    const GameHeader header = read_header(games);
    if (!visit({header, tags_of(games, header)})) return;
  }
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
