/// \file
/// Unpacks gzip, with its checksums compared.
#pragma once

#include <functional>
#include <string_view>

#include "text/result.h"

namespace yari {

/// Gives the next bytes, valid until it is asked again; none at the end. Fails at damage.
using NextBlock = std::function<Result<std::string_view>()>;

/// Whether what begins so may be gzip. Four bytes are enough to know.
bool looks_like_gzip(std::string_view head);

/// What `packed` gives, unpacked: one stream, or several, one after the other, with nothing but
/// zeros behind the last. A block is handed on when nothing was wrong in it, and the last one of a
/// stream when the checksum and the length of the whole stream are right, which libarchive does not
/// look at.
NextBlock gunzip(NextBlock packed);

}  // namespace yari
