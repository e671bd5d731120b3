#include "tests/cli/program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>

#include "tests/support/catch.h"
#include "tests/support/data.h"

extern char** environ;

namespace yari::test {

namespace {

using Clock = std::chrono::steady_clock;

/// A busy machine is slow; only a program that hangs takes as long as this.
constexpr std::chrono::minutes patience{10};

struct Pipe {
  int read = -1;
  int write = -1;
  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
      throw std::system_error(errno, std::generic_category(), "pipe");
    read = ends[0];
    write = ends[1];
  }
  ~Pipe() {
    close_end(read);
    close_end(write);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  static void close_end(int& end) {
    if (end >= 0) close(end);
    end = -1;
  }
};

/// Whether a variable that the person who runs the tests may have set changes what a program does.
/// Those of scripts/mutants are meant to.
bool matters(std::string_view entry) {
  const std::string_view name = entry.substr(0, entry.find('='));
  constexpr std::array<std::string_view, 10> names{
      "NO_COLOR", "COLUMNS", "LINES", "PAGER", "LESS", "TERM", "LANG", "LANGUAGE", "TZ", "BROWSER"};
  if (name.starts_with("YARI_MUTANT")) return false;
  return name.starts_with("YARI_") || name.starts_with("LC_") || name.starts_with("XDG_") ||
         std::ranges::find(names, name) != names.end();
}

std::vector<std::string> environment_of(const RunOptions& options) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (!matters(*entry)) all.emplace_back(*entry);
  all.insert(all.end(), {"YARI_CONFIG=", "TERM=xterm", "LC_ALL=C.UTF-8", "TZ=UTC"});
  for (const auto& [name, value] : options.environment) {
    const std::string head = name + "=";
    std::erase_if(all, [&](const std::string& entry) { return entry.starts_with(head); });
    all.push_back(head + value);
  }
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

/// Moves what there is from `fd` to `text`; closes it at its end.
void drain(int& fd, std::string& text) {
  std::array<char, 65536> buffer{};
  const ssize_t n = read(fd, buffer.data(), buffer.size());
  if (n > 0)
    text.append(buffer.data(), static_cast<std::size_t>(n));
  else
    Pipe::close_end(fd);
}

void feed(int& fd, std::string_view& rest) {
  const ssize_t n = rest.empty() ? 0 : write(fd, rest.data(), rest.size());
  if (n > 0) rest.remove_prefix(static_cast<std::size_t>(n));
  if (n < 0 || rest.empty()) Pipe::close_end(fd);
}

/// Whether it is time for SIGINT.
bool is_interrupted(const RunOptions& options, const Outcome& outcome) {
  if (options.interrupt_at_output && !outcome.out.empty()) return true;
  return !options.interrupt_at_file.empty() && std::filesystem::exists(options.interrupt_at_file);
}

}  // namespace

pid_t start_program(std::vector<std::string> words, const RunOptions& options, int in, int out,
                    int err) {
  std::vector<std::string> environment = environment_of(options);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, 0);
  if (options.out_file.empty())
    posix_spawn_file_actions_adddup2(&actions, out, 1);
  else
    posix_spawn_file_actions_addopen(&actions, 1, options.out_file.c_str(), O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, err, 2);
  if (!options.folder.empty())
    posix_spawn_file_actions_addchdir_np(&actions, options.folder.c_str());
  pid_t pid = -1;
  const int fault = posix_spawnp(&pid, words[0].c_str(), &actions, nullptr, pointers(words).data(),
                                 pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (fault != 0) throw std::system_error(fault, std::generic_category(), words[0]);
  return pid;
}

int exit_code_of(int wait_status) {
  return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 1000 + WTERMSIG(wait_status);
}

Outcome run_program(const std::string& program, const std::vector<std::string>& words,
                    const RunOptions& options) {
  std::signal(SIGPIPE, SIG_IGN);
  Pipe in;
  Pipe out;
  Pipe err;
  const Clock::time_point begun = Clock::now();
  std::vector<std::string> all{program};
  all.insert(all.end(), words.begin(), words.end());
  const pid_t pid = start_program(std::move(all), options, in.read, out.write, err.write);
  for (int* end : {&in.read, &out.write, &err.write}) Pipe::close_end(*end);
  if (options.closed_pipe) Pipe::close_end(out.read);
  Outcome outcome;
  std::string_view input = options.input;
  bool interrupted = false;
  while (out.read >= 0 || err.read >= 0) {
    std::array<pollfd, 3> ends{
        {{out.read, POLLIN, 0}, {err.read, POLLIN, 0}, {in.write, POLLOUT, 0}}};
    poll(ends.data(), ends.size(), 20);
    if (ends[0].revents != 0) drain(out.read, outcome.out);
    if (ends[1].revents != 0) drain(err.read, outcome.err);
    if (ends[2].revents != 0) feed(in.write, input);
    if (!interrupted && is_interrupted(options, outcome)) {
      kill(pid, SIGINT);
      interrupted = true;
    }
    if (Clock::now() - begun > patience) kill(pid, SIGKILL);
  }
  int status = 0;
  rusage used{};
  wait4(pid, &status, 0, &used);
  outcome.code = exit_code_of(status);
  outcome.peak_mib = used.ru_maxrss / 1024;
  return outcome;
}

Outcome yari(const std::vector<std::string>& words, const RunOptions& options) {
  return run_program(YARI_PROGRAM, words, options);
}

Outcome yari_on_terminal(const std::vector<std::string>& words, const RunOptions& options) {
  std::string command = "'" YARI_PROGRAM "'";
  for (const std::string& word : words) command += " '" + word + "'";
  command = fmt::format("stty cols {}; {}", options.columns, command);
  RunOptions without_pager = options;
  without_pager.environment.insert(without_pager.environment.begin(), {{"YARI_PAGER", "cat"}});
  return run_program("script", {"-qec", command, "/dev/null"}, without_pager);
}

std::string path_with_yari() {
  return std::filesystem::path(YARI_PROGRAM).parent_path().string() +
         ":/usr/local/bin:/usr/bin:/bin";
}

std::vector<std::string> Outcome::lines() const {
  std::vector<std::string> lines;
  std::istringstream text(out);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

namespace {

/// Every field that a user may meet stands in docs/json.md.
bool is_documented(const std::string& field) {
  static const std::string page =
      read_file(std::filesystem::path(YARI_SOURCE_DIR) / "docs/json.md");
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (std::size_t at = page.find(field); at != page.npos; at = page.find(field, at + 1))
    if (!is_word(page[at - 1]) && !is_word(page[at + field.size()])) return true;
  return false;
}

}  // namespace

std::vector<nlohmann::json> Outcome::json() const {
  std::vector<nlohmann::json> objects;
  for (const std::string& line : lines()) {
    objects.push_back(nlohmann::json::parse(line, nullptr, false));
    INFO(line);
    REQUIRE(objects.back().is_object());
    for (const auto& [field, value] : objects.back().items()) {
      INFO("a field that docs/json.md does not name: " << field);
      CHECK(is_documented(field));
    }
  }
  return objects;
}

nlohmann::json Outcome::object() const {
  const std::vector<nlohmann::json> objects = json();
  INFO(out << err);
  REQUIRE(objects.size() == 1);
  return objects.front();
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "yari-test-XXXXXX").string();
  REQUIRE(mkdtemp(name.data()) != nullptr);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::file(const std::string& name, const std::string& content) const {
  std::filesystem::create_directories((path_ / name).parent_path());
  std::ofstream(path_ / name, std::ios::binary) << content;
  return (path_ / name).string();
}

}  // namespace yari::test
