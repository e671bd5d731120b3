/// \file
/// A program that runs beside this one, with pipes to its input and from its outputs.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace yari::platform {

/// In a command that a person types a backslash stands between folders, so that it cannot take the
/// meaning from what follows it.
#ifdef _WIN32
inline constexpr bool backslash_is_of_paths = true;
#else
inline constexpr bool backslash_is_of_paths = false;
#endif

/// A program that was started without a shell, and whatever it starts in turn: all of them are one
/// group, which none of the terminal's keys reach and which ends with this object.
///
/// Not to be used by two threads at once.
class Child {
 public:
  using Clock = std::chrono::steady_clock;

  /// Why there is no program: there are no pipes, or it cannot be started.
  struct Failure : std::system_error {
    Failure(int error, bool without_pipe)
        : std::system_error(error, std::generic_category()), lacks_pipe(without_pipe) {}
    bool lacks_pipe;
  };
  /// The first word is the program, looked up in PATH when it has no slash. Throws Failure.
  /// Requires: there is a first word.
  explicit Child(const std::vector<std::string>& words);
  /// Ends what still runs, by force.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  enum class Written { done, late, closed };
  /// Writes all of it to the input: `late` when the program does not read until `deadline`,
  /// `closed` when it never will. Raises no signal. Requires: the input is open.
  Written write(std::string_view text, Clock::time_point deadline);
  void close_input();

  /// Waits until there is something on one of the outputs or one ends, until `deadline` and for a
  /// minute at most, and appends what there is.
  void read(std::string& output, std::string& errors, Clock::time_point deadline);
  /// Appends what there is on the error output, without waiting.
  void read_errors(std::string& errors);
  /// The output has not ended, as far as it was read.
  bool has_output() const;

  /// How the program ended, as a sentence goes on: "ended with status 1"; empty while it runs. Its
  /// number belongs to no other program until this object is gone.
  const std::string& how_it_ended();
  /// Asks the group to end. Windows: does nothing, the end of its input is all that it is given.
  void ask_to_end();

 private:
  struct System;
  std::unique_ptr<System> system_;
};

}  // namespace yari::platform
