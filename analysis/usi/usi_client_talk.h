/// \file
/// One life of a USI engine's process: handshake, options, searches. It trusts nothing it hears and
/// waits for nothing without end.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/usi/process.h"
#include "analysis/usi/usi_client.h"
#include "analysis/usi/usi_client_info.h"

namespace yari {

/// What a search came to.
struct UsiOutcome {
  Analysis analysis;
  UsiAnswer answer = UsiAnswer::move;
};

/// When a search has to end.
struct UsiPatience {
  using Time = std::chrono::steady_clock::time_point;
  /// `stop` is sent then.
  Time stop_at = Time::max();
  /// Without an answer it has failed then.
  Time fail_at = Time::max();
  /// `stop` is sent when the engine reports more than these; 0: never.
  std::uint64_t nodes = 0;
  int depth = 0;
};

/// Every member throws EngineFailure or ProcessFailure; the process is of no use after that.
class UsiTalk {
 public:
  /// Starts the engine, shakes hands and sets the options.
  explicit UsiTalk(const UsiSettings& settings);
  /// Asks it to quit.
  ~UsiTalk();
  UsiTalk(const UsiTalk&) = delete;
  UsiTalk& operator=(const UsiTalk&) = delete;

  const std::string& name() const { return name_; }
  const std::vector<UsiOption>& options() const { return options_; }

  void new_game();
  /// Sends the position and `go`, and listens until the engine says its move.
  /// Requires: there is a legal move.
  UsiOutcome search(const GamePosition& position, std::string_view go, int multipv,
                    const UsiPatience& patience, std::stop_token stop, const Progress& progress);

 private:
  using Clock = Process::Clock;

  void say(const std::string& line);
  /// The next line, or no value when there is none until `until`; counts what it reads.
  std::optional<std::string> hear(Clock::time_point until);
  void hear_until(std::string_view word);
  void skip_what_was_said();
  void make_ready();
  void set_options();
  void set_option(const UsiOption& option, const std::string& value);
  void choose_variant(Variant v);
  void choose_multipv(int multipv);
  const UsiOption* find_option(std::string_view name) const;
  UsiOutcome answer_of(std::string_view line, const GamePosition& position,
                       const UsiLines& lines) const;

  const UsiSettings& settings_;
  std::string name_;
  std::vector<UsiOption> options_;
  std::optional<Variant> variant_;
  int multipv_ = 1;
  std::size_t heard_ = 0;  // bytes since the last command that wants an answer
  Process process_;
};

}  // namespace yari
