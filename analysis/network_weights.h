/// \file
/// The weight file of the network that the program ships with, embedded when it is built.
#pragma once

#include <span>

namespace yari {

extern const std::span<const unsigned char> yari_network_file;

}  // namespace yari
