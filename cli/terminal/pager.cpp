#include "cli/terminal/pager.h"

#include <sstream>

#include "platform/user.h"

namespace yari::cli {

namespace {

std::string named_pager() {
  for (const char* name : {"YARI_PAGER", "PAGER"})
    if (const auto value = platform::variable(name)) return *value;
  return "less";
}

}  // namespace

std::vector<std::string> pager_words() {
  const std::string value = named_pager();
  if (value == "cat") return {};
  if (value.find_first_of("|&;<>()$`\\\"'*?[#~=%\n") != value.npos) return {"/bin/sh", "-c", value};
  std::vector<std::string> words;
  std::istringstream text(value);
  for (std::string word; text >> word;) words.push_back(word);
  return words;
}

std::unique_ptr<platform::Pager> start_pager() {
  const std::vector<std::string> words = pager_words();
  // Leave at the end of one screen, let colours through, and keep the screen.
  if (!words.empty()) platform::set_missing_variable("LESS", "FRX");
  return std::make_unique<platform::Pager>(words);
}

}  // namespace yari::cli
