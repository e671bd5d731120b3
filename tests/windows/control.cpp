// Does to a Windows program what a person at its console does, and what a crash does.
//
//   control ctrl-c MILLISECONDS WORD...   starts a program in a console of its own, and types
//   Ctrl-C control kill MILLISECONDS WORD...     starts it, and ends it by force, without a chance
//   to tidy up control count NAME                    prints how many processes have this name
//
// The first two end with the status of the program, 255 where it ended by itself before.
#include <windows.h>
// After it.
#include <shellapi.h>
#include <tlhelp32.h>

#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <string>

namespace {

BOOL WINAPI ignore(DWORD) { return TRUE; }

int count(const wchar_t* name) {
  const HANDLE processes = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
  PROCESSENTRY32W one{};
  one.dwSize = sizeof one;
  int found = 0;
  for (BOOL more = Process32FirstW(processes, &one); more != 0;
       more = Process32NextW(processes, &one))
    found += _wcsicmp(one.szExeFile, name) == 0 ? 1 : 0;
  CloseHandle(processes);
  return found;
}

/// Requires: no word has quotes or ends in a backslash.
std::wstring quoted(const wchar_t* word) { return L'"' + std::wstring(word) + L'"'; }

int fail(const char* what) {
  std::fprintf(stderr, "control: %s: error %lu\n", what, GetLastError());
  return 254;
}

}  // namespace

int main() {
  int size = 0;
  wchar_t** const words = CommandLineToArgvW(GetCommandLineW(), &size);
  if (size == 3 && std::wcscmp(words[1], L"count") == 0) {
    std::printf("%d\n", count(words[2]));
    return 0;
  }
  if (size < 4) return fail("usage");
  const bool by_key = std::wcscmp(words[1], L"ctrl-c") == 0;
  const DWORD pause = std::wcstoul(words[2], nullptr, 10);
  std::wstring line;
  for (int i = 3; i < size; ++i) line += (line.empty() ? L"" : L" ") + quoted(words[i]);
  STARTUPINFOW how{};
  how.cb = sizeof how;
  how.dwFlags = STARTF_USESTDHANDLES;
  how.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
  how.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
  how.hStdError = GetStdHandle(STD_ERROR_HANDLE);
  if (by_key) {
    // The key goes to all in the console: to this program, too.
    FreeConsole();
    if (AllocConsole() == 0) return fail("no console");
    SetConsoleCtrlHandler(ignore, TRUE);
  }
  PROCESS_INFORMATION made{};
  if (CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &how,
                     &made) == 0)
    return fail("cannot start the program");
  if (WaitForSingleObject(made.hProcess, pause) == WAIT_OBJECT_0) return 255;
  if (by_key) {
    if (GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0) == 0) return fail("Ctrl-C");
  } else {
    TerminateProcess(made.hProcess, 99);
  }
  constexpr DWORD patience = 60'000;
  if (WaitForSingleObject(made.hProcess, patience) != WAIT_OBJECT_0) {
    TerminateProcess(made.hProcess, 98);
    return fail("it does not end");
  }
  DWORD status = 0;
  GetExitCodeProcess(made.hProcess, &status);
  return static_cast<int>(status);
}
