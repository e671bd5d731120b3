/// \file
/// The weight files of the networks that the program ships with.
#pragma once

#include <span>

namespace yari {

std::span<const unsigned char> yari_network_file();
std::span<const unsigned char> shogi_network_file();

}  // namespace yari
