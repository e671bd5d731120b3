// Blocks of postings read back from disk: any bytes are taken apart or refused, and every posting
// of a block is found by its key.
#include <algorithm>

#include "db/codec/posting_block.h"
#include "fuzz/fuzz.h"

namespace yari::fuzz::postings_fuzz {

void check(std::string_view input) {
  const ByteView blob(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
  const BlockReader reader(block_id(0, 123, 0), blob);
  std::vector<Posting> postings;
  if (!reader.all(postings)) return;
  require(reader.valid() || postings.empty(), "an invalid block holds nothing");
  for (std::size_t i = 0; i < postings.size(); i += 1 + postings.size() / 8) {
    std::vector<Posting> found;
    require(reader.find(postings[i].key, found), "a whole block can be searched");
    require(std::find(found.begin(), found.end(), postings[i]) != found.end(),
            "every posting is found by its key");
  }
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (const std::uint32_t count : {1U, 5U, 40U, 200U}) {
    BlockBuilder builder(4);
    for (std::uint32_t i = 0; i < count; ++i) builder.add({123 + i / 3 * 11, 7 + i % 3, i});
    // Without its checksum, which would keep every change from being looked at.
    yari::Bytes block = builder.take(block_id(0, 123, 0));
    block[8] &= 0x7F;
    block.resize(block.size() - 4);
    all.emplace_back(block.begin(), block.end());
  }
  return all;
}

const Target target("postings", check, seeds);

}  // namespace yari::fuzz::postings_fuzz
