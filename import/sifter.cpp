#include "import/sifter.h"

#include <fmt/format.h>

#include <utility>

namespace yari {

bool Sifter::enter(const Origin& origin) {
  if (origin.file_number == origin_.file_number && origin.archive == origin_.archive) return true;
  bool more = conclude();
  if (origin.archive != origin_.archive) {
    more = more && conclude_archive();
    archive_has_records_ = false;
  }
  origin_ = origin;
  has_records_ = false;
  return more;
}

bool Sifter::take_other(ReadRecord text) {
  if (!enter({text.record.file_number, text.record.archive})) return false;
  if (has_records_) return emit_other(std::move(text));
  if (text.record.text.size() > longest_held) {
    text.record.text.clear();
    text.record.bytes.clear();
  }
  if (held_.size() < most_held) {
    held_.push_back(std::move(text));
  } else {
    ++dropped_;
  }
  return true;
}

bool Sifter::expect(const Origin& origin, bool about_file) {
  if (!enter(origin)) return false;
  if (about_file) return conclude();
  has_records_ = archive_has_records_ = true;
  return release();
}

bool Sifter::emit_other(ReadRecord text) {
  const Diagnostic& said = text.result.diagnostics.front();
  if (said.severity == Severity::error) text.verdict = Verdict::refused;
  return emit_(std::move(text));
}

/// The file is no file of records.
bool Sifter::conclude() {
  if (held_.empty()) return true;
  ReadRecord file = std::move(held_.front());
  file.record.format = nullptr;
  held_.clear();
  dropped_ = 0;
  const bool named = file.record.named;
  file.verdict = named ? Verdict::bad_file : Verdict::skipped_file;
  Diagnostic& said = file.result.diagnostics.front();
  said.severity = named ? Severity::error : Severity::note;
  said.say({FindingCode::unreadable_file, {"contains " + said.message}});
  return emit_(std::move(file));
}

bool Sifter::conclude_archive() {
  if (origin_.archive == nullptr || archive_has_records_) return true;
  ReadRecord archive;
  archive.verdict = Verdict::bad_file;
  archive.record.file = origin_.archive;
  archive.record.refused = true;
  archive.record.file_number = origin_.file_number;
  archive.result.diagnostics.push_back(finding_about_file({FindingCode::no_game_in_file}));
  return emit_(std::move(archive));
}

bool Sifter::release() {
  if (dropped_ > 0) {
    Diagnostic& said = held_.back().result.diagnostics.front();
    said.message += fmt::format(" (and {} more)", std::exchange(dropped_, 0));
  }
  for (ReadRecord& text : std::exchange(held_, {})) {
    if (!emit_other(std::move(text))) return false;
  }
  return true;
}

}  // namespace yari
