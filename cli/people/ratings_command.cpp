// `yari ratings`: how strong the players are, by Glicko-2.
#include "answers/rating_table.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/options/position_options.h"
#include "cli/output/data_table.h"

namespace yari::cli {

namespace {

struct RatingsTask final : Task {
  DatabaseOption database;
  FilterOptions filters;
  TableForm form;
  RatingOptions rating;
  int least_games = 1;
  std::optional<std::size_t> limit;
  std::vector<std::string> handicaps;

  void declare(OptionSet& options) override {
    options.number("period", rating.period_months, "months of a rating period", 1,
                   RatingOptions::most_months);
    options.value(
        "tau", "X", "how fast volatility changes, 0.2 to 2", [this](const std::string& typed) {
          rating.tau =
              read_decimal("--tau", typed, RatingOptions::least_tau, RatingOptions::most_tau);
        });
    options.texts("handicap-value", handicaps, "NAME=POINTS",
                  "count games of this handicap, which gives Black POINTS; repeatable");
    options.number("min-games", least_games, "leave out players with fewer games", 1);
    options.number("limit,n", limit, "print at most N rows", std::size_t{0});
    form.declare(options);
    database.declare(options);
    filters.declare(options);
  }

  Exit run(Terminal& terminal) override {
    for (const std::string& setting : handicaps) {
      const auto [name, points] = read_setting("--handicap-value", setting);
      rating.handicaps[name] =
          read_decimal("--handicap-value", points, 0, RatingOptions::most_handicap_points);
    }
    Database games = database.open(OpenMode::read_only);
    const RatingList list = rating_list(event_games(games, filters.filter), rating);
    const DataTable table = rows(list);
    table.print(terminal, form);
    for (const std::string& sentence : games_left_out(list, "--handicap-value"))
      terminal.message(sentence);
    if (table.empty() && games.count(filters.filter) > 0)
      terminal.hint("no player has enough games that count: a result, and two players");
    else if (table.empty())
      explain_nothing(terminal, games, filters.filter.variant);
    return table.empty() ? Exit::nothing : Exit::done;
  }

  DataTable rows(const RatingList& list) const {
    DataTable table(named_columns(rating_columns(), {{"", "#", true},
                                                     {"", "player"},
                                                     {"", "rating", true, 0},
                                                     {"", "", true},
                                                     {"", "95 % from", true, 0},
                                                     {"", "to", true, 0},
                                                     {"", "", true, 4},
                                                     {"", "games", true},
                                                     {"", "last"}}));
    for (std::vector<Value>& row : rating_rows(list, least_games, limit)) table.add(std::move(row));
    return table;
  }
};

}  // namespace

extern const Command ratings_command{
    "ratings", "", "rate the players by their games, with intervals",
    R"(Ratings by Glicko-2 (M. E. Glickman); everyone begins with 1500. The strength lies between the
two limits with a chance of 95 %. Handicap games count when --handicap-value says what the handicap
is worth.

  yari ratings --date 1990..1999 --min-games 10)",
    make_task<RatingsTask>};

}  // namespace yari::cli
