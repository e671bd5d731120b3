/// \file
/// The measuring data that lies beside a checkout, where there is any.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace yari::test {

/// `data/NAME` of the shared folder (`$YARI_DATA`, else `../shared/data` beside the source tree); no value,
/// and a warning in the test's output, when it is missing. Tests then return: they are skipped.
std::optional<std::filesystem::path> shared_data(std::string_view name);

std::string read_file(const std::filesystem::path& path);

/// The rows of a tab-separated file, without its first line (the heading).
std::vector<std::vector<std::string>> read_tsv(const std::filesystem::path& path);

}  // namespace yari::test
