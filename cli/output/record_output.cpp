#include "cli/output/record_output.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

#include "answers/json.h"
#include "cli/options/reading_options.h"
#include "cli/terminal/text.h"
#include "import/packing.h"

namespace yari::cli {

namespace {

Encoding encoding_to_write(const std::string& typed) {
  const std::optional<Encoding> encoding = encoding_named(typed);
  if (!encoding)
    throw UsageError(
        fmt::format("--to-encoding: expected {}, found '{}'", encoding_choices, typed));
  return *encoding;
}

std::vector<std::string> writable_formats() {
  std::vector<std::string> names;
  for (const Format& format : formats())
    if (format.write) names.emplace_back(format.name);
  return names;
}

// "variations (3)" and "characters ...: 3 (...)" count within a game: the kind stands before.
std::string kind_of_loss(const std::string& loss) {
  return loss.substr(0, std::min(loss.find(" ("), loss.find(": ")));
}

}  // namespace

void OutputOptions::declare(OptionSet& options, const Format* otherwise) {
  fallback = otherwise;
  std::vector<std::string> names = writable_formats();
  names.insert(names.end(), tables.begin(), tables.end());
  options
      .value("to", "FORMAT", "format to write",
             [this](const std::string& typed) { choose_format(typed); })
      .suggest(std::move(names))
      .assumed(fmt::format("by the ending of FILE{}",
                           fallback ? fmt::format(", else {}", fallback->name) : ""));
  options
      .value("to-encoding", "NAME", "encoding to write",
             [this](const std::string& typed) { encoding = encoding_to_write(typed); })
      .suggest(encoding_names())
      .assumed("utf-8");
  options.text("output,o", file, "FILE", "write to this file instead of standard output")
      .is(ValueKind::file)
      .explained("The file is packed when its name ends in .gz, .xz, .zst or .bz2.");
}

void OutputOptions::choose_format(const std::string& typed) {
  // The table had this name in --moves-as.
  const std::string name = typed == "json" && !tables.empty() ? "jsonl" : typed;
  const bool is_table = std::ranges::count(tables, name) > 0;
  to = is_table ? nullptr : &read_format("--to", name, tables);
  named_table = is_table ? name : "";
}

std::optional<std::string> OutputOptions::table() const {
  if (!named_table.empty()) return named_table;
  if (to || !file) return std::nullopt;
  const auto found = std::ranges::find_if(
      tables, [&](const std::string& name) { return file->ends_with("." + name); });
  return found == tables.end() ? std::nullopt : std::optional(*found);
}

/// Who writes games.pgn wants what programs read under such a name.
void OutputOptions::refuse_other_ending() const {
  // A template has more than an ending.
  if (!file || file->find('{') != file->npos) return;
  // A pipe or a device is given by its place, and a database is refused as such.
  std::error_code ignored;
  const bool regular = std::filesystem::is_regular_file(*file, ignored);
  if (std::filesystem::exists(*file, ignored) && (!regular || is_database(*file))) return;
  std::string name = *file;
  if (const Packing* packing = packing_of(name)) name.resize(name.size() - packing->ending.size());
  const std::string ending = std::filesystem::path(name).extension().string();
  if (!ending.empty() && ending != "." && ending != ".txt")
    throw UsageError(
        fmt::format("-o {}: no format has the ending {}; --to names one", *file, ending));
}

const Format& OutputOptions::format() const {
  const Format* by_ending = file ? format_for_file(*file) : nullptr;
  const Format* format = to ? to : by_ending ? by_ending : fallback;
  if (format && !to && !by_ending) refuse_other_ending();
  if (!format) throw UsageError("--to is needed: the format to write");
  if (!format->write) throw UsageError(fmt::format("--to: {} can be read only", format->name));
  if (format->japanese && encoding == Encoding::latin1)
    throw UsageError(fmt::format("--to-encoding: latin1 cannot hold {}", format->name));
  return *format;
}

std::string losses_text(const Format& format, const std::vector<std::string>& losses) {
  return fmt::format("{} cannot hold, and left out: {}", format.name, fmt::join(losses, ", "));
}

WriteResult RecordWriter::write(const Game& game) {
  WriteResult written = format_.write(game, {});
  if (encoding_ != Encoding::utf8) {
    Encoded encoded = encode_record(written.text, encoding_);
    written.text = std::move(encoded.bytes);
    std::ranges::move(encoded.losses, std::back_inserter(written.losses));
  }
  for (const std::string& loss : written.losses) ++losses_[kind_of_loss(loss)];
  return written;
}

void RecordWriter::tell_losses() const {
  std::vector<std::string> parts;
  for (const auto& [what, games] : losses_)
    parts.push_back(fmt::format("{} ({})", what, counted(games, "game")));
  if (!parts.empty()) terminal_.message(losses_text(format_, parts));
}

RecordOutput::RecordOutput(Terminal& terminal, const OutputOptions& options)
    : terminal_(terminal),
      writer_(terminal, options),
      name_(options.file),
      file_(terminal, options.file) {
  if (terminal.wants_json() && options.encoding != Encoding::utf8)
    throw UsageError("--json and --csv are UTF-8; --to-encoding cannot change that");
}

void RecordOutput::write(const Game& game, Json origin) {
  const WriteResult written = writer_.write(game);
  ++(written.text.empty() ? unwritten_ : games_);
  if (terminal_.wants_json()) {
    origin.update(record_json(game.variant, writer_.format().name, written));
    file_.write(terminal_.object_line(origin));
  } else {
    file_.write(written.text);
  }
}

void RecordOutput::finish_part() {
  if (games_ == 0) return finish();
  if (const auto part = file_.keep_part())
    terminal_.message(
        fmt::format("{}: what is done of it is in {}", untouched(*name_), part->string()));
  writer_.tell_losses();
}

void RecordOutput::finish() { finish({}, true); }

void RecordOutput::finish(const std::vector<std::string>& sources, bool all) {
  const bool would_lose = is_among(name_, sources) && (!all || unwritten_ > 0);
  if (games_ > 0 && !would_lose)
    file_.finish();
  else if (name_ && *name_ != "-")
    terminal_.message(
        fmt::format("{}: {}", untouched(*name_),
                    games_ == 0 ? "there is no game to write" : "it would lose games"));
  writer_.tell_losses();
}

}  // namespace yari::cli
