/// \file
/// The user's folders, variables, machine and desktop.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace yari::platform {

/// The user's own folder; empty where there is none.
std::filesystem::path home_folder();
/// Where programs keep what a user has configured, each in a folder of its own; empty where there
/// is none. POSIX: $XDG_CONFIG_HOME, else ~/.config. Windows: AppData\Roaming.
std::filesystem::path config_folder();
/// A folder for what lives as long as the session, which only this user can read: $XDG_RUNTIME_DIR.
/// Empty where there is none, and on Windows, where others cannot read a user's temporary files.
std::filesystem::path runtime_folder();

/// A variable of the environment, in UTF-8; no value where there is none of that name.
std::optional<std::string> variable(const std::string& name);
/// Gives it a value, unless it has one.
/// Requires: no other thread runs that reads the environment.
void set_missing_variable(const std::string& name, const std::string& value);

/// What the machine calls itself; empty where it has no name.
std::string host_name();

/// Opens a file or an address with the program that the desktop has for it, which goes on when this
/// one ends. Throws std::system_error when it cannot be started.
void open_in_desktop(const std::string& file_or_address);

}  // namespace yari::platform
