#include "cli/options/judgement_options.h"

#include <fmt/format.h>

#include "analysis/mate/mate.h"
#include "cli/terminal/failure.h"
#include "db/query/judged_kind.h"
#include "rules/color_name.h"

namespace yari::cli {

void JudgementOptions::declare(OptionSet& options) {
  options.group("What annotation found (docs/annotation.md)");
  std::vector<std::string> known = judged_kinds();
  known.emplace_back("any");
  options.text("judgement", kinds, "KINDS", "moves that have one of these judgements")
      .suggest(std::move(known));
  options.text("by", by, "WHO", "only judged moves of black, white or a player")
      .is(ValueKind::player)
      .complete_with({"black", "white"});
  options.number("missed-mate", missed_mate, "missed mates of at most N plies", 1, most_mate_plies);
  options.flag("turned", turned, "the moves that turned a game");
  options.flag("lost-win", lost_win, "where a player was nearly certain to win and did not");
}

std::vector<std::string> JudgementOptions::conditions() const {
  std::vector<std::string> wanted;
  if (kinds) wanted.push_back(*kinds);
  if (missed_mate) wanted.push_back(fmt::format("missed-mate in ..{}", *missed_mate));
  if (turned) wanted.emplace_back("turned");
  if (lost_win) wanted.emplace_back("lost-win");
  if (by && wanted.empty())
    throw UsageError("--by: say whose moves of which --judgement (or any) are meant");
  std::string whose;
  if (by) {
    const char quote = by->find('"') == std::string::npos ? '"' : '\'';
    whose = side_named(*by) ? " by " + *by : fmt::format(" by {}{}{}", quote, *by, quote);
  }
  std::vector<std::string> conditions;
  for (const std::string& words : wanted) conditions.push_back("judgement " + words + whose);
  return conditions;
}

}  // namespace yari::cli
