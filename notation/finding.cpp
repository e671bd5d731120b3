#include "notation/finding.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>

#include "notation/finding_rows.h"

namespace yari {

namespace {

constexpr bool rows_stand_in_order() {
  for (std::size_t i = 0; i < std::size(finding_rows); ++i)
    if (finding_rows[i].code != static_cast<FindingCode>(i)) return false;
  return true;
}
static_assert(rows_stand_in_order());

const FindingRow& row_of(FindingCode code) { return finding_rows[static_cast<std::size_t>(code)]; }

}  // namespace

std::string_view name(FindingCode code) { return row_of(code).name; }

std::optional<FindingCode> finding_code_named(std::string_view name) {
  const auto* row = std::ranges::find(finding_rows, name, &FindingRow::name);
  return row == std::end(finding_rows) ? std::nullopt : std::optional(row->code);
}

Severity severity_of(FindingCode code) { return row_of(code).severity; }

std::string sentence(const FindingText& text, Language language) {
  const FindingRow& row = row_of(text.code);
  fmt::dynamic_format_arg_store<fmt::format_context> values;
  for (const std::string& value : text.values) values.push_back(std::string_view(value));
  return fmt::vformat(language == Language::english ? row.english : row.japanese, values);
}

FindingText kind_of(const FindingText& text) {
  FindingText kind = text;
  for (std::size_t i = row_of(text.code).telling; i < kind.values.size(); ++i)
    kind.values[i] = "...";
  return kind;
}

std::string_view help(FindingCode code) { return row_of(code).help; }

std::vector<FindingCode> finding_codes() {
  std::vector<FindingCode> codes;
  for (const FindingRow& row : finding_rows) codes.push_back(row.code);
  return codes;
}

bool IgnoredFindings::add(std::string_view name) {
  const std::optional<FindingCode> code = finding_code_named(name);
  if (!code || severity_of(*code) == Severity::error) return false;
  codes_.set(static_cast<std::size_t>(*code));
  return true;
}

void Diagnostic::say(FindingText said) {
  text = std::move(said);
  message = sentence(text);
}

Diagnostic finding_about_file(FindingText text) {
  Diagnostic finding;
  finding.severity = severity_of(text.code);
  finding.set_whole_file();
  finding.say(std::move(text));
  return finding;
}

}  // namespace yari
