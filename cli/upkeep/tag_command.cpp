// `yari tag`: correcting tags, results and endings of games, named, asked for, or read from a file.
#include <set>
#include <unordered_map>

#include "answers/tag_change.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/options/query_options.h"
#include "cli/terminal/csv.h"
#include "cli/terminal/text.h"
#include "cli/terminal/text_file.h"
#include "cli/terminal/working.h"
#include "cli/upkeep/change_stop.h"
#include "db/change/corrections.h"
#include "db/explore/search.h"
#include "notation/words/tag_setting.h"
#include "record/record_limits.h"
#include "rules/outcome.h"
#include "text/counted.h"

namespace yari::cli {

namespace {

using Corrections = std::vector<std::pair<GameId, Correction>>;

/// A CSV file with the column `game` and one column for each tag; an empty field changes nothing.
class CorrectionFile {
 public:
  explicit CorrectionFile(const std::string& file)
      : table_(file, read_text_file(file)), game_(table_.column("game")) {
    if (table_.heading().size() > record_limits::tags.most + 1)
      throw Failure(fmt::format("{}expected {} at most, found {}", table_.place(1),
                                counted(record_limits::tags.most + 1, "column"),
                                grouped(table_.heading().size())));
  }

  /// Throws Failure where a field is wrong, and where two say something else of one game.
  Corrections read() {
    for (const CsvRow& row : table_.rows()) take(row);
    Corrections all;
    for (const auto& [id, row] : games_)
      if (Correction correction = correction_in(row); correction != Correction{})
        all.emplace_back(id, std::move(correction));
    return all;
  }

 private:
  /// Puts the rows of a game together.
  void take(const CsvRow& row) {
    const std::string& number = table_.field(row, game_);
    if (!is_number(number))
      throw Failure(fmt::format("{}expected the number of a game, found '{}'",
                                table_.place(row.line), printable(number)));
    // What is wrong is reported with its own line.
    (void)correction_in(row);
    const GameId id = read_id(number);
    const auto [place, is_new] = places_.try_emplace(id, games_.size());
    if (is_new) {
      games_.emplace_back(id, row);
      return;
    }
    CsvRow& known = games_[place->second].second;
    for (std::size_t c = 0; c < row.fields.size(); ++c) {
      if (c == game_ || row.fields[c].empty()) continue;
      if (known.fields[c].empty()) known.fields[c] = row.fields[c];
      if (known.fields[c] != row.fields[c])
        throw_contradiction(row.line, table_.heading()[c], row.fields[c], known.fields[c]);
    }
  }

  Correction correction_in(const CsvRow& row) const {
    Correction correction;
    for (std::size_t c = 0; c < table_.heading().size(); ++c) {
      const std::string& field = table_.field(row, c);
      if (c == game_ || field.empty()) continue;
      const std::optional<Ending> before = correction.ending;
      if (const auto added = add_setting(correction, {table_.heading()[c], field}); !added)
        throw Failure(table_.place(row.line) + printable(added.error().message));
      // Ending and Termination are two names of one thing.
      if (before && before != correction.ending)
        throw_contradiction(row.line, table_.heading()[c], field, name(*before));
    }
    return correction;
  }

  [[noreturn]] void throw_contradiction(std::size_t line, std::string_view column,
                                        std::string_view value, std::string_view before) const {
    throw Failure(fmt::format("{}expected one value of {} for a game, found '{}' after '{}'",
                              table_.place(line), printable(column), printable(value),
                              printable(before)));
  }

  CsvTable table_;
  std::size_t game_;
  std::vector<std::pair<GameId, CsvRow>> games_;
  std::unordered_map<GameId, std::size_t> places_;
};

struct TagTask final : Task {
  DatabaseOption database;
  FilterOptions filters;
  std::vector<std::string> settings, ids;
  std::optional<std::string> where, file;

  void declare(OptionSet& options) override {
    options.texts("set", settings, "NAME=VALUE",
                  "a tag and its value, empty to remove; can be repeated");
    options.text("where", where, "QUERY", "the games in which this query finds something");
    options.text("from", file, "FILE",
                 "read corrections from a CSV file: the column game, and one for each tag");
    database.declare(options);
    filters.declare(options);
    options.arguments(ids, "ID", 0);
  }

  Exit run(Terminal& terminal) override {
    filters.choose(ids);
    if (file && (!settings.empty() || where || !filters.filter.empty()))
      throw UsageError("--from: the file names the games and the tags");
    if (!file && settings.empty()) throw UsageError("--set is needed: the tag and its value");
    if (!file && !where) filters.require_some();
    std::vector<Tag> tags;
    for (const std::string& setting : settings) {
      const auto [name, value] = read_setting("--set", setting);
      tags.push_back({name, value});
    }
    const Result<Correction> correction = correction_of(tags);
    if (!correction) throw UsageError("--set: " + printable(correction.error().message));
    Corrections corrections = file ? CorrectionFile(*file).read() : Corrections{};
    ChangeStop stop(terminal);
    Database games = database.open(OpenMode::read_write);
    stop.watch(games);
    const Working working(terminal, "changing");
    if (!file)
      for (const GameId id : chosen(games)) corrections.emplace_back(id, *correction);
    const std::string what = file ? "correct games from a file" : tag_change_name(tags);
    const CorrectionResult result = correct_games(games, what, corrections);
    if (result.edit.games > 0)
      for (const std::string& sentence : dates_without_year(corrections))
        terminal.message(printable(sentence));
    return report(terminal, result);
  }

  /// A query is about one game of the two: it is asked of each.
  std::vector<GameId> chosen(Database& games) const {
    if (!where) return filters.games(games);
    std::set<GameId> found;
    for (const Variant variant : {Variant::yari, Variant::shogi}) {
      if (filters.filter.variant && *filters.filter.variant != variant) continue;
      GameFilter filter = filters.filter;
      filter.variant = variant;
      if (games.count(filter) == 0) continue;
      search(games, parse_query(*where, variant), filter, {}, [&](const Hit& hit) {
        found.insert(hit.game);
        return true;
      });
    }
    return {found.begin(), found.end()};
  }

  static Exit report(Terminal& terminal, const CorrectionResult& result) {
    for (const GameId id : result.missing) terminal.message(no_game(id));
    for (const std::string& game : result.edit.damaged)
      terminal.message(game + "; it stays as it is");
    for (const auto* sentences : {&result.refused, &result.contradictions})
      for (const std::string& sentence : *sentences) terminal.message(sentence);
    if (terminal.wants_json())
      terminal.object({{"changed", result.edit.games},
                       {"damaged", result.edit.damaged.size()},
                       {"missing", result.missing.size()},
                       {"refused", result.refused.size()},
                       {"contradictions", result.contradictions.size()}});
    else
      terminal.print("{} changed\n",
                     counted(static_cast<std::uint64_t>(result.edit.games), "game"));
    const bool all =
        result.edit.damaged.empty() && result.missing.empty() && result.refused.empty();
    return result.edit.games > 0 && all ? Exit::done : Exit::nothing;
  }
};

}  // namespace

extern const Command tag_command{
    "tag", "[ID...]", "correct tags, results and endings of games",
    R"(Every tag can be set, also Result (1-0), Ending (mate, timeout, ...), Date and names. A result that
contradicts the moves is reported, not refused. With another Handicap the moves are played again
from the other start; a game in which they are then illegal stays as it is. --from FILE reads a CSV
file with the column game and one column for each tag; empty fields change nothing. 'yari undo'
takes it back.

  yari tag 12 --set "Event=Spring Open" --set Result=1-0
  yari tag --where "plies < 10 and result *" --set Ending=abandoned)",
    make_task<TagTask>};

}  // namespace yari::cli
