#include "cli/output/finding_output.h"

#include <algorithm>

#include "cli/terminal/text.h"

namespace yari::cli {

namespace {

constexpr std::uint64_t most_in_full = 3;

}  // namespace

FindingOutput::Kind& FindingOutput::count(const std::string& file, const Diagnostic& finding) {
  std::pair key(finding.severity, kind_of(finding.text));
  // Strange input must not fill the memory with kinds.
  constexpr std::size_t most_kinds = 500;
  if (kinds_.size() >= most_kinds && !kinds_.contains(key))
    key.second.values.assign(key.second.values.size(), "...");
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
    const auto& [severity, text] = key;
    const std::string what = kind.count == 1 ? kind.message : sentence(text);
    terminal_.message(fmt::format("{}: {} [{}]: {} in {}", name(severity), what, name(text.code),
                                  counted(kind.count, "time"), counted(kind.files, "file")));
  }
  if (terminal_.is_quiet()) return;
  if (some) terminal_.message("--verbose prints all findings");
  if (skipped_files_ > 0 && !all_)
    terminal_.message(fmt::format("{} skipped: not game records (named with --verbose)",
                                  counted(skipped_files_, "file")));
}

}  // namespace yari::cli
