// The weight files as bytes of the program. The assembler takes them in: a compiler would need a
// second for every megabyte.
#include "analysis/engine/network_weights.h"

// Defines the symbols NAME and NAME_end around the bytes of a file.
#define YARI_EMBED(name, file)                                                                    \
  __asm__(".pushsection .rodata\n.balign 64\n" #name ":\n.incbin \"" YARI_NETWORK_FOLDER "/" file \
          "\"\n" #name "_end:\n.byte 0\n.popsection\n");                                          \
  extern "C" const unsigned char name[];                                                          \
  extern "C" const unsigned char name##_end[]

YARI_EMBED(yari_network_bytes, "yari.bin");
YARI_EMBED(shogi_network_bytes, "shogi.bin");

namespace yari {

std::span<const unsigned char> yari_network_file() {
  return {yari_network_bytes, yari_network_bytes_end};
}

std::span<const unsigned char> shogi_network_file() {
  return {shogi_network_bytes, shogi_network_bytes_end};
}

}  // namespace yari
