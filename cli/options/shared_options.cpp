#include "cli/options/shared_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "answers/conditions.h"
#include "cli/terminal/text.h"
#include "db/store/place.h"
#include "platform/user.h"
#include "text/text.h"

namespace yari::cli {

namespace {

[[noreturn]] void refuse(std::string_view option, std::string_view expected,
                         std::string_view found) {
  throw UsageError(fmt::format("{}: expected {}, found '{}'", option, expected, found));
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

std::vector<std::string> variant_names() { return condition_named("variant")->choices(); }

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
  for (const Condition& condition : conditions())
    if (with_variant || condition.name != "variant") declare_condition(options, condition);
}

void FilterOptions::declare_condition(OptionSet& options, const Condition& condition) {
  OptionRow& row =
      options.value(std::string(condition.name).c_str(), std::string(condition.value).c_str(),
                    std::string(condition.help), [this, &condition](const std::string& typed) {
                      if (const auto expected = condition.read(filter, typed))
                        refuse(fmt::format("--{}", condition.name), *expected, typed);
                    });
  if (condition.offers == NameKind::player) row.is(ValueKind::player);
  if (condition.offers == NameKind::event) row.is(ValueKind::event);
  if (condition.choices != nullptr) row.one_of(condition.choices());
  if (condition.name == "variant") row.from_environment("YARI_VARIANT");
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
            [this](const std::string& typed) { options.sort = *sort_named(typed); })
      .one_of({sort_names.begin(), sort_names.end()})
      .assumed("id");
  set.flag("reverse", options.descending, "from the largest to the smallest");
  set.number("limit,n", options.limit, fmt::format("at most N {}", what), std::int64_t{0});
  set.number("offset", options.offset, fmt::format("skip the first N {}", what), std::int64_t{0});
}

/// The codes of notes and warnings.
static std::vector<std::string> ignorable_codes() {
  std::vector<std::string> names;
  for (const FindingCode code : finding_codes())
    if (severity_of(code) != Severity::error) names.emplace_back(name(code));
  return names;
}

void ReaderOptions::declare(OptionSet& options, const char* jobs_help, const char* variant_help) {
  options.group("Reading records");
  options.flag("strict", strict, "refuse what has to be guessed")
      .explained(
          "Otherwise what is unclear is guessed and reported, and a record that is damaged in the "
          "middle is kept up to there.");
  options.old_name("lenient", "no-strict");
  OptionRow& ignore = options.value(
      "ignore", "CODE", "do not report this kind of finding; several may be named",
      [this](const std::string& typed) {
        if (!ignored.add(typed))
          refuse("--ignore", "the code of a note or a warning (docs/findings.md)", typed);
      });
  ignore.suggest(ignorable_codes())
      .explained(
          "The code stands in brackets behind each finding. With --strict, a record is not refused "
          "for it.");
  ignore.repeatable = true;
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
  read.read.ignored = ignored;
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
