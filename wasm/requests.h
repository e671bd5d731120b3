/// \file
/// What the WebAssembly module can be asked. Requests and answers are JSON, and nothing is kept
/// between them.
#pragma once

#include <string>
#include <string_view>

namespace yari::wasm {

/// Answers one request, an object whose `ask` names it; the others are its parameters:
///
/// - `position`: `variant`, and `usi` ("startpos moves 7g7f", "sfen ... moves ..."), `sfen` or
///   `handicap`; answers as /api/position does (docs/api.md)
/// - `moves`: `usi` and `text`, moves as people type them; answers `moves` in USI
/// - `perft`: `usi` and `depth`; answers `nodes`
/// - `read`: `text`, `format`, `variant`, `strict`; answers `format`, `games` (game_json.h, each
///   with its `line` and `findings`) and `refused`, the findings of records without a game
/// - `write`: `game`, `format`, `width`; answers `text` and `losses`
/// - `formats`: answers `formats`
///
/// What cannot be answered is `{"error": {"message", "parameter"}}`. Never throws for what a
/// request holds.
std::string answer(std::string_view request);

}  // namespace yari::wasm
