/// \file
/// Every command that writes, with the files it starts from and what its end must look like.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/db/tools/support.h"

namespace yari::test {

/// What the files of a command hold, as lines that can be compared: a game with everything stored
/// with it, a change that can be undone, a file that was written.
using State = std::vector<std::string>;

struct Scenario {
  std::string name;
  /// The files that are there at first, as NAME in the working folder and its bytes.
  std::vector<std::pair<std::string, std::filesystem::path>> files;
  /// The database, as NAME in the working folder; "w.db" unless said otherwise.
  std::vector<std::string> words;
  /// It is written in steps: what is interrupted may be between the two states, and every line of
  /// it one of either.
  bool in_steps = false;
  /// Running it a second time changes nothing more.
  bool repeatable = true;
  /// The file that it writes beside the database.
  std::string output = {};
  /// Records that cannot be read are left out of the output, as damaged ones are: it may end early.
  bool output_may_end_early = false;
};

/// The scenarios and the folder with the files they start from.
class Scenarios {
 public:
  Scenarios();
  const std::vector<Scenario>& all() const { return all_; }
  /// Empties the working folder and puts the files of the scenario there. It is the folder that
  /// commands run in.
  void prepare(const Scenario& scenario) const;
  std::filesystem::path working(const std::string& name) const { return folder_ / "work" / name; }
  /// The bytes of what lies in the working folder, by name; without what only readers share.
  std::map<std::string, std::string> files() const;

 private:
  void add_bases();

  TempFolder folder_;
  std::vector<Scenario> all_;
};

/// The state of what lies in the working folder. Fails the test when the database is not sound.
State state_in(const std::filesystem::path& folder, const Scenario& scenario);

/// Whether the state may be left by a command that was interrupted.
bool may_remain(const Scenario& scenario, const State& now, const State& before,
                const State& after);

/// Whether the command has done its work. One that was interrupted between its steps may have made
/// two changes of one.
bool is_complete(const Scenario& scenario, State now, State after);

/// The first lines that are not in both, cut short, for a message.
std::string difference(const State& before, const State& now);

/// A line that scripts/harden reads: "harden: NAME VALUE".
void print_figure(const std::string& name, double value);

}  // namespace yari::test
