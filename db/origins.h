/// \file
/// Where games come from: the file, the member of an archive, and the number of the record.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/database.h"
#include "db/store/origins.h"

namespace yari {

/// "games.zip:1.kif, record 3".
std::string origin_text(const Origin& origin);

/// The checksum of the text of a record. On disk: never change.
std::uint32_t record_text_sum(std::string_view text);

/// No value when there is no such game, or it was added by other means than a file.
std::optional<Origin> origin_of(Database& database, GameId game);

/// The stored games of one file or member, in the order of their records.
std::vector<OriginalGame> games_from(Database& database, const std::string& file,
                                     const std::string& member);

/// Replaces what is stored about which records of the file or member these games are.
void set_origins(Database& database, const std::string& file, const std::string& member,
                 std::vector<OriginalGame> games);

}  // namespace yari
