// Pipes of Windows cannot be waited for with poll(): each has a read or a write on its way, and an
// event says when that is done.
#include "platform/child.h"

#include <windows.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <utility>

#include "platform/windows/wide.h"

namespace yari::platform {
namespace {

using std::chrono::milliseconds;

constexpr DWORD pipe_size = 1 << 16;

/// Milliseconds until `deadline`, at most a minute.
DWORD until(Child::Clock::time_point deadline) {
  const auto left = std::chrono::ceil<milliseconds>(deadline - Child::Clock::now()).count();
  return static_cast<DWORD>(std::clamp<long long>(left, 0, 60'000));
}

/// Closed in the end.
class Handle {
 public:
  explicit Handle(HANDLE handle = nullptr) noexcept
      : handle_(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Handle() { reset(); }
  void reset() noexcept {
    if (handle_ != nullptr) CloseHandle(std::exchange(handle_, nullptr));
  }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  HANDLE get() const noexcept { return handle_; }

 private:
  HANDLE handle_;
};

[[noreturn]] void fail(bool lacks_pipe) { throw Child::Failure(last_error(), lacks_pipe); }

/// Our end, which does not block, and the child's.
struct Pipe {
  Handle ours, theirs;
  explicit Pipe(bool to_child) {
    static std::atomic<int> number = 0;
    const std::wstring name = L"\\\\.\\pipe\\yari-" + std::to_wstring(GetCurrentProcessId()) +
                              L"-" + std::to_wstring(++number);
    ours = Handle(
        CreateNamedPipeW(name.c_str(),
                         static_cast<DWORD>(to_child ? PIPE_ACCESS_OUTBOUND : PIPE_ACCESS_INBOUND) |
                             FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                         PIPE_TYPE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS, 1, pipe_size,
                         pipe_size, 0, nullptr));
    if (!ours) fail(true);
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    theirs = Handle(CreateFileW(name.c_str(), to_child ? GENERIC_READ : GENERIC_WRITE, 0,
                                &inherited, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
    if (!theirs) fail(true);
  }
};

/// Something on its way through a pipe. It must not be moved meanwhile.
class Transfer {
 public:
  explicit Transfer(Handle pipe)
      : pipe_(std::move(pipe)), done_(CreateEventW(nullptr, TRUE, FALSE, nullptr)) {
    if (!done_) fail(true);
  }
  ~Transfer() { close(); }
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  bool is_open() const { return static_cast<bool>(pipe_); }
  HANDLE done() const { return done_.get(); }
  void close() {
    if (!pipe_) return;
    if (is_under_way_) {
      CancelIoEx(pipe_.get(), &state_);
      DWORD ignored = 0;
      GetOverlappedResult(pipe_.get(), &state_, &ignored, TRUE);
      is_under_way_ = false;
    }
    pipe_.reset();
  }

 protected:
  /// Of ReadFile or WriteFile.
  void started(BOOL at_once) {
    is_under_way_ = at_once != 0 || GetLastError() == ERROR_IO_PENDING;
    if (!is_under_way_) pipe_.reset();
  }
  OVERLAPPED* fresh_state() {
    state_ = {};
    state_.hEvent = done_.get();
    return &state_;
  }
  /// How many bytes were moved; -1 while it goes on, or when the pipe has ended, and then it is
  /// closed.
  long long taken() {
    DWORD count = 0;
    if (GetOverlappedResult(pipe_.get(), &state_, &count, FALSE) != 0) {
      is_under_way_ = false;
      return count;
    }
    if (GetLastError() == ERROR_IO_INCOMPLETE) return -1;
    is_under_way_ = false;
    pipe_.reset();
    return -1;
  }
  HANDLE pipe() const { return pipe_.get(); }

 private:
  Handle pipe_;
  Handle done_;
  OVERLAPPED state_{};
  bool is_under_way_ = false;
};

/// One read is always on its way.
class Reader : public Transfer {
 public:
  explicit Reader(Handle pipe) : Transfer(std::move(pipe)) { start(); }
  ~Reader() { close(); }
  /// Appends what there is.
  void take(std::string& to) {
    if (!is_open()) return;
    const long long count = taken();
    if (count < 0) return;
    to.append(block_.data(), static_cast<std::size_t>(count));
    start();
  }

 private:
  void start() {
    started(
        ReadFile(pipe(), block_.data(), static_cast<DWORD>(block_.size()), nullptr, fresh_state()));
  }
  std::array<char, pipe_size> block_;
};

class Writer : public Transfer {
 public:
  explicit Writer(Handle pipe) : Transfer(std::move(pipe)) {}
  Child::Written write(std::string_view text, Child::Clock::time_point deadline) {
    while (!text.empty()) {
      if (!is_open()) return Child::Written::closed;
      const auto size = static_cast<DWORD>(std::min<std::size_t>(text.size(), pipe_size));
      started(WriteFile(pipe(), text.data(), size, nullptr, fresh_state()));
      if (!is_open()) return Child::Written::closed;
      while (WaitForSingleObject(done(), until(deadline)) == WAIT_TIMEOUT) {
        if (Child::Clock::now() < deadline) continue;
        // The rest of a line would make no sense to the program.
        close();
        return Child::Written::late;
      }
      const long long count = taken();
      if (count < 0) return Child::Written::closed;
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    return Child::Written::done;
  }
};

/// As CommandLineToArgvW and the C library take it apart: quotes around each word, and backslashes
/// doubled before a quote.
std::wstring quoted(const std::wstring& word) {
  std::wstring result = L"\"";
  std::size_t backslashes = 0;
  for (const wchar_t c : word) {
    if (c == L'"') result.append(backslashes + 1, L'\\');
    backslashes = c == L'\\' ? backslashes + 1 : 0;
    result += c;
  }
  return result.append(backslashes, L'\\') + L'"';
}

/// In PATH alone: CreateProcess would look into the present folder first, where a stranger may have
/// put it.
std::wstring found_program(const std::wstring& name) {
  if (name.find_first_of(L"/\\:") != name.npos) return name;
  std::wstring path(GetEnvironmentVariableW(L"PATH", nullptr, 0), L'\0');
  path.resize(GetEnvironmentVariableW(L"PATH", path.data(), static_cast<DWORD>(path.size())));
  std::array<wchar_t, 32768> found{};
  for (const wchar_t* const ending : {L".exe", L".bat", L".cmd"})
    if (SearchPathW(path.c_str(), name.c_str(), ending, static_cast<DWORD>(found.size()),
                    found.data(), nullptr) > 0)
      return found.data();
  throw Child::Failure(ENOENT, false);
}

std::wstring command_line(const std::vector<std::string>& words) {
  std::wstring line = quoted(found_program(wide(words.front())));
  for (std::size_t i = 1; i < words.size(); ++i) line += L' ' + quoted(wide(words[i]));
  return line;
}

/// Whose processes end with it.
Handle make_job() {
  Handle job(CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  if (!job || SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits,
                                      sizeof limits) == 0)
    fail(false);
  return job;
}

/// Names the handles that the child inherits, and no others: two children may start at once.
class InheritedHandles {
 public:
  explicit InheritedHandles(std::array<HANDLE, 3> handles) : handles_(handles) {
    SIZE_T size = 0;
    InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
    memory_.resize(size);
    if (InitializeProcThreadAttributeList(list(), 1, 0, &size) == 0) fail(false);
    if (UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(),
                                  sizeof handles_, nullptr, nullptr) == 0)
      fail(false);
  }
  ~InheritedHandles() { DeleteProcThreadAttributeList(list()); }
  InheritedHandles(const InheritedHandles&) = delete;
  InheritedHandles& operator=(const InheritedHandles&) = delete;
  LPPROC_THREAD_ATTRIBUTE_LIST list() {
    return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory_.data());
  }

 private:
  std::array<HANDLE, 3> handles_;
  std::vector<char> memory_;
};

Handle start(std::wstring command, HANDLE job, HANDLE in, HANDLE out, HANDLE err) {
  InheritedHandles inherited({in, out, err});
  STARTUPINFOEXW how{};
  how.StartupInfo.cb = sizeof how;
  how.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  how.StartupInfo.hStdInput = in;
  how.StartupInfo.hStdOutput = out;
  how.StartupInfo.hStdError = err;
  how.lpAttributeList = inherited.list();
  PROCESS_INFORMATION made{};
  // Suspended, so that it starts nothing before it belongs to the job. Ctrl-C does not reach it.
  constexpr DWORD flags = CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW |
                          CREATE_UNICODE_ENVIRONMENT | EXTENDED_STARTUPINFO_PRESENT;
  if (CreateProcessW(nullptr, command.data(), nullptr, nullptr, TRUE, flags, nullptr, nullptr,
                     &how.StartupInfo, &made) == 0)
    fail(false);
  Handle process(made.hProcess);
  const Handle thread(made.hThread);
  if (AssignProcessToJobObject(job, process.get()) == 0) {
    const int why = last_error();
    TerminateProcess(process.get(), 1);
    throw Child::Failure(why, false);
  }
  ResumeThread(thread.get());
  return process;
}

}  // namespace

struct Child::System {
  System(Handle own_job, Handle own_process, Handle in, Handle out, Handle err)
      : job(std::move(own_job)),
        process(std::move(own_process)),
        input(std::move(in)),
        output(std::move(out)),
        errors(std::move(err)) {}
  Handle job;
  Handle process;
  Writer input;
  Reader output;
  Reader errors;
  std::string end;
};

Child::Child(const std::vector<std::string>& words) {
  assert(!words.empty());
  Pipe in(true);
  Pipe out(false);
  Pipe err(false);
  Handle job = make_job();
  Handle process =
      start(command_line(words), job.get(), in.theirs.get(), out.theirs.get(), err.theirs.get());
  system_ = std::make_unique<System>(std::move(job), std::move(process), std::move(in.ours),
                                     std::move(out.ours), std::move(err.ours));
}

Child::~Child() {
  TerminateJobObject(system_->job.get(), 1);
  WaitForSingleObject(system_->process.get(), INFINITE);
}

Child::Written Child::write(std::string_view text, Clock::time_point deadline) {
  return system_->input.write(text, deadline);
}

void Child::close_input() { system_->input.close(); }

void Child::read(std::string& output, std::string& errors, Clock::time_point deadline) {
  std::array<HANDLE, 2> events{};
  DWORD count = 0;
  for (const Reader* reader : {&system_->output, &system_->errors})
    if (reader->is_open()) events[count++] = reader->done();
  if (count == 0) return;
  if (WaitForMultipleObjects(count, events.data(), FALSE, until(deadline)) == WAIT_TIMEOUT) return;
  system_->errors.take(errors);
  system_->output.take(output);
}

void Child::read_errors(std::string& errors) { system_->errors.take(errors); }

bool Child::has_output() const { return system_->output.is_open(); }

const std::string& Child::how_it_ended() {
  std::string& end = system_->end;
  DWORD status = 0;
  if (end.empty() && WaitForSingleObject(system_->process.get(), 0) == WAIT_OBJECT_0 &&
      GetExitCodeProcess(system_->process.get(), &status) != 0)
    end = "ended with status " + std::to_string(status);
  return end;
}

void Child::ask_to_end() {}

}  // namespace yari::platform
