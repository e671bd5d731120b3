// Importing files that were dropped on the page.
#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "import/import_games.h"
#include "web/context.h"
#include "web/json.h"
#include "web/parameters.h"
#include "web/request_error.h"

namespace yari::web {

namespace {

constexpr std::size_t most_findings = 200;

/// A file of its own for a body, gone at the end of its life.
class UploadedFile {
 public:
  UploadedFile(const std::string& body, const std::string& extension) {
    std::string name = (std::filesystem::temp_directory_path() / "yari-upload-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      throw RequestError(500, "cannot make a temporary folder");
    folder_ = name;
    std::ofstream out(path_ = folder_ / ("upload" + extension), std::ios::binary);
    out << body;
    if (!out.flush()) throw RequestError(500, "cannot write a temporary file");
  }
  ~UploadedFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  UploadedFile(const UploadedFile&) = delete;
  UploadedFile& operator=(const UploadedFile&) = delete;

  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path folder_;
  std::filesystem::path path_;
};

/// Of a name that a stranger chose: ".kif", or nothing where it is not plain.
std::string extension_of(const std::string& name) {
  constexpr std::size_t longest = 8;
  const std::string extension = std::filesystem::path(name).extension().string();
  const bool plain =
      extension.size() <= longest &&
      std::ranges::all_of(extension.substr(std::min<std::size_t>(1, extension.size())),
                          [](unsigned char c) { return std::isalnum(c) != 0; });
  return plain ? extension : "";
}

/// As `import` prints it.
Json summary_json(const ImportSummary& s) {
  return {
      {"files", s.files},           {"games", s.games},         {"imported", s.imported},
      {"duplicates", s.duplicates}, {"rejected", s.rejected},   {"cut", s.cut},
      {"same_moves", s.same_moves}, {"bad_files", s.bad_files}, {"skipped_files", s.skipped_files},
      {"plies", s.plies},           {"positions", s.positions}, {"seconds", s.seconds},
      {"stopped", s.stopped}};
}

void answer_import(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const std::string name = parameters.text("name").value_or("");
  parameters.finish();
  require_writes(context);
  const UploadedFile file(call.request.body, extension_of(name));
  std::vector<Diagnostic> findings;
  ImportPlan plan;
  plan.reading.jobs = 1;
  plan.on_record = [&](const ImportEvent& event) {
    for (const Diagnostic& finding : event.read.result.diagnostics)
      if (findings.size() < most_findings && finding.severity != Severity::note)
        findings.push_back(finding);
  };
  const std::lock_guard lock(context.writing);
  const auto games = context.databases.lend();
  Json json = summary_json(import_games(*games, {file.path()}, plan));
  json["findings"] = findings_json(findings);
  set_json(call, dump(json));
}

}  // namespace

void add_import_routes(Router& router, const Context& context) {
  router.add("POST", "/api/import", [&](Call& call) { answer_import(call, context); });
}

}  // namespace yari::web
