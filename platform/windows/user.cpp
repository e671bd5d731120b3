#include <shlobj.h>
#include <windows.h>
// After it.
#include <shellapi.h>

#include <array>
#include <cstdint>
#include <memory>
#include <system_error>

#include "platform/user.h"
#include "platform/windows/wide.h"

namespace yari::platform {

namespace fs = std::filesystem;

namespace {

fs::path known_folder(const KNOWNFOLDERID& id) {
  PWSTR name = nullptr;
  const HRESULT result = SHGetKnownFolderPath(id, KF_FLAG_DEFAULT, nullptr, &name);
  const std::unique_ptr<wchar_t, decltype(&CoTaskMemFree)> freed(name, CoTaskMemFree);
  return SUCCEEDED(result) ? fs::path(name) : fs::path();
}

}  // namespace

fs::path home_folder() { return known_folder(FOLDERID_Profile); }

fs::path config_folder() { return known_folder(FOLDERID_RoamingAppData); }

fs::path runtime_folder() { return {}; }

std::optional<std::string> variable(const std::string& name) {
  const wchar_t* const value = _wgetenv(wide(name).c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(narrow(value));
}

void set_missing_variable(const std::string& name, const std::string& value) {
  if (!variable(name)) _wputenv_s(wide(name).c_str(), wide(value).c_str());
}

std::string host_name() {
  std::array<wchar_t, 256> name{};
  auto size = static_cast<DWORD>(name.size());
  if (GetComputerNameExW(ComputerNameDnsHostname, name.data(), &size) == 0) return "";
  return narrow(name.data());
}

void open_in_desktop(const std::string& file_or_address) {
  const auto result = reinterpret_cast<std::intptr_t>(ShellExecuteW(
      nullptr, L"open", wide(file_or_address).c_str(), nullptr, nullptr, SW_SHOWNORMAL));
  // The documentation: greater than 32 when it succeeds, else a code of an error.
  constexpr std::intptr_t least = 32;
  if (result <= least)
    throw std::system_error(static_cast<int>(result), std::system_category(),
                            "cannot start the browser");
}

}  // namespace yari::platform
