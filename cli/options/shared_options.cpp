#include "cli/options/shared_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cli/terminal/text.h"
#include "db/store/place.h"
#include "notation/words/handicap_text.h"
#include "platform/user.h"
#include "text/text.h"

namespace yari::cli {

namespace {

[[noreturn]] void refuse(std::string_view option, std::string_view expected,
                         std::string_view found) {
  throw UsageError(fmt::format("{}: expected {}, found '{}'", option, expected, found));
}

/// "A..B", "A..", "..B" or "A", which is both ends.
std::pair<std::string, std::string> read_range(const std::string& typed) {
  const std::size_t dots = typed.find("..");
  if (dots == typed.npos) return {typed, typed};
  return {typed.substr(0, dots), typed.substr(dots + 2)};
}

std::optional<DateNumber> date(const std::string& typed) {
  if (typed.empty()) return std::nullopt;
  const auto read = read_date(typed);
  if (!read || write_date(*read) != typed)
    refuse("--date", "a date like 1995, 1995-08 or 1995-08-23, or a range A..B", typed);
  return read;
}

void read_dates(const std::string& typed, GameFilter& filter) {
  const auto [from, to] = read_range(typed);
  if (const auto first = date(from)) filter.date_from = earliest(*first);
  if (const auto last = date(to)) filter.date_to = latest(*last);
  if (filter.date_from && filter.date_to && *filter.date_from > *filter.date_to)
    refuse("--date", "a range from the earlier to the later", typed);
}

void read_numbers(const char* option, const std::string& typed, std::optional<int>& low,
                  std::optional<int>& high, int most) {
  const auto [from, to] = read_range(typed);
  if (!from.empty()) low = read_number(option, from, 0, most);
  if (!to.empty()) high = read_number(option, to, 0, most);
  if (low && high && *low > *high) refuse(option, "a range from the smaller to the larger", typed);
}

std::vector<std::string> ending_names() {
  std::vector<std::string> names;
  for (int i = 0; i < ending_count; ++i) names.emplace_back(name(static_cast<Ending>(i)));
  return names;
}

// In the order of SortBy.
const std::vector<std::string> sort_names{"id", "date", "plies", "black", "white", "event"};

SortBy sort_named(const std::string& typed) {
  return static_cast<SortBy>(std::ranges::find(sort_names, typed) - sort_names.begin());
}

std::vector<std::string> with_auto(std::vector<std::string> names) {
  names.insert(names.begin(), "auto");
  return names;
}

}  // namespace

const Format& read_format(std::string_view option, const std::string& typed) {
  if (const Format* format = format_named(typed)) return *format;
  const std::vector<std::string> names = format_names();
  std::string message = fmt::format("{}: unknown format '{}'", option, typed);
  if (const auto near = nearest(typed, names)) message += fmt::format("; did you mean {}?", *near);
  throw UsageError(fmt::format("{} (formats: {})", message, fmt::join(names, ", ")));
}

std::vector<std::string> variant_names() { return {"yari", "shogi"}; }

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const Format& format : formats()) names.emplace_back(format.name);
  return names;
}

std::vector<std::string> encoding_names() {
  return {"utf-8", "shift_jis", "euc-jp", "iso-2022-jp", "latin1"};
}

bool is_number(const std::string& typed) {
  return !typed.empty() && std::ranges::all_of(typed, is_digit);
}

GameId read_id(const std::string& typed) {
  return read_number<GameId>("the game's number", typed, 1, std::numeric_limits<GameId>::max());
}

void DatabaseOption::declare(OptionSet& options) {
  options.text("db", file, "FILE", "the database: a file, or postgresql://...")
      .is(ValueKind::file)
      .assumed("$YARI_DB, else yari.db")
      .from_environment("YARI_DB");
}

std::filesystem::path DatabaseOption::path() const {
  if (file) return *file;
  const std::string named = platform::variable("YARI_DB").value_or("");
  return !named.empty() ? named : "yari.db";
}

Database DatabaseOption::open(OpenMode mode) const {
  if (mode != OpenMode::create && !is_server_url(path()) && !std::filesystem::exists(path()))
    throw Failure(
        fmt::format("there is no database {}: 'yari import' makes one, --db names another",
                    name_of_place(path())));
  return Database(path(), mode);
}

void FilterOptions::declare(OptionSet& options, bool with_variant) {
  options.group("Which games (all conditions must hold)");
  options.texts("saved", saved, "NAME", "the conditions of a saved query; see 'yari query save'")
      .is(ValueKind::saved_query);
  const auto name = [&](const char* option, std::optional<std::string>& target, const char* help) {
    return &options.text(option, target, "NAME", help);
  };
  name("player", filter.player, "either player: words of the name, in any order")
      ->is(ValueKind::player);
  name("opponent", filter.opponent, "who played against --player, on either side")
      ->is(ValueKind::player);
  name("black", filter.black, "the player of Black")->is(ValueKind::player);
  name("white", filter.white, "the player of White")->is(ValueKind::player);
  name("event", filter.event, "the event")->is(ValueKind::event);
  name("site", filter.site, "the place");
  options.value("date", "RANGE", "1995, 1995-08-23, 1990..1999, 1990.. or ..1999",
                [this](const std::string& typed) { read_dates(typed, filter); });
  options
      .value("result", "RESULT", "the result",
             [this](const std::string& typed) { filter.result = result_named(typed); })
      .one_of({"1-0", "0-1", "1/2-1/2", "*"});
  options
      .value("ending", "ENDING", "how the game ended",
             [this](const std::string& typed) { filter.ending = ending_named(typed); })
      .one_of(ending_names());
  options.value("handicap", "NAME", "a handicap, 'even' or 'any'",
                [this](const std::string& typed) { filter.handicap = handicap_in_english(typed); });
  options
      .value("rules", "RULES", "the rules",
             [this](const std::string& typed) { filter.rules = rule_set_named(typed); })
      .one_of({"standard", "svp", "classic"});
  options.value("plies", "RANGE", "length of the game: 40, 40..80, 40.. or ..80",
                [this](const std::string& typed) {
                  read_numbers("--plies", typed, filter.min_plies, filter.max_plies, 1'000'000);
                });
  options.value("rated", "RANGE", "ratings of both players: 2000.., 1500..1999 or ..1499",
                [this](const std::string& typed) {
                  read_numbers("--rated", typed, filter.min_rating, filter.max_rating, 9999);
                });
  options.text("text", filter.text, "WORDS", "words in players' names, event, site or comments");
  options.text("from-file", filter.from_file, "TEXT",
               "a part of the name of the file that the game was imported from");
  if (with_variant)
    options
        .value("variant", "GAME", "games of this variant alone",
               [this](const std::string& typed) { filter.variant = variant_named(typed); })
        .one_of(variant_names())
        .from_environment("YARI_VARIANT");
}

void FilterOptions::choose(const std::vector<std::string>& ids) {
  for (const std::string& id : ids) filter.ids.push_back(read_id(id));
}

std::vector<GameId> FilterOptions::games(Database& database, const ListOptions& order) const {
  for (const GameId id : filter.ids)
    if (!database.header(id)) throw NotFound(fmt::format("there is no game {}", id));
  return database.ids(filter, order);
}

void ListingOptions::declare(OptionSet& set, const char* what) {
  set.group("Order and part");
  set.value("sort", "FIELD", "the order",
            [this](const std::string& typed) { options.sort = sort_named(typed); })
      .one_of(sort_names)
      .assumed("id");
  set.flag("reverse", options.descending, "from the largest to the smallest");
  set.number("limit,n", options.limit, fmt::format("at most N {}", what), std::int64_t{0});
  set.number("offset", options.offset, fmt::format("skip the first N {}", what), std::int64_t{0});
}

void ReaderOptions::declare(OptionSet& options, const char* jobs_help, const char* variant_help) {
  options.group("Reading records");
  options.flag("strict", strict, "refuse what has to be guessed")
      .explained(
          "Otherwise what is unclear is guessed and reported, and a record that is damaged in the "
          "middle is kept up to there.");
  options.old_name("lenient", "no-strict");
  options
      .value("from", "FORMAT", "format of the files, which auto finds by the content",
             [this](const std::string& typed) {
               if (typed != "auto") reading.source.format = &read_format("--from", typed);
             })
      .suggest(with_auto(format_names()))
      .assumed("auto");
  options.old_name("format", "from");
  options
      .value("from-encoding", "NAME", "encoding of the files, which auto finds by the bytes",
             [this](const std::string& typed) { read_encoding(typed); })
      .suggest(with_auto(encoding_names()))
      .assumed("auto");
  options.old_name("encoding", "from-encoding");
  options
      .value("variant", "GAME", variant_help,
             [this](const std::string& typed) { reading.read.variant = variant_named(typed); })
      .one_of(with_auto(variant_names()))
      .assumed("auto")
      .from_environment("YARI_VARIANT");
  options.number("jobs,j", reading.jobs, fmt::format("{}; 0: one for every processor", jobs_help),
                 0, 256);
}

void ReaderOptions::read_encoding(const std::string& typed) {
  if (typed == "auto") return;
  reading.source.encoding = encoding_named(typed);
  if (!reading.source.encoding)
    refuse("--from-encoding", fmt::format("auto, {}", encoding_choices), typed);
}

ReadingOptions ReaderOptions::read() const {
  ReadingOptions read = reading;
  read.read.strict = strict;
  return read;
}

void LimitOptions::declare(OptionSet& options, const char* fallback_text) {
  options.group(fmt::format("How long a position is analysed [{}]", fallback_text));
  options.number("nodes", nodes, "positions searched", std::uint64_t{1});
  options.number("depth", depth, "plies", 1, 200);
  options.number("movetime", movetime, "milliseconds", 1);
}

Limits LimitOptions::limits(const Limits& fallback) const {
  if (!nodes && !depth && !movetime) return fallback;
  return {.depth = depth.value_or(0),
          .nodes = nodes.value_or(0),
          .time = std::chrono::milliseconds(movetime.value_or(0)),
          .multipv = fallback.multipv};
}

}  // namespace yari::cli
