// Readers make something of any text; here is decided what that is worth.
#include "import/record_verdict.h"

#include <algorithm>

#include "record/tag_value.h"
#include "rules/start.h"

namespace yari {
namespace {

/// Of Format::likeness: web pages and tables do not look like that.
constexpr int likely = 40;

/// "[Event "...": a record of tags is known by its first line.
bool begins_with_tag(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\n"), text.size()));
  if (!text.starts_with('[')) return false;
  const std::size_t quote = text.find('"');
  const std::string_view name = text.substr(1, std::min(quote, text.size()) - 1);
  return quote != text.npos && name.size() > 1 && name.ends_with(' ') &&
         name.find_first_of("\n[]{}<>,") == name.npos;
}

bool has_marks(const Record& record) {
  return record.format->likeness(record.text) >= likely || begins_with_tag(record.text);
}

/// Leaves the first error, or one that says what is missing; true when there was an error.
bool say_once(ReadResult& result, const Record& record) {
  std::vector<Diagnostic>& all = result.diagnostics;
  const auto error = std::ranges::find(all, Severity::error, &Diagnostic::severity);
  Diagnostic said;
  if (error != all.end()) {
    said = *error;
  } else {
    said.line = record.first_line;
    said.severity = Severity::error;
    said.say({FindingCode::empty_record});
  }
  const bool damaged = error != all.end();
  all.assign(1, said);
  return damaged;
}

bool is_game(const Record& record, const Game& game) {
  return has_substance(game) ||
         (record.format->has_position && record.format->has_position(record.text));
}

bool reads_leniently(const Record& record, ReadOptions options) {
  options.strict = false;
  const ReadResult result = record.format->read(record.text, options);
  return result.game && is_game(record, *result.game);
}

}  // namespace

bool has_substance(const Game& game) {
  return game.moves.size() > 1 || !says_nothing(game.tag(tags::black)) ||
         !says_nothing(game.tag(tags::white)) || game.start != start_setup(game.variant);
}

Verdict judge(const Record& record, const ReadOptions& options, ReadResult& result) {
  if (record.format == nullptr) return record.refused ? Verdict::bad_file : Verdict::skipped_file;
  if (record.refused) return Verdict::refused;
  if (result.game && is_game(record, *result.game)) return Verdict::game;
  const bool was_strict = options.strict && !result.game;
  if (was_strict && reads_leniently(record, options)) return Verdict::refused;
  result.game.reset();
  const bool damaged = say_once(result, record);
  if (damaged && has_marks(record)) return Verdict::refused;
  Diagnostic& said = result.diagnostics.front();
  said.severity = damaged ? Severity::error : Severity::warning;
  said.say({FindingCode::no_record, {said.message}});
  return Verdict::no_record;
}

}  // namespace yari
