// The table of commands: a new command is declared and listed here, and nowhere else.
#include <algorithm>
#include <array>
#include <utility>

#include "cli/options/command.h"

namespace yari::cli {

extern const Command import_command, check_command, convert_command, list_command, find_command,
    tree_command, query_save_command, query_list_command, query_delete_command, show_command,
    export_command, report_command, graph_command, annotate_command, analyze_command, mate_command,
    board_command, moves_command, perft_command, bench_command, stats_command, verify_command,
    duplicates_command, delete_command, tag_command, rename_command, undo_command, merge_command,
    compact_command, backup_command, usi_command, match_command, puzzles_command, profile_command,
    engine_fit_command, completion_command, man_command, options_command, conditions_command,
    findings_command, players_command, events_command, sites_command, event_command, pair_command,
    ratings_command, sql_command, serve_command, work_command, queue_command, new_command,
    move_command, book_make_command, book_convert_command, book_merge_command, book_edit_command,
    book_mine_command, book_check_command, book_stats_command, book_show_command,
    book_repertoire_command, drill_command, drill_add_command, drill_remove_command;
extern const Command cluster_create_command, cluster_status_command, cluster_add_command,
    cluster_move_command, cluster_roles_command;

namespace {

// clang-format off: a row for each
constexpr std::array collect_group{
    &import_command,
    &check_command,
    &convert_command,
    &export_command,
};
constexpr std::array search_group{
    &list_command,       &find_command,       &tree_command,         &show_command, &stats_command,
    &query_save_command, &query_list_command, &query_delete_command, &sql_command,
};
constexpr std::array names_group{
    &players_command, &events_command, &sites_command,
    &event_command,   &pair_command,   &ratings_command,
};
constexpr std::array study_group{
    &annotate_command, &work_command,  &queue_command,     &profile_command,
    &puzzles_command,  &drill_command, &drill_add_command, &drill_remove_command,
    &report_command,   &serve_command,
};
constexpr std::array engine_group{
    &analyze_command, &mate_command, &match_command, &engine_fit_command, &usi_command,
};
constexpr std::array book_group{
    &book_make_command,       &book_mine_command,    &book_show_command,
    &book_repertoire_command, &book_convert_command, &book_merge_command,
    &book_edit_command,       &book_check_command,   &book_stats_command,
};
constexpr std::array play_group{
    &new_command,
    &move_command,
};
constexpr std::array draw_group{
    &board_command,
    &moves_command,
    &graph_command,
};
constexpr std::array keep_group{
    &tag_command,   &rename_command, &delete_command,  &undo_command,   &duplicates_command,
    &merge_command, &verify_command, &compact_command, &backup_command,
};
constexpr std::array cluster_group{
    &cluster_create_command, &cluster_status_command, &cluster_add_command,
    &cluster_move_command,   &cluster_roles_command,
};
constexpr std::array program_group{
    &completion_command,
    &perft_command,
    &bench_command,
};

constexpr std::array<CommandGroup, 11> groups{{
    {"Collect games", collect_group},
    {"Search", search_group},
    {"Players, events, questions", names_group},
    {"Study", study_group},
    {"Ask an engine", engine_group},
    {"Opening books", book_group},
    {"Draw a position", draw_group},
    {"Play by mail", play_group},
    {"Keep a database in order", keep_group},
    {"Many servers", cluster_group},
    {"The program itself", program_group},
}};

constexpr std::array hidden_group{
    &man_command,
    &options_command,
    &conditions_command,
    &findings_command,
};
// clang-format on

}  // namespace

std::span<const CommandGroup> command_groups() { return groups; }

std::vector<const Command*> commands() {
  std::vector<const Command*> all;
  for (const CommandGroup& group : groups)
    all.insert(all.end(), group.commands.begin(), group.commands.end());
  return all;
}

const Command* command_named(std::string_view name) {
  std::vector<const Command*> all = commands();
  all.insert(all.end(), hidden_group.begin(), hidden_group.end());
  const auto found = std::ranges::find(all, name, &Command::name);
  return found == all.end() ? nullptr : *found;
}

std::vector<const Command*> family_of(std::string_view first_word) {
  std::vector<const Command*> members;
  for (const Command* command : commands())
    if (command->name.starts_with(first_word) && command->name.size() > first_word.size() &&
        command->name[first_word.size()] == ' ')
      members.push_back(command);
  return members;
}

}  // namespace yari::cli
