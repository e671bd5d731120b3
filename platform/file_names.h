/// \file
/// Files by name: moving them in one step, telling them apart, making folders under unused names.
///
/// A failure is false, and `errno` says why, where nothing else is said.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace yari::platform {

/// Which file a name leads to, through links.
struct FileIdentity {
  std::uint64_t device = 0;
  /// 0: no file.
  std::uint64_t number = 0;
  bool operator==(const FileIdentity&) const = default;
};
/// Allocates nothing.
FileIdentity identity_of(const std::filesystem::path& name) noexcept;

/// Whether this user may write to the file, or make files in the folder.
bool is_writable(const std::filesystem::path& name) noexcept;

/// Gives a file another name in its folder, in one step; a file that has the name is replaced.
bool replace(const std::filesystem::path& from, const std::filesystem::path& to) noexcept;
/// The same, but EEXIST where the name is taken. Also in one step, except on file systems that
/// cannot do that.
bool rename_to_free(const std::filesystem::path& from, const std::filesystem::path& to) noexcept;
/// Removes a file or a link. Allocates nothing and may be called by a signal handler.
bool remove_file(const std::filesystem::path::value_type* name) noexcept;

/// Letters of the longest full path of a folder that can be listed. Windows: the C library of mingw
/// has no room for more, and takes such a folder for an empty one.
#ifdef _WIN32
inline constexpr std::size_t longest_folder = 259;
#else
inline constexpr std::size_t longest_folder = static_cast<std::size_t>(-1);
#endif

/// Makes a folder PREFIX?, with some letters for the "?", for its owner alone. Returns an empty
/// name with `errno` on failure.
std::filesystem::path make_temporary_folder(const std::filesystem::path& prefix);

/// What was written to the file survives a power cut.
bool sync_file(const std::filesystem::path& name) noexcept;
/// So does which names the folder has. Windows: nothing to do, renaming does it.
bool sync_folder(const std::filesystem::path& name) noexcept;

/// A number that no other process has now.
int process_id() noexcept;

}  // namespace yari::platform
