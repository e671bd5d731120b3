// `yari ratings`: how strong the players are, by Glicko-2.
#include "answers/json.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/options/position_options.h"
#include "cli/output/data_table.h"
#include "cli/terminal/text.h"
#include "db/reports/rating_list.h"

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
    options.number("period", rating.period_months, "months of a rating period", 1, 1200);
    options.value(
        "tau", "X", "how fast volatility changes, 0.2 to 2",
        [this](const std::string& typed) { rating.tau = read_decimal("--tau", typed, 0.2, 2); });
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
      rating.handicaps[name] = read_decimal("--handicap-value", points, 0, 3000);
    }
    Database games = database.open(OpenMode::read_only);
    const RatingList list = rating_list(event_games(games, filters.filter), rating);
    const DataTable table = rows(list);
    table.print(terminal, form);
    report_left_out(terminal, list);
    if (table.empty()) explain_nothing(terminal, games, filters.filter.variant);
    return table.empty() ? Exit::nothing : Exit::done;
  }

  DataTable rows(const RatingList& list) const {
    DataTable table({{"place", "#", true},
                     {"player", "player"},
                     {"rating", "rating", true, 0},
                     {"deviation", "", true},
                     {"low", "95 % from", true, 0},
                     {"high", "to", true, 0},
                     {"volatility", "", true, 4},
                     {"games", "games", true},
                     {"last_date", "last"}});
    for (const RatedPlayer& p : list.players) {
      if (limit && table.size() >= *limit) break;
      if (p.games < least_games) continue;
      const tournament::Rating& r = p.rating;
      table.add({table.size() + 1, p.name, rounded(r.rating), rounded(r.deviation),
                 rounded(r.rating - 1.96 * r.deviation), rounded(r.rating + 1.96 * r.deviation),
                 r.volatility, p.games, write_date(p.last_date)});
    }
    return table;
  }

  static void report_left_out(Terminal& terminal, const RatingList& list) {
    const auto report = [&](std::int64_t games, const char* why) {
      if (games > 0)
        terminal.message(fmt::format("{} left out: {}",
                                     counted(static_cast<std::uint64_t>(games), "game"), why));
    };
    report(list.without_result, "no result");
    report(list.without_date, "no date, or a date without a month");
    report(list.handicaps, "handicaps without a value (--handicap-value)");
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
