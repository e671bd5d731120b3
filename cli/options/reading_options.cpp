#include "cli/options/reading_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "answers/conditions.h"
#include "cli/options/jobs_option.h"
#include "cli/terminal/text.h"

namespace yari::cli {

namespace {

std::vector<std::string> with_auto(std::vector<std::string> names) {
  names.insert(names.begin(), "auto");
  return names;
}

/// The codes of notes and warnings.
std::vector<std::string> ignorable_codes() {
  std::vector<std::string> names;
  for (const FindingCode code : finding_codes())
    if (severity_of(code) != Severity::error) names.emplace_back(name(code));
  return names;
}

}  // namespace

const Format& read_format(std::string_view option, const std::string& typed,
                          const std::vector<std::string>& others) {
  if (const Format* format = format_named(typed)) return *format;
  std::vector<std::string> names = format_names();
  names.insert(names.end(), others.begin(), others.end());
  std::string message = fmt::format("{}: unknown format '{}'", option, typed);
  if (const auto close = nearest(typed, names))
    message += fmt::format("; did you mean {}?", *close);
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

void ReaderOptions::declare(OptionSet& options, const char* jobs_help, const char* variant_help) {
  options.group("Reading records");
  options.flag("strict", strict, "refuse what has to be guessed")
      .explained(
          "Otherwise what is unclear is guessed and reported, and a record that is damaged in the "
          "middle is kept up to there.");
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
  options
      .value("from-encoding", "NAME", "encoding of the files, which auto finds by the bytes",
             [this](const std::string& typed) { read_encoding(typed); })
      .suggest(with_auto(encoding_names()))
      .assumed("auto");
  options
      .value("variant", "GAME", variant_help,
             [this](const std::string& typed) { reading.read.variant = variant_named(typed); })
      .one_of(with_auto(variant_names()))
      .assumed("auto")
      .from_environment("YARI_VARIANT");
  declare_jobs_option(options, reading.jobs, jobs_help);
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

}  // namespace yari::cli
