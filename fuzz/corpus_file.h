/// \file
/// fuzz/corpus/NAME: inputs that libFuzzer found worth keeping, one a line, as text that can be
/// compared.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace yari::fuzz {

/// The inputs in the file; none where it is missing.
std::vector<std::string> read_corpus(const std::filesystem::path& file);

/// Writes the inputs of a folder, the shortest first, as long as the file stays below 24 KiB.
void write_corpus(const std::filesystem::path& file, const std::filesystem::path& folder);

}  // namespace yari::fuzz
