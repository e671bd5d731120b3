#include "platform/windows/wide.h"

#include <windows.h>

#include <codecvt>
#include <locale>
#include <system_error>

namespace {

const std::codecvt_utf8_utf16<wchar_t>& utf8() {
  static const std::codecvt_utf8_utf16<wchar_t> facet;
  return facet;
}

}  // namespace

// libstdc++ makes a std::filesystem::path of char by this facet, which asks the C library, and no
// locale of that has UTF-8; a path gives its text as UTF-8 anyway. The program is linked
// statically: these members take the place of those in the library's archive, where one file has
// just them.
namespace std {

using Facet = codecvt<wchar_t, char, mbstate_t>;

codecvt_base::result Facet::do_in(mbstate_t& state, const char* from, const char* from_end,
                                  const char*& from_next, wchar_t* to, wchar_t* to_end,
                                  wchar_t*& to_next) const {
  return utf8().in(state, from, from_end, from_next, to, to_end, to_next);
}

codecvt_base::result Facet::do_out(mbstate_t& state, const wchar_t* from, const wchar_t* from_end,
                                   const wchar_t*& from_next, char* to, char* to_end,
                                   char*& to_next) const {
  return utf8().out(state, from, from_end, from_next, to, to_end, to_next);
}

int Facet::do_length(mbstate_t& state, const char* from, const char* end, size_t most) const {
  return utf8().length(state, from, end, most);
}

int Facet::do_encoding() const noexcept { return utf8().encoding(); }

int Facet::do_max_length() const noexcept { return utf8().max_length(); }

}  // namespace std

namespace yari::platform {

std::wstring wide(std::string_view text) {
  const int size = static_cast<int>(text.size());
  std::wstring result(
      static_cast<std::size_t>(MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0)),
      L'\0');
  MultiByteToWideChar(CP_UTF8, 0, text.data(), size, result.data(),
                      static_cast<int>(result.size()));
  return result;
}

std::string narrow(std::wstring_view text) {
  const int size = static_cast<int>(text.size());
  std::string result(static_cast<std::size_t>(WideCharToMultiByte(CP_UTF8, 0, text.data(), size,
                                                                  nullptr, 0, nullptr, nullptr)),
                     '\0');
  WideCharToMultiByte(CP_UTF8, 0, text.data(), size, result.data(), static_cast<int>(result.size()),
                      nullptr, nullptr);
  return result;
}

int last_error() noexcept {
  const std::error_code why(static_cast<int>(GetLastError()), std::system_category());
  return why.default_error_condition().value();
}

}  // namespace yari::platform
