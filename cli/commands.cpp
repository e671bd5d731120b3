// The table of commands: a new command is declared and listed here, and nowhere else.
#include <algorithm>
#include <array>

#include "cli/command.h"

namespace yari::cli {

extern const Command import_command, check_command, convert_command, list_command, find_command,
    tree_command, save_command, show_command, export_command, report_command, graph_command,
    annotate_command, analyze_command, mate_command, board_command, moves_command, perft_command,
    bench_command, stats_command, verify_command, duplicates_command, delete_command, tag_command,
    rename_command, undo_command, merge_command, compact_command, usi_command, match_command,
    puzzles_command, profile_command;

namespace {

// clang-format off: a row for each
constexpr std::array table{
    &import_command,
    &check_command,
    &convert_command,
    &list_command,
    &find_command,
    &tree_command,
    &save_command,
    &show_command,
    &export_command,
    &report_command,
    &graph_command,
    &annotate_command,
    &puzzles_command,
    &profile_command,
    &analyze_command,
    &mate_command,
    &board_command,
    &moves_command,
    &perft_command,
    &bench_command,
    &stats_command,
    &verify_command,
    &duplicates_command,
    &delete_command,
    &tag_command,
    &rename_command,
    &undo_command,
    &merge_command,
    &compact_command,
    &usi_command,
    &match_command,
};
// clang-format on

}  // namespace

std::span<const Command* const> commands() { return table; }

const Command* command_named(std::string_view name) {
  const auto found = std::ranges::find(table, name, [](const Command* c) { return c->name; });
  return found == table.end() ? nullptr : *found;
}

}  // namespace yari::cli
