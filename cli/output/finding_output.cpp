// The kind of a finding follows from its wording, so readers need not number their messages.
#include "cli/output/finding_output.h"

#include <algorithm>

#include "cli/terminal/text.h"

namespace yari::cli {

namespace {

constexpr std::uint64_t most_in_full = 3;
/// Strange input must not fill the memory with kinds.
constexpr std::size_t most_kinds = 500;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The length of the quoted text at `at`; 0 when there is none. A quote within quotes is followed
/// by a letter.
std::size_t quoted_length(std::string_view text, std::size_t at) {
  const char quote = text[at];
  if (quote != '\'' && quote != '"') return 0;
  // "the reader's": an apostrophe.
  if (at > 0 && text[at - 1] != ' ' && text[at - 1] != '(') return 0;
  for (std::size_t end = at + 1; (end = text.find(quote, end)) != text.npos; ++end) {
    const bool closes = end + 1 == text.size() ||
                        std::string_view(" ,;:.)").find(text[end + 1]) != std::string_view::npos;
    if (closes) return end + 1 - at;
  }
  return 0;
}

/// "ply 12", but not "UTF-8".
bool begins_number(std::string_view text, std::size_t at) {
  return is_digit(text[at]) && (at == 0 || text[at - 1] == ' ' || text[at - 1] == '(');
}

}  // namespace

std::string kind_of_message(std::string_view message) {
  std::string kind;
  for (std::size_t i = 0; i < message.size();) {
    if (const std::size_t quoted = quoted_length(message, i); quoted != 0) {
      kind += "'...'";
      i += quoted;
    } else if (begins_number(message, i)) {
      kind += "...";
      while (i < message.size() && is_digit(message[i])) ++i;
    } else {
      kind += message[i++];
    }
  }
  return kind;
}

FindingOutput::Kind& FindingOutput::count(const std::string& file, const Diagnostic& finding) {
  std::pair key(finding.severity, kind_of_message(finding.message));
  if (kinds_.size() >= most_kinds && !kinds_.contains(key)) key.second = "other findings";
  Kind& kind = kinds_[key];
  if (kind.count++ == 0) kind.message = finding.message;
  if (kind.last_file != file) {
    ++kind.files;
    kind.last_file = file;
  }
  return kind;
}

void FindingOutput::add(const std::string& file, const Diagnostic& finding) {
  const bool in_full = all_ || finding.severity != Severity::note || notes_;
  Kind& kind = count(file, finding);
  if (!all_ && (!in_full || kind.printed >= most_in_full)) return;
  ++kind.printed;
  terminal_.diagnostic(file, finding);
}

void FindingOutput::add_counted(const std::string& file, const Diagnostic& finding) {
  Kind& kind = count(file, finding);
  kind.always_summed = true;
  if (!all_) return;
  ++kind.printed;
  terminal_.diagnostic(file, finding);
}

void FindingOutput::add_skipped(const std::string& file, const Diagnostic& why) {
  ++skipped_files_;
  if (all_) terminal_.diagnostic(file, why);
}

void FindingOutput::finish() const {
  bool some = false;
  for (const auto& [key, kind] : kinds_) {
    const bool few = !notes_ && !kind.always_summed && kind.count <= most_in_full;
    const bool is_unwanted = key.first == Severity::note && (few || terminal_.is_quiet());
    if (kind.printed == kind.count || is_unwanted) continue;
    some = true;
    const std::string& what = kind.count == 1 ? kind.message : key.second;
    terminal_.message(fmt::format("{}: {}: {} in {}", name(key.first), what,
                                  counted(kind.count, "time"), counted(kind.files, "file")));
  }
  if (terminal_.is_quiet()) return;
  if (some) terminal_.message("--verbose prints all findings");
  if (skipped_files_ > 0 && !all_)
    terminal_.message(fmt::format("{} skipped: not game records (named with --verbose)",
                                  counted(skipped_files_, "file")));
}

}  // namespace yari::cli
