// The weight files as bytes of the program. The assembler takes them in: a compiler would need a
// second for every megabyte.
#include "analysis/engine/network_weights.h"

// Where each format of object files keeps what is only read, how the assembler gets back to the
// code, and what it puts before the names of C.
#if defined(__APPLE__)
#define YARI_CONSTANTS ".section __TEXT,__const\n"
#define YARI_CODE ".text\n"
#define YARI_NAME "_"
#elif defined(_WIN32)
#define YARI_CONSTANTS ".section .rdata,\"dr\"\n"
#define YARI_CODE ".text\n"
#define YARI_NAME ""
#else
#define YARI_CONSTANTS ".pushsection .rodata\n"
#define YARI_CODE ".popsection\n"
#define YARI_NAME ""
#endif

// Defines the symbols NAME and NAME_end around the bytes of a file.
#define YARI_EMBED(name, file)                                                              \
  __asm__(YARI_CONSTANTS ".balign 64\n" YARI_NAME #name ":\n.incbin \"" YARI_NETWORK_FOLDER \
                         "/" file "\"\n" YARI_NAME #name "_end:\n.byte 0\n" YARI_CODE);     \
  extern "C" const unsigned char name[];                                                    \
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
