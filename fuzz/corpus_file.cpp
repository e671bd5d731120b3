// Bytes that are no visible ASCII stand as \xHH.
#include "fuzz/corpus_file.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace yari::fuzz {
namespace {

constexpr std::size_t most_bytes = 24 * 1024;

std::string escaped(const std::string& input) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string line;
  for (const char c : input) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > ' ' - 1 && byte < 0x7F && c != '\\') {
      line += c;
    } else {
      line += "\\x";
      line += digits[byte / 16];
      line += digits[byte % 16];
    }
  }
  return line;
}

std::string unescaped(const std::string& line) {
  std::string input;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\') {
      input += line[i];
      continue;
    }
    input += static_cast<char>(std::stoi(line.substr(i + 2, 2), nullptr, 16));
    i += 3;
  }
  return input;
}

}  // namespace

std::vector<std::string> read_corpus(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::vector<std::string> all;
  for (std::string line; std::getline(in, line);) all.push_back(unescaped(line));
  return all;
}

void write_corpus(const std::filesystem::path& file, const std::filesystem::path& folder) {
  std::vector<std::string> lines;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ostringstream bytes;
    bytes << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    lines.push_back(escaped(bytes.str()));
  }
  std::sort(lines.begin(), lines.end(), [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  std::ofstream out(file);
  std::size_t written = 0;
  for (const std::string& line : lines)
    if ((written += line.size() + 1) < most_bytes) out << line << '\n';
}

}  // namespace yari::fuzz
