// Places are worked out when the findings are taken; excerpts keep the caret under the character it
// is about.
#include "notation/findings.h"

#include <algorithm>
#include <utility>

#include "text/text.h"

namespace yari {

namespace {

constexpr std::size_t excerpt_bytes = 160;
constexpr std::size_t excerpt_before = 60;

// The part of `line` around byte `at`, and the caret's column in it.
void set_excerpt(Diagnostic& d, std::string_view line, std::size_t at) {
  std::size_t start = at > excerpt_bytes - excerpt_before ? at - excerpt_before : 0;
  while (start < line.size() && is_continuation(line[start])) ++start;
  std::size_t end = std::min(line.size(), start + excerpt_bytes);
  while (end < line.size() && end > start && is_continuation(line[end])) --end;
  d.excerpt = line.substr(start, end - start);
  for (char& c : d.excerpt) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  d.caret = at < start ? 1 : characters(line.substr(start, at - start)) + 1;
}

}  // namespace

void Findings::add(FindingCode code, std::string_view part, const Error& error) {
  add(code, part.substr(std::min(error.offset, part.size())), error.message);
}

void Findings::add(FindingText text, std::string_view place) {
  if (ignored_.has(text.code)) return;
  Severity severity = severity_of(text.code);
  if (strict_ && severity == Severity::warning) severity = Severity::error;
  // Errors have places of their own: a hundred notes must not hide the reason of a refusal.
  std::size_t& kept = severity == Severity::error ? errors_ : others_;
  if (kept == max_findings) {
    ++left_out_;
    return;
  }
  ++kept;
  Finding f{offset_in(text_, place), {}};
  f.diagnostic.severity = severity;
  f.diagnostic.say(std::move(text));
  findings_.push_back(std::move(f));
}

void Findings::place(Finding& f) {
  for (std::size_t end; (end = text_.find('\n', line_start_)) < f.offset; line_start_ = end + 1) {
    ++line_;
    column_ = 1;
    column_at_ = end + 1;
  }
  column_ += characters(text_.substr(column_at_, f.offset - column_at_));
  column_at_ = f.offset;
  f.diagnostic.line = first_line_ + line_;
  f.diagnostic.column = column_;
  set_excerpt(f.diagnostic, line_at(text_, line_start_), f.offset - line_start_);
}

std::vector<Diagnostic> Findings::take() {
  std::stable_sort(findings_.begin(), findings_.end(),
                   [](const Finding& a, const Finding& b) { return a.offset < b.offset; });
  std::vector<Diagnostic> list;
  list.reserve(findings_.size());
  for (Finding& f : findings_) {
    place(f);
    list.push_back(std::move(f.diagnostic));
  }
  if (left_out_ != 0) {
    Diagnostic more = list.back();
    more.severity = Severity::note;
    more.say({FindingCode::more_findings, {std::to_string(left_out_)}});
    list.push_back(std::move(more));
  }
  findings_.clear();
  return list;
}

void Findings::too_many(std::string_view place, const RecordLimit& limit) {
  if (exhausted_) return;
  exhausted_ = true;
  // It is the reason of the refusal, whatever else was found.
  errors_ = std::min(errors_, max_findings - 1);
  add(FindingCode::record_too_large, place.substr(0, 0), limit.most, limit.what);
}

ReadResult Findings::result(std::optional<Game> game) {
  ReadResult result;
  if (!exhausted_ && (!strict_ || errors_ == 0)) result.game = std::move(game);
  if (result.game) result.keys = std::move(keys_);
  result.diagnostics = take();
  return result;
}

Diagnostic located(std::string_view text, const Error& error) {
  Findings findings(text, {});
  findings.add(FindingCode::bad_position, text, error);
  return findings.result(std::nullopt).diagnostics.front();
}

}  // namespace yari
