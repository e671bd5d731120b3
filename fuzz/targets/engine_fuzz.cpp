// An engine that misbehaves: whatever it says, and whenever, an analysis holds legal lines or fails
// with a sentence, and the engine's process is gone.
#include <filesystem>
#include <fstream>

#include "analysis/usi/usi_client.h"
#include "fuzz/fuzz.h"
#include "rules/position.h"
#include "rules/start.h"

namespace yari::fuzz::engine_fuzz {
namespace {

UsiSettings settings_for(const std::filesystem::path& script) {
  UsiSettings settings;
  settings.command = {
      std::filesystem::read_symlink("/proc/self/exe").parent_path() / "scripted_engine", script};
  settings.options = {{"USI_Hash", "1"}};
  settings.patience = std::chrono::milliseconds(30);
  settings.longest_search = std::chrono::milliseconds(10);
  return settings;
}

void require_legal(const GamePosition& searched, const Analysis& analysis) {
  require(!analysis.lines.empty(), "an analysis has a line");
  for (const ScoredLine& line : analysis.lines) {
    require(!line.pv.empty(), "a line has a move");
    with_variant(searched.start.variant, [&]<class V>(V) {
      Position<V> position = Position<V>::start();
      for (const Move move : line.pv) {
        require(position.is_legal(move), "the moves of a line are legal");
        position.play(move);
      }
    });
  }
}

}  // namespace

/// The first byte chooses the game and the lines wanted; the rest is the engine's script.
void check(std::string_view input) {
  Bytes bytes(input);
  const std::uint8_t choice = bytes.next();
  const GamePosition position{start_setup(choice % 2 == 0 ? Variant::shogi : Variant::yari), {}};
  Limits limits;
  limits.nodes = 100;
  limits.multipv = 1 + choice / 2 % 3;
  const std::filesystem::path script = scratch_file(".engine");
  std::ofstream(script, std::ios::binary) << bytes.rest();
  try {
    UsiEngine engine(settings_for(script));
    require(engine.name().find('\n') == std::string::npos, "a name is one line");
    require_legal(position, engine.analyze(position, limits));
  } catch (const EngineFailure& failure) {
    require(*failure.what() != '\0', "a failure has a reason");
  }
  std::filesystem::remove(script);
}

std::vector<std::string> seeds() {
  const std::string hello =
      "\1id name Script 1\noption name USI_Hash type spin default 1\noption name MultiPV type spin "
      "default 1\noption name USI_Variant type combo default shogi var shogi var yarishogi\nusiok\n"
      "\1\1readyok\n\1\1readyok\n\1\1";
  const std::string info = "info depth 3 score cp 25 nodes 99 pv 7g7f 3c3d\n";
  std::vector<std::string> all;
  for (const char choice : {'\0', '\1', '\4'})
    for (const std::string& rest :
         {info + "bestmove 7g7f\n", info + "\2bestmove resign\n", info + "\3",
          std::string("info score mate -3 lowerbound pv 2g2f\n\5\1bestmove 1a1b\n"), info + "\4",
          std::string("info multipv 2 score cp 3 pv 2g2f 9a9z\nbestmove P*5e\n"),
          std::string("\2\2\2\2\1bestmove win\n")})
      all.push_back(choice + hello + rest);
  all.push_back(std::string(1, '\0') + "\1usiok\n\5\5");
  all.push_back(std::string(1, '\0') + "\1id name \n\3");
  return all;
}

const Target target("engine", check, seeds);

}  // namespace yari::fuzz::engine_fuzz
