/// \file
/// A folder for one test, gone at its end.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "platform/file_names.h"

namespace yari::platform::test {

class Scratch {
 public:
  Scratch()
      : folder_(make_temporary_folder(std::filesystem::temp_directory_path() / "yari-platform-")) {}
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::filesystem::path operator/(const char* name) const { return folder_ / name; }
  std::filesystem::path file(const char* name, const std::string& text) const {
    std::ofstream(*this / name, std::ios::binary) << text;
    return *this / name;
  }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

}  // namespace yari::platform::test
