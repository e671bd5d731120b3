/// \file
/// What a file of samples or weights was made from: JSON beside it, from which it can be made
/// again.
#pragma once

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>

namespace yari::training {

using Manifest = nlohmann::ordered_json;

/// "networks/shogi.json" of "networks/shogi.bin".
inline std::filesystem::path manifest_path(std::filesystem::path file) {
  return file.replace_extension(".json");
}

/// XXH3 of the bytes, in hexadecimal digits.
inline std::string fingerprint(std::string_view bytes) {
  return fmt::format("{:016x}", XXH3_64bits(bytes.data(), bytes.size()));
}

inline std::string fingerprint_of(const std::filesystem::path& file) {
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return fingerprint(bytes.str());
}

/// The manifest of `file`; an empty object when there is none. Throws std::runtime_error when it is
/// no JSON.
inline Manifest read_manifest(const std::filesystem::path& file) {
  std::ifstream in(manifest_path(file));
  if (!in) return Manifest::object();
  try {
    return Manifest::parse(in);
  } catch (const Manifest::exception& error) {
    throw std::runtime_error(manifest_path(file).string() + ": " + error.what());
  }
}

/// Throws std::runtime_error when it cannot be written.
inline void write_manifest(const std::filesystem::path& file, const Manifest& manifest) {
  std::ofstream out(manifest_path(file));
  out << manifest.dump(2) << '\n';
  if (!out.flush()) throw std::runtime_error(manifest_path(file).string() + " cannot be written");
}

}  // namespace yari::training
