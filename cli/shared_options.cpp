#include "cli/shared_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>
#include <vector>

#include "cli/text.h"
#include "notation/handicap_text.h"
#include "notation/text.h"

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

void read_plies(const std::string& typed, GameFilter& filter) {
  const auto [from, to] = read_range(typed);
  if (!from.empty()) filter.min_plies = read_number("--plies", from, 0, 1'000'000);
  if (!to.empty()) filter.max_plies = read_number("--plies", to, 0, 1'000'000);
  if (filter.min_plies && filter.max_plies && *filter.min_plies > *filter.max_plies)
    refuse("--plies", "a range from the smaller to the larger", typed);
}

Ending read_ending(const std::string& typed) {
  if (const auto ending = ending_named(typed)) return *ending;
  std::vector<std::string_view> names;
  for (int i = 0; i < ending_count; ++i) names.push_back(name(static_cast<Ending>(i)));
  refuse("--ending", fmt::format("one of {}", fmt::join(names, ", ")), typed);
}

Variant read_variant(const std::string& typed) {
  if (const auto variant = variant_named(typed)) return *variant;
  refuse("--variant", "yari or shogi", typed);
}

SortBy read_sort(const std::string& typed) {
  constexpr std::array<std::pair<std::string_view, SortBy>, 6> names{{{"id", SortBy::id},
                                                                      {"date", SortBy::date},
                                                                      {"plies", SortBy::plies},
                                                                      {"black", SortBy::black},
                                                                      {"white", SortBy::white},
                                                                      {"event", SortBy::event}}};
  for (const auto& [text, sort] : names)
    if (text == typed) return sort;
  refuse("--sort", "id, date, plies, black, white or event", typed);
}

}  // namespace

const Format& read_format(std::string_view option, const std::string& typed) {
  if (const Format* format = format_named(typed)) return *format;
  std::vector<std::string> names;
  for (const Format& format : formats()) names.emplace_back(format.name);
  std::string message = fmt::format("{}: unknown format '{}'", option, typed);
  if (const auto near = nearest(typed, names)) message += fmt::format("; did you mean {}?", *near);
  throw UsageError(fmt::format("{} (formats: {})", message, fmt::join(names, ", ")));
}

bool is_number(const std::string& typed) {
  return !typed.empty() && std::ranges::all_of(typed, is_digit);
}

GameId read_id(const std::string& typed) {
  return read_number<GameId>("the game's number", typed, 1, std::numeric_limits<GameId>::max());
}

void DatabaseOption::declare(OptionSet& options) {
  options.text("db", file, "FILE", "the database (else $YARI_DB, else yari.db)");
}

std::filesystem::path DatabaseOption::path() const {
  if (file) return *file;
  const char* named = std::getenv("YARI_DB");
  return named != nullptr && *named != '\0' ? named : "yari.db";
}

Database DatabaseOption::open(OpenMode mode) const {
  if (mode != OpenMode::create && !std::filesystem::exists(path()))
    throw Failure(fmt::format(
        "there is no database {}: 'yari import' makes one, --db names another", path().string()));
  return Database(path(), mode);
}

void FilterOptions::declare(OptionSet& options, bool with_variant) {
  options.group("Which games (all conditions must hold)");
  options.text("saved", saved, "NAME", "the conditions that 'yari save' keeps under a name");
  const auto name = [&options](const char* option, std::optional<std::string>& target,
                               const char* help) { options.text(option, target, "NAME", help); };
  name("player", filter.player, "either player: words of the name, in any order");
  name("opponent", filter.opponent, "who played against --player, on either side");
  name("black", filter.black, "the player of Black");
  name("white", filter.white, "the player of White");
  name("event", filter.event, "the event");
  name("site", filter.site, "the place");
  options.value("date", "RANGE", "1995, 1995-08-23, 1990..1999, 1990.. or ..1999",
                [this](const std::string& typed) { read_dates(typed, filter); });
  options.value("result", "RESULT", "1-0, 0-1, 1/2-1/2 or *", [this](const std::string& typed) {
    filter.result = result_named(typed);
    if (!filter.result) refuse("--result", "1-0, 0-1, 1/2-1/2 or *", typed);
  });
  options.value("ending", "ENDING", "resignation, mate, repetition, ...",
                [this](const std::string& typed) { filter.ending = read_ending(typed); });
  options.value("handicap", "NAME", "a handicap, 'even' or 'any'",
                [this](const std::string& typed) { filter.handicap = handicap_in_english(typed); });
  options.value("rules", "RULES", "standard, svp or classic", [this](const std::string& typed) {
    filter.rules = rule_set_named(typed);
    if (!filter.rules) refuse("--rules", "standard, svp or classic", typed);
  });
  options.value("plies", "RANGE", "length of the game: 40, 40..80, 40.. or ..80",
                [this](const std::string& typed) { read_plies(typed, filter); });
  options.text("text", filter.text, "WORDS", "words in names, event, site, comments or tags");
  if (with_variant)
    options.value("variant", "GAME", "yari or shogi",
                  [this](const std::string& typed) { filter.variant = read_variant(typed); });
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
  set.value("sort", "FIELD", "id, date, plies, black, white or event [id]",
            [this](const std::string& typed) { options.sort = read_sort(typed); });
  set.flag("reverse", options.descending, "from the largest to the smallest");
  set.number("limit", options.limit, fmt::format("so many {} at most", what), std::int64_t{0});
  set.number("offset", options.offset, "leave out so many first", std::int64_t{0});
}

void ReaderOptions::declare(OptionSet& options, const char* jobs_help, const char* variant_help) {
  options.group("Reading records");
  options.flag("strict", strict, "refuse what has to be guessed");
  options.flag("lenient", lenient, "guess and say so; keep the legal part [the default]");
  options.value("format", "FORMAT", "format of the files; 'auto' tells it by content [auto]",
                [this](const std::string& typed) {
                  if (typed != "auto") reading.source.format = &read_format("--format", typed);
                });
  options.value("encoding", "NAME",
                fmt::format("{}; 'auto' finds it by the bytes [auto]", encoding_choices),
                [this](const std::string& typed) {
                  if (typed == "auto") return;
                  reading.source.encoding = encoding_named(typed);
                  if (!reading.source.encoding)
                    refuse("--encoding", fmt::format("auto, {}", encoding_choices), typed);
                });
  options.value("variant", "GAME", fmt::format("{} [auto]", variant_help),
                [this](const std::string& typed) {
                  if (typed != "auto") reading.read.variant = read_variant(typed);
                });
  options.number("jobs", reading.jobs, fmt::format("{}; 0: one for every processor", jobs_help), 0,
                 256);
}

ReadingOptions ReaderOptions::read() const {
  if (strict && lenient) throw UsageError("--strict and --lenient: give one of them");
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
