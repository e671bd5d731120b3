/// \file
/// The SQL that makes the tables of each schema version; on disk: never change, a new form gets a
/// new version.
#pragma once

namespace yari {

extern const char* const version_1;
/// Of versions 1 and 3, the words of this program, as they are made again in a damaged file.
extern const char* const word_tables;
/// Of version 1, what can be made from the other tables.
extern const char* const text_tables;
extern const char* const index_tables;
extern const char* const version_2;
extern const char* const version_3;
extern const char* const version_4;
/// Of version 4, what belongs to the tables of version 2.
extern const char* const version_4_derived;
extern const char* const version_5;
/// Of version 5, what belongs to the tables of version 2.
extern const char* const version_5_derived;
/// Of version 5, the counts of positions.
extern const char* const count_tables;
/// Of version 2, what version 5 replaced.
extern const char* const drop_hot_positions;
extern const char* const version_6;
extern const char* const version_9;
extern const char* const version_10;
extern const char* const version_11;
extern const char* const version_13;
/// Of version 13, too; lists and conditions on names and dates ask them (games/few_games.h).
extern const char* const game_indexes;
extern const char* const version_14;
extern const char* const version_16;
/// Of version 15, but made by itself, in the place of the table of version 1: it is filled again.
extern const char* const words_table;

}  // namespace yari
