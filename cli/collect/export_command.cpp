// `yari export`: games of the database as records.
#include <nlohmann/json.hpp>

#include "answers/json.h"
#include "answers/report_game.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/options/part_options.h"
#include "cli/output/ply_output.h"
#include "cli/output/record_output.h"
#include "cli/output/sound_games.h"
#include "cli/terminal/escapes.h"
#include "cli/terminal/text.h"
#include "db/origins.h"
#include "import/name_template.h"

namespace yari::cli {

namespace {

struct Export final : Task {
  DatabaseOption database;
  OutputOptions output;
  PartOptions kept;
  FilterOptions filters;
  ListingOptions listing;
  std::optional<std::string> files;
  std::optional<PlyOutput::Form> plies;
  bool by_game = false;
  bool with_origin = false;
  std::vector<std::string> ids;

  void declare(OptionSet& options) override {
    output.tables = {"csv", "jsonl"};
    output.declare(options, format_named("hodges"));
    kept.declare(options);
    options.text("files", files, "TEMPLATE", "a file for each game: \"{date} {black}-{white}.psn\"")
        .is(ValueKind::file);
    options.flag("games", by_game, "with --to csv or jsonl: a row for each game, not each move");
    options.flag("origin", with_origin,
                 "add a tag Origin: the file and the record that the game comes from");
    database.declare(options);
    filters.declare(options);
    listing.declare(options);
    options.arguments(ids, "ID", 0);
  }

  Exit run(Terminal& terminal) override {
    filters.choose(ids);
    if (const auto table = output.table())
      plies = *table == "csv" ? PlyOutput::Form::csv : PlyOutput::Form::json;
    if (files && output.file) throw UsageError("--files and -o: give one of them");
    if (with_origin && plies) throw UsageError("--origin: goes with records, not with tables");
    if (kept.any_left_out() && plies)
      throw UsageError("--no-comments and the like: go with records, not with tables");
    if (by_game && !plies) throw UsageError("--games: goes with --to csv and --to jsonl");
    if (files && plies) throw UsageError("--files: a table is one file");
    if (plies) check_plies(terminal);
    Database games = database.open(OpenMode::read_only);
    const std::vector<GameId> chosen = filters.games(games, listing.options);
    if (files) return write_files(games, chosen, terminal);
    if (by_game) return write_headers(games, chosen, terminal);
    if (plies) return write_plies(games, chosen, terminal);
    RecordOutput records(terminal, output);
    SoundGames sound(games, terminal);
    for (const GameId id : chosen) {
      terminal.progress("games", records.games(), chosen.size());
      if (auto game = sound.load(id))
        records.write(as_wanted(games, id, *std::move(game)), object({{"game", id}}));
    }
    records.finish();
    return records.games() > 0 && records.unwritten() == 0 && sound.all_sound() ? Exit::done
                                                                                : Exit::nothing;
  }

  Game as_wanted(Database& games, GameId id, Game game) const {
    keep_parts(game, kept.parts);
    if (!with_origin) return game;
    if (const std::optional<Origin> origin = origin_of(games, id))
      game.set_tag("Origin", printable(origin_text(*origin)));
    return game;
  }

  /// Rows are no records, and written in UTF-8 and the form that was named.
  void check_plies(const Terminal& terminal) const {
    if (output.encoding != Encoding::utf8)
      throw UsageError("--to-encoding: tables are written in UTF-8");
    if (terminal.wants_json() && *plies == PlyOutput::Form::csv)
      throw UsageError("--to csv and --json: give one of them, or --to jsonl");
  }

  /// What `yari list` prints with --csv and --json.
  Exit write_headers(Database& games, const std::vector<GameId>& chosen, Terminal& terminal) const {
    ResultFile file(terminal, output.file);
    CsvObjects csv;
    std::uint64_t written = 0;
    for (const GameId id : chosen) {
      const std::optional<GameHeader> header = games.header(id);
      if (!header) continue;
      const Json row = header_json(*header);
      file.write(*plies == PlyOutput::Form::csv ? csv.row(row) : json_line(row));
      ++written;
    }
    file.finish();
    return written > 0 ? Exit::done : Exit::nothing;
  }

  Exit write_plies(Database& games, const std::vector<GameId>& chosen, Terminal& terminal) const {
    PlyOutput rows(terminal, output.file, *plies);
    SoundGames sound(games, terminal);
    std::uint64_t written = 0;
    for (const GameId id : chosen) {
      terminal.progress("games", written, chosen.size());
      const std::optional<Game> game = sound.load(id);
      if (!game) continue;
      rows.write(id, *game, judged_coefficient(load_annotation(games, id), game->variant));
      ++written;
    }
    rows.finish();
    return written > 0 && sound.all_sound() ? Exit::done : Exit::nothing;
  }

  Exit write_files(Database& games, const std::vector<GameId>& chosen, Terminal& terminal) const {
    Result<NameTemplate> names = NameTemplate::parse(*files);
    if (!names) throw UsageError("--files: " + names.error().message);
    OutputOptions each = output;
    each.file = files;
    RecordWriter writer(terminal, each);
    SoundGames sound(games, terminal);
    std::uint64_t written = 0;
    bool all = true;
    for (const GameId id : chosen) {
      terminal.progress("games", written, chosen.size());
      const std::optional<Game> game = sound.load(id);
      if (!game) continue;
      const std::string text = writer.write(as_wanted(games, id, *game)).text;
      if (text.empty()) {
        all = false;
        continue;
      }
      const std::string name = names->name(*game, static_cast<std::uint64_t>(id));
      ResultFile file(terminal, NameFromData{name, names->folder()});
      file.write(text);
      file.finish();
      ++written;
      if (terminal.wants_json()) terminal.object({{"game", id}, {"file", name}});
    }
    writer.tell_losses();
    if (!terminal.wants_json()) terminal.print("{} written\n", counted(written, "file"));
    return written > 0 && all && sound.all_sound() ? Exit::done : Exit::nothing;
  }
};

}  // namespace

extern const Command export_command{
    "export", "[ID...]", "write games of the database as records",
    R"(Writes the games given by number, or all games that match the conditions. Exit code 1 if there are
none, or if one is damaged, which is reported and left out.

  yari export --player habu -o habu.psn
  yari export --from-file club.zip --origin
  yari export 12 --no-comments --no-clocks
  yari export 12 --to csv -o moves.csv
  yari export --event ryu-o --to csv --games -o games.csv)",
    make_task<Export>};

}  // namespace yari::cli
