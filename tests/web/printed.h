/// \file
/// What the command line prints about a server's database, to compare with what the server answers.
#pragma once

#include <string>
#include <vector>

#include "tests/web/server.h"

namespace yari::test {

/// The objects of a command with `--json`; there must be some.
std::vector<Json> printed(const TestServer& server, std::vector<std::string> words);

/// Whether `object` has the fields of `like`, with the same values.
bool equal(const Json& object, const Json& like);

}  // namespace yari::test
