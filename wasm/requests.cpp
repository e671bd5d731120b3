#include "wasm/requests.h"

#include <algorithm>

#include "notation/format.h"
#include "notation/json/fields.h"
#include "notation/json/game_json.h"
#include "notation/json/position_json.h"
#include "notation/moves/typed_moves.h"
#include "notation/words/handicap_text.h"
#include "rules/perft.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace yari::wasm {

namespace {

Json error_json(std::string_view message, std::string_view parameter = "") {
  return {{"error",
           {{"message", message}, {"parameter", parameter.empty() ? Json() : Json(parameter)}}}};
}

/// A start and the moves from it on.
struct PlayedLine {
  Setup start;
  std::vector<Move> moves;
};

/// Why a request cannot be answered.
struct Refusal {
  std::string message;
  std::string_view parameter;
};

Result<Variant, Refusal> variant_of(Fields& fields) {
  const auto named = fields.text("variant");
  if (!named) return Variant::yari;
  if (const auto variant = variant_named(*named)) return *variant;
  return tl::unexpected<Refusal>({"expected yari or shogi", "variant"});
}

Result<PlayedLine, Refusal> valid(Setup start) {
  const std::vector<std::string> faults = faults_of(start);
  if (!faults.empty()) return tl::unexpected<Refusal>({faults.front(), "sfen"});
  return PlayedLine{std::move(start), {}};
}

/// By `usi`, `sfen` or `handicap`; without them the even start.
Result<PlayedLine, Refusal> line_of(Fields& fields) {
  const Result<Variant, Refusal> variant = variant_of(fields);
  if (!variant) return tl::unexpected(variant.error());
  if (const auto usi = fields.text("usi")) {
    const Result<Game, Diagnostic> read = read_strictly(*format_named("usi"), *usi, *variant);
    if (!read) return tl::unexpected<Refusal>({read.error().message, "usi"});
    return PlayedLine{read->start, read->moves.main_moves()};
  }
  if (const auto sfen = fields.text("sfen")) {
    const Result<Setup> setup = read_start(*sfen, *variant);
    if (!setup) return tl::unexpected<Refusal>({setup.error().message, "sfen"});
    return valid(*setup);
  }
  if (const auto handicap = fields.text("handicap")) {
    const Result<Setup> setup = read_typed_handicap(*handicap, *variant);
    if (!setup) return tl::unexpected<Refusal>({setup.error().message, "handicap"});
    return valid(*setup);
  }
  return PlayedLine{start_setup(*variant), {}};
}

Json answer_position(Fields& fields) {
  const auto line = line_of(fields);
  if (!line) return error_json(line.error().message, line.error().parameter);
  return position_json(line->start, line->moves);
}

Setup end_of_line(const PlayedLine& line) {
  return with_variant(line.start.variant, [&]<class V>(V) {
    Position<V> position = Position<V>::from_unchecked(line.start);
    for (const Move move : line.moves) position.play(move);
    return position.setup();
  });
}

Json answer_moves(Fields& fields) {
  const auto line = line_of(fields);
  if (!line) return error_json(line.error().message, line.error().parameter);
  const auto moves = read_typed_moves(fields.text("text").value_or(""), end_of_line(*line),
                                      last_target_of(line->moves));
  if (!moves) return error_json(moves.error().message, "text");
  return object({{"moves", usi_texts(line->start.variant, *moves)}});
}

Json answer_perft(Fields& fields) {
  constexpr int most_depth = 20;
  const auto line = line_of(fields);
  if (!line) return error_json(line.error().message, line.error().parameter);
  const int depth = static_cast<int>(fields.number("depth", 0, most_depth).value_or(1));
  const Setup setup = end_of_line(*line);
  return with_variant(setup.variant, [&]<class V>(V) -> Json {
    return {{"nodes", perft(Position<V>::from_unchecked(setup), depth)}};
  });
}

/// The format that is named, or else the one that `text` looks like; null for none.
const Format* format_of(Fields& fields, std::string_view text) {
  if (const auto named = fields.text("format")) return format_named(*named);
  return detect_format(text);
}

Json answer_read(Fields& fields) {
  const std::string text = fields.text("text").value_or("");
  const Format* const format = format_of(fields, text);
  if (format == nullptr)
    return error_json(
        fields.text("format") ? "there is no such format" : "the text is in no known record format",
        "format");
  ReadOptions options;
  options.strict = fields.flag("strict");
  if (fields.text("variant")) {
    const auto variant = variant_of(fields);
    if (!variant) return error_json(variant.error().message, variant.error().parameter);
    options.variant = *variant;
  }
  if (format->variant_of_file != nullptr) options.variant_of_file = format->variant_of_file(text);
  Json games = Json::array();
  Json refused = Json::array();
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view record = rest.substr(0, format->record_length(rest, true));
    rest.remove_prefix(record.size());
    if (!format->is_blank(record)) {
      const ReadResult read = format->read(record, options);
      Json findings = findings_json(read.diagnostics);
      if (read.game) {
        Json game = game_json(*read.game);
        game["line"] = options.first_line;
        game["findings"] = std::move(findings);
        games.push_back(std::move(game));
      } else {
        for (Json& finding : findings) refused.push_back(std::move(finding));
      }
    }
    options.first_line += static_cast<std::size_t>(std::count(record.begin(), record.end(), '\n'));
  }
  return {{"format", format->name}, {"games", std::move(games)}, {"refused", std::move(refused)}};
}

Json answer_write(const Json& request, Fields& fields) {
  constexpr int most_width = 10'000;
  const Format* const format = format_named(fields.text("format").value_or("hodges"));
  if (format == nullptr) return error_json("there is no such format", "format");
  if (format->write == nullptr) return error_json("this format can only be read", "format");
  WriteOptions options;
  if (const auto width = fields.number("width", 1, most_width))
    options.width = static_cast<std::size_t>(*width);
  const Result<Game> game = read_game_json(request.value("game", Json()));
  if (!game) return error_json(game.error().message, "game");
  WriteResult written = format->write(*game, options);
  return {{"text", std::move(written.text)}, {"losses", std::move(written.losses)}};
}

Json answer_formats() {
  Json all = Json::array();
  for (const Format& format : formats())
    all.push_back({{"name", format.name},
                   {"title", format.title},
                   {"extensions", format.extensions},
                   {"writes", format.write != nullptr}});
  return {{"formats", std::move(all)}};
}

Json answer_fields(const Json& request, Fields& fields) {
  const std::string ask = fields.text("ask").value_or("");
  if (ask == "position") return answer_position(fields);
  if (ask == "moves") return answer_moves(fields);
  if (ask == "perft") return answer_perft(fields);
  if (ask == "read") return answer_read(fields);
  if (ask == "write") return answer_write(request, fields);
  if (ask == "formats") return answer_formats();
  return error_json("there is no such request", "ask");
}

Json answer_json(const Json& request) {
  if (!request.is_object()) return error_json("expected a JSON object");
  Fields fields(request);
  Json answer = answer_fields(request, fields);
  return fields.fault().empty() ? answer : error_json(fields.fault());
}

}  // namespace

std::string answer(std::string_view request) {
  Json json = Json::parse(request.begin(), request.end(), nullptr, false);
  return answer_json(json).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace yari::wasm
