#include "tests/import/support.h"

#include <archive.h>
#include <archive_entry.h>

#include <fstream>
#include <stdexcept>

#include "platform/file_names.h"

namespace yari::test {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder()
    : path_(platform::make_temporary_folder(fs::temp_directory_path() / "yari-test-")) {
  if (path_.empty()) throw std::runtime_error("no scratch folder");
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string ScratchFolder::write(const std::string& name, std::string_view content) const {
  const fs::path file = path_ / name;
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary);
  out << content;
  return file.string();
}

void write_archive(const std::string& file, const char* format, const char* filter,
                   const std::vector<Member>& members) {
  archive* a = archive_write_new();
  archive_write_set_format_by_name(a, format);
  if (*filter != '\0') archive_write_add_filter_by_name(a, filter);
  if (archive_write_open_filename(a, file.c_str()) != ARCHIVE_OK) {
    throw std::runtime_error(archive_error_string(a));
  }
  for (const auto& [name, content] : members) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_filetype(entry, name.ends_with('/') ? AE_IFDIR : AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
    archive_write_header(a, entry);
    archive_write_data(a, content.data(), content.size());
    archive_entry_free(entry);
  }
  if (archive_write_close(a) != ARCHIVE_OK) throw std::runtime_error(archive_error_string(a));
  archive_write_free(a);
}

namespace {

std::size_t length_to_end_line(std::string_view text, bool at_end) {
  const std::size_t end = text.starts_with("end\n") ? 0 : text.find("\nend\n");
  if (end == std::string_view::npos) return at_end ? text.size() : 0;
  return text.starts_with("end\n") ? 4 : end + 5;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \n") == std::string_view::npos;
}

ReadResult read(std::string_view text, const ReadOptions& options) {
  ReadResult result;
  if (text.starts_with("bad")) {
    Diagnostic& d = result.diagnostics.emplace_back();
    d.line = options.first_line;
    d.message = "this is bad";
  } else {
    result.game = new_game(Variant::yari);
    result.game->set_tag(tags::event, text);
  }
  return result;
}

}  // namespace

const Format& line_format() {
  static constexpr Format format{
      .name = "lines",
      .title = "records that end in a line \"end\"",
      .extensions = "lines",
      .likeness = [](std::string_view) { return 0; },
      .record_length = length_to_end_line,
      .is_blank = is_blank,
      .read = read,
      .write = nullptr,
  };
  return format;
}

std::vector<Record> all_records(const std::vector<std::string>& paths,
                                const SourceOptions& options) {
  RecordSource source(paths, options);
  std::vector<Record> records;
  while (std::optional<Record> record = source.next()) records.push_back(std::move(*record));
  return records;
}

}  // namespace yari::test
