#include "cli/terminal/text_file.h"

#include <fmt/format.h>

#include "cli/terminal/failure.h"
#include "import/byte_input.h"
#include "notation/encoding/encoding.h"

namespace yari::cli {

std::string read_text_file(const std::string& path) {
  constexpr std::size_t limit = std::size_t{16} << 20;
  const auto or_fail = [&](auto result) {
    if (!result) throw Failure(path + " " + result.error().message);
    return std::move(*result);
  };
  const std::unique_ptr<ByteInput> input = or_fail(ByteInput::open(path));
  if (!or_fail(input->next_member())) return "";
  std::string text(limit + 1, '\0');
  text.resize(or_fail(input->read(text.data(), text.size())));
  if (text.size() > limit) throw Failure(path + " is over 16 MiB");
  Decoder decoder;
  std::string decoded;
  decoder.decode(text, true, decoded);
  for (const Diagnostic& found : decoder.take_diagnostics())
    if (found.severity != Severity::note)
      throw Failure(fmt::format("{}:{}: {}", path, found.line, found.message));
  return decoded;
}

}  // namespace yari::cli
