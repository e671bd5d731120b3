// An example of every finding: what is said, where, and what becomes of the record.
//
// findings/FORMAT.txt has blocks: "=== what it shows", the record, "---", and what must come of it:
// the findings with their places, whether strict reading takes the record, and the game in Hodges
// notation. After a change on purpose, YARI_SHOW_SAMPLES=1 prints the files as they would have to
// be.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <set>

#include "tests/notation/records.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

struct Sample {
  std::string title, record, expected;
};

/// No short record alone gives these: reading files, archives and databases does, or a very large
/// one.
const std::set<std::string_view> of_other_readers = {
    "unreadable-file",    "no-game-in-file", "no-record",       "record-too-long",
    "record-too-large",   "more-findings",   "lost-characters", "encoding-guessed",
    "encoding-declared",  "nul-bytes",       "duplicate-tag",   "duplicate-move",
    "duplicate-notes",    "duplicate-size",  "book-line",       "empty-record",
    "variation-too-deep", "forks-too-deep"};

std::vector<Sample> samples_in(const std::filesystem::path& file) {
  std::vector<Sample> samples;
  std::istringstream lines(read_file(file));
  bool is_expected = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("=== ")) {
      samples.push_back({line.substr(4), "", ""});
      is_expected = false;
    } else if (line == "---") {
      is_expected = true;
    } else if (!samples.empty()) {
      (is_expected ? samples.back().expected : samples.back().record) += line + '\n';
    }
  }
  return samples;
}

std::string what_comes_of(const std::string& record, const Format& format,
                          std::set<std::string_view>& seen) {
  ReadOptions options;
  if (format.variant_of_file != nullptr) options.variant_of_file = format.variant_of_file(record);
  const ReadResult lenient = format.read(record, options);
  std::string out;
  for (const Diagnostic& d : lenient.diagnostics) {
    seen.insert(name(d.text.code));
    out += fmt::format("{}:{}: {}: {} [{}]\n", d.line, d.column, name(d.severity), d.message,
                       name(d.text.code));
  }
  options.strict = true;
  const ReadResult strict = format.read(record, options);
  for (const Diagnostic& d : strict.diagnostics) seen.insert(name(d.text.code));
  const auto fault = std::ranges::find(strict.diagnostics, Severity::error, &Diagnostic::severity);
  out += strict.game ? "strict: taken\n"
                     : fmt::format("strict: refused for {}\n", name(fault->text.code));
  if (!lenient.game) return out + "no game\n";
  return out + (lenient.game->was_cut() ? "cut\n" : "") + hodges().write(*lenient.game, {}).text;
}

/// Without blank lines at the ends, so that blocks may stand apart.
std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of('\n');
  return begin == std::string::npos ? ""
                                    : text.substr(begin, text.find_last_not_of('\n') + 1 - begin);
}

}  // namespace

TEST_CASE("every finding has an example, which says where and what becomes of the record") {
  std::set<std::string_view> seen;
  for (const std::string format : {"hodges", "kif", "ki2", "csa", "jkf", "usi"}) {
    const auto file =
        std::filesystem::path(YARI_SOURCE_DIR) / "tests/notation/findings" / (format + ".txt");
    for (const Sample& sample : samples_in(file)) {
      CAPTURE(format, sample.title);
      const std::string came = what_comes_of(sample.record, *format_named(format), seen);
      if (std::getenv("YARI_SHOW_SAMPLES"))
        std::cout << format << "\t=== " << sample.title << '\n'
                  << trimmed(sample.record) << "\n---\n"
                  << trimmed(came) << "\n\n";
      else
        CHECK(trimmed(came) == trimmed(sample.expected));
    }
  }
  for (const FindingCode code : finding_codes()) {
    CAPTURE(name(code));
    CHECK(seen.contains(name(code)) != of_other_readers.contains(name(code)));
  }
}

}  // namespace yari::test
