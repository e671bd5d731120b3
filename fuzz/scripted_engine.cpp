// An engine that says what a file holds, whatever it hears: scripted_engine FILE
//
// Some bytes are orders: 1 waits for a line of the other side, 2 pauses for 5 ms, 3 ends the
// program, 4 closes its output, 5 says the last line two thousand times.
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>

namespace {

void say(const std::string& text) {
  std::size_t said = 0;
  while (said < text.size()) {
    const ssize_t n = ::write(STDOUT_FILENO, text.data() + said, text.size() - said);
    if (n <= 0) return;
    said += static_cast<std::size_t>(n);
  }
}

std::string last_line(const std::string& said) {
  const std::size_t end = said.empty() ? said.npos : said.find_last_not_of('\n');
  if (end == said.npos) return "\n";
  const std::size_t before = said.rfind('\n', end);
  return said.substr(before == said.npos ? 0 : before + 1, end - before) + "\n";
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return 2;
  std::ostringstream file;
  file << std::ifstream(words[1], std::ios::binary).rdbuf();
  const std::string script = file.str();
  std::string waiting, said, line;
  const auto flush = [&] {
    say(waiting);
    said += std::exchange(waiting, {});
  };
  for (const char c : script) {
    if (c < 1 || c > 5) {
      waiting += c;
      continue;
    }
    flush();
    if (c == 1 && !std::getline(std::cin, line)) return 0;
    if (c == 2) ::usleep(5000);
    if (c == 3) return 3;
    if (c == 4) ::close(STDOUT_FILENO);
    if (c == 5)
      for (int i = 0; i < 2000; ++i) waiting += last_line(said);
  }
  flush();
  // Whoever listens for more waits as long as it is patient.
  while (std::getline(std::cin, line)) {
    if (line == "quit") return 0;
  }
}
