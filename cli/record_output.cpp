#include "cli/record_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "cli/shared_options.h"
#include "cli/text.h"

namespace yari::cli {

namespace {

Encoding read_encoding(const std::string& typed) {
  const std::optional<Encoding> encoding = encoding_named(typed);
  if (!encoding)
    throw UsageError(
        fmt::format("--to-encoding: expected utf-8, shift_jis or latin1, found '{}'", typed));
  return *encoding;
}

// "variations (3)" and "characters ...: 3 (...)" count within a game: the kind stands before.
std::string kind_of_loss(const std::string& loss) {
  return loss.substr(0, std::min(loss.find(" ("), loss.find(": ")));
}

}  // namespace

void OutputOptions::declare(OptionSet& options, const Format* fallback) {
  to = fallback;
  options.value("to", "FORMAT",
                fallback ? fmt::format("format to write [{}]", fallback->name) : "format to write",
                [this](const std::string& typed) { to = &read_format("--to", typed); });
  options.value("to-encoding", "NAME", "encoding to write: utf-8, shift_jis or latin1 [utf-8]",
                [this](const std::string& typed) { encoding = read_encoding(typed); });
  options.text("output,o", file, "FILE", "write to this file instead of standard output");
}

const Format& OutputOptions::format() const {
  const Format* format = to ? to : file ? format_for_extension(*file) : nullptr;
  if (!format) throw UsageError("--to is needed: the format to write");
  if (!format->write) throw UsageError(fmt::format("--to: {} can be read only", format->name));
  return *format;
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
  if (!parts.empty())
    terminal_.message(
        fmt::format("{} cannot hold, and left out: {}", format_.name, fmt::join(parts, ", ")));
}

RecordOutput::RecordOutput(Terminal& terminal, const OutputOptions& options)
    : terminal_(terminal), writer_(terminal, options), file_(terminal, options.file) {
  if (terminal.wants_json() && options.encoding != Encoding::utf8)
    throw UsageError("--json is UTF-8; --to-encoding cannot change that");
}

void RecordOutput::write(const Game& game, Json origin) {
  const WriteResult written = writer_.write(game);
  ++games_;
  if (terminal_.wants_json()) {
    origin["variant"] = info(game.variant).id;
    origin["format"] = writer_.format().name;
    origin["text"] = written.text;
    origin["losses"] = written.losses;
    file_.write(origin.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n');
  } else {
    file_.write(written.text);
  }
}

void RecordOutput::finish() {
  file_.finish();
  writer_.tell_losses();
}

}  // namespace yari::cli
