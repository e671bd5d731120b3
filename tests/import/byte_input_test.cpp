// Pipes, which cannot be gone back in.
#include "import/byte_input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "tests/import/support.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// Reads the file through a pipe, all members one after the other; or what is wrong with it.
std::string through_pipe(const ScratchFolder& folder, const std::string& bytes) {
  const std::string pipe = folder.name("pipe");
  ::mkfifo(pipe.c_str(), 0600);
  std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << bytes; });
  std::string all;
  {
    const auto input = ByteInput::open(pipe);
    if (!input) all = input.error().message;
    while (input) {
      const auto member = (*input)->next_member();
      if (!member) all += member.error().message;
      if (!member || !*member) break;
      std::string buffer(100, '\0');
      for (;;) {
        const auto got = (*input)->read(buffer.data(), buffer.size());
        if (!got || *got == 0) break;
        all += buffer.substr(0, *got);
      }
    }
    writer.join();
  }
  ::unlink(pipe.c_str());
  return all;
}

std::string content(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("plain and packed files are read from a pipe, and a 7z archive is refused") {
  const ScratchFolder folder;
  CHECK(through_pipe(folder, "text of a record") == "text of a record");
  CHECK(through_pipe(folder, std::string(3000, 'x')) == std::string(3000, 'x'));
  CHECK(through_pipe(folder, "").empty());
  write_archive(folder.name("a.gz"), "raw", "gzip", {{"data", "packed"}});
  CHECK(through_pipe(folder, content(folder.name("a.gz"))) == "packed");
  write_archive(folder.name("a.zip"), "zip", "", {{"a", "first "}, {"b", "second"}});
  CHECK(through_pipe(folder, content(folder.name("a.zip"))) == "first second");
  CHECK(through_pipe(folder, "7z\xBC\xAF\x27\x1C rest") ==
        "is a 7z archive, which cannot be read from a pipe");
}

}  // namespace yari::test
