// Walks over files and their members, finds what each is, and hands on the records.
#include "import/record_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "import/packing.h"

namespace yari {
namespace {

/// Control characters that no text has; NULs at the end are padding.
bool is_binary(std::string_view bytes) {
  bytes = bytes.substr(0, bytes.find_last_not_of('\0') + 1);
  const auto odd = std::count_if(bytes.begin(), bytes.end(), [](char c) {
    const auto b = static_cast<unsigned char>(c);
    return b < 0x20 && !(b >= '\t' && b <= '\r') && b != 0x1A && b != 0x1B;
  });
  constexpr std::size_t tolerated = 50;  // one byte in 50 may be damage; more are data
  return static_cast<std::size_t>(odd) * tolerated > bytes.size();
}

bool is_blank_text(std::string_view text) {
  return text.find_first_not_of(" \t\n") == std::string_view::npos;
}

}  // namespace

RecordSource::RecordSource(const std::vector<std::string>& paths, const SourceOptions& options)
    : options_(options), listed_(list_files(paths)) {
  for (const ListedFile& file : listed_) bytes_total_ += file.size;
}

std::optional<Record> RecordSource::next() {
  while (!is_stopped()) {
    std::optional<Record> record;
    if (cutter_) {
      record = next_in_member();
    } else if (input_) {
      record = open_member();
    } else if (next_ < listed_.size()) {
      record = open_file();
    } else {
      return std::nullopt;
    }
    if (record) return record;
  }
  return std::nullopt;
}

std::optional<Record> RecordSource::open_file() {
  const ListedFile& file = listed_[next_++];
  const bool is_unnamed = file.path.starts_with(options_.unnamed_folder);
  name_ = archive_ = std::make_shared<const std::string>(
      file.path.substr(is_unnamed ? options_.unnamed_folder.size() : 0));
  is_member_ = has_members_ = false;
  if (!file.fault.empty()) return about_file(file.fault);
  Result<std::unique_ptr<ByteInput>> opened = ByteInput::open(file.path, options_.stop);
  if (!opened) {
    bytes_behind_ += file.size;
    return read_fault(opened.error());
  }
  input_ = std::move(*opened);
  return std::nullopt;
}

void RecordSource::close_file() {
  input_.reset();
  bytes_behind_ += listed().size;
}

std::optional<Record> RecordSource::open_member() {
  const Result<std::optional<std::string>> member = input_->next_member();
  if (!member) {
    // Of the archive, and not of the member before.
    name_ = archive_;
    is_member_ = false;
    std::optional<Record> fault = read_fault(member.error());
    close_file();
    return fault;
  }
  if (!*member) {
    std::optional<Record> fault;
    // A tar archive may end with zeros, so that nothing but zeros is an archive too.
    if (!has_members_) {
      ++files_;
      fault = about_file("is an empty archive, or nothing but zeros", is_named());
    }
    close_file();
    return fault;
  }
  has_members_ = true;
  ++files_;
  is_member_ = !(*member)->empty();
  if (is_member_) {
    name_ = std::make_shared<const std::string>(fmt::format("{}:{}", *archive_, **member));
  }
  return begin_member();
}

std::optional<Record> RecordSource::begin_member() {
  auto cutter = std::make_unique<RecordCutter>(
      [this](char* buffer, std::size_t size) { return input_->read(buffer, size); },
      options_.encoding, options_.record_limit, options_.keep_bytes);
  if (Result<void> begun = cutter->begin(); !begun) return read_fault(begun.error());
  // A folder may contain other things, and nobody said that they are records.
  const Format* by_name = format_for_file(*name_);
  const bool refused = is_named();
  if (is_blank_text(cutter->head())) return about_file("contains no game", refused);
  format_ = options_.format;
  if (format_ == nullptr) {
    if (is_opening_book(cutter->head()) || is_opening_book(cutter->raw_head()))
      return about_file("is an opening book", refused);
    if (is_binary(cutter->raw_head())) return about_file("is a binary file", refused);
    format_ = cutter->format(by_name);
    if (format_ == nullptr) return about_file("is in no known record format", refused);
  }
  records_ = 0;
  variant_of_file_ = cutter->variant_of_file(*format_);
  cutter_ = std::move(cutter);
  return std::nullopt;
}

std::optional<Record> RecordSource::next_in_member() {
  Result<std::optional<RecordText>> text = cutter_->next(*format_);
  if (text && *text) {
    Record record = begin_record();
    record.number = ++records_;
    record.format = format_;
    record.text = std::move((*text)->text);
    record.variant_of_file = variant_of_file_;
    record.bytes = std::move((*text)->bytes);
    record.first_line = (*text)->first_line;
    record.diagnostics = std::move((*text)->diagnostics);
    record.refused = (*text)->too_long;
    return record;
  }
  const std::size_t line = cutter_->line();
  passed_comments_ |= cutter_->passed_comments();
  cutter_.reset();
  if (!text) return read_fault(text.error(), line);
  if (records_ == 0) return about_file("contains no game", is_named());
  return std::nullopt;
}

Record RecordSource::begin_record() const {
  Record record;
  record.file = name_;
  record.named = is_named();
  if (is_member_ && !listed().in_folder) record.archive = archive_;
  record.file_number = files_;
  record.bytes_done = bytes_behind_ + (input_ ? input_->position() : 0);
  return record;
}

/// A fault of the file, but not that reading was stopped.
std::optional<Record> RecordSource::read_fault(const Error& why, std::size_t line) {
  if (is_stopped()) return std::nullopt;
  Record record = about_file(why.message);
  record.diagnostics.front().line = line;
  record.diagnostics.front().column = line == 0 ? 0 : 1;
  return record;
}

Record RecordSource::about_file(std::string message, bool refused) {
  Record record = begin_record();
  record.refused = refused;
  record.diagnostics.push_back(
      finding_about_file({FindingCode::unreadable_file, {std::move(message)}}));
  if (!refused) record.diagnostics.back().severity = Severity::note;
  return record;
}

}  // namespace yari
