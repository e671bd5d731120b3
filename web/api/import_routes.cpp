// Importing files that were dropped on the page.
#include <algorithm>
#include <atomic>
#include <fstream>
#include <nlohmann/json.hpp>

#include "answers/japanese/phrases.h"
#include "answers/json.h"
#include "db/change/upkeep.h"
#include "import/import_games.h"
#include "platform/file_names.h"
#include "web/api/context.h"
#include "web/api/parameters.h"
#include "web/http/http_server.h"
#include "web/http/request_error.h"

namespace yari::web {

namespace {

constexpr std::size_t most_findings = 200;
/// An import of more games is not taken back, and their numbers are not listed.
constexpr std::size_t most_undone = 1000;

/// A file of its own for a body, gone at the end of its life.
class UploadedFile {
 public:
  /// Requires: `name` is plain.
  UploadedFile(const std::string& body, const std::string& name) {
    folder_ =
        platform::make_temporary_folder(std::filesystem::temp_directory_path() / "yari-upload-");
    if (folder_.empty()) throw RequestError(500, "cannot make a temporary folder");
    path_ = folder_ / name;
    std::ofstream out(path_, std::ios::binary);
    out << body;
    if (!out.flush()) throw RequestError(500, "cannot write a temporary file");
  }
  ~UploadedFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  UploadedFile(const UploadedFile&) = delete;
  UploadedFile& operator=(const UploadedFile&) = delete;

  std::string path() const { return path_.generic_string(); }
  /// What stands before the name.
  std::string folder() const { return folder_.generic_string() + '/'; }

 private:
  std::filesystem::path folder_;
  std::filesystem::path path_;
};

/// Of a name that a stranger chose what can be the name of a file here: the last part of a path,
/// or "upload" where that is odd.
std::string plain_name(const std::string& name) {
  constexpr std::size_t longest = 200;
  const std::string last = name.substr(name.find_last_of("/\\") + 1);
  const bool plain =
      !last.empty() && last.size() <= longest && last.front() != '.' &&
      std::ranges::none_of(last, [](unsigned char c) { return c < 0x20 || c == 0x7F || c == ':'; });
  return plain ? last : "upload";
}

void answer_import(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const std::string name = parameters.typed("name").value_or("");
  parameters.finish();
  require_writes(context);
  const UploadedFile file(call.request.body, plain_name(name));
  std::vector<Diagnostic> findings;
  ImportPlan plan;
  plan.reading.jobs = 1;
  plan.reading.source.unnamed_folder = file.folder();
  // A client that goes, or a server that ends, ends the import: what was read is in the database.
  const Connection& client = *HttpServer::current();
  std::atomic<bool> stop = false;
  plan.stop = &stop;
  plan.on_progress = [&](const ImportSummary&) { stop = client.is_gone(); };
  std::vector<GameId> imported;
  plan.on_record = [&](const ImportEvent& event) {
    if (event.added && event.added->added == Added::imported && imported.size() <= most_undone)
      imported.push_back(event.added->game);
    for (const Diagnostic& finding : event.read.result.diagnostics)
      if (findings.size() < most_findings && finding.severity != Severity::note)
        findings.push_back(finding);
  };
  const std::lock_guard lock(context.writing);
  const auto games = context.databases.lend();
  Json json = import_json(import_games(*games, {file.path()}, plan));
  const bool undoable = !imported.empty() && imported.size() <= most_undone;
  if (undoable) note_additions(*games, "import of " + plain_name(name), imported);
  json["new_games"] = undoable ? imported : std::vector<GameId>();
  json["findings"] = findings_json(in_language(call.language, findings));
  set_json(call, dump(json));
}

}  // namespace

void add_import_routes(Router& router, const Context& context) {
  router.add("POST", "/api/import", [&](Call& call) { answer_import(call, context); });
}

}  // namespace yari::web
