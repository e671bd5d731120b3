#include "cli/result_file.h"

#include <fcntl.h>
#include <unistd.h>

#include "cli/failure.h"

namespace yari::cli {

namespace fs = std::filesystem;

ResultFile::ResultFile(Terminal& terminal, const std::optional<std::string>& file)
    : terminal_(terminal) {
  if (!file || *file == "-") return;
  std::error_code ignored;
  // Through a link, so that the link stays one; a device or a pipe is written to as it is.
  target_ = fs::weakly_canonical(*file, ignored);
  if (ignored) target_ = *file;
  written_ = target_;
  if (!fs::exists(target_, ignored) || fs::is_regular_file(target_, ignored))
    written_ += fmt::format(".{}.tmp", getpid());
  const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (written_ == target_ ? 0 : O_EXCL);
  const int descriptor = ::open(written_.c_str(), flags, 0666);
  if (descriptor < 0) throw system_failure("cannot write " + *file);
  file_.reset(::fdopen(descriptor, "wb"));
}

ResultFile::~ResultFile() {
  if (!file_) return;
  file_.reset();
  std::error_code ignored;
  if (written_ != target_) fs::remove(written_, ignored);
}

void ResultFile::write(std::string_view text) {
  if (!file_) return terminal_.write(text);
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) fail();
}

void ResultFile::finish() {
  if (!file_) return terminal_.flush();
  if (std::fflush(file_.get()) != 0) fail();
  if (written_ != target_ && std::rename(written_.c_str(), target_.c_str()) != 0) fail();
  file_.reset();
}

void ResultFile::fail() const { throw system_failure("cannot write " + target_.string()); }

}  // namespace yari::cli
