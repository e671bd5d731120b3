// The positions of the signature: openings, middle games and mating attacks from our own play.
#include "analysis/engine/signature.h"

#include <array>
#include <string_view>

#include "analysis/engine/builtin.h"
#include "rules/start.h"

namespace yari {
namespace {

constexpr std::array<std::string_view, 4> yari_positions{
    "startpos", "4krR/3rb1P/pp1ppp1/2n4/P6/4P1+N/1P+pP1P1/2B2R1/2KBN2 b Nb2p 59",
    "2+B1k2/4r2/r1ppp2/p4+N1/4P2/2B4/PP1P1PP/5+r1/K5R w 2B2N2Pn2p 52",
    "7/2k1r2/3ppN1/p4+N1/2n1P2/5P1/PP1P2P/n1K4/7 b R2B4P2r2bp 73"};
constexpr std::array<std::string_view, 4> shogi_positions{
    "startpos", "l4gb1l/2sgks3/p3p2pp/2pp1pp2/1p1n1n1PP/P7L/2P1PPP1N/3RGS3/LNSGK4 b RPbp 37",
    "ln1g4+R/1Psk1g3/p1pp1p2p/4p1pp1/8P/P2LPn1P1/L1+b+b2P2/3G1S1R1/4KG1NL b SNs4p 71",
    "3gkg1+L1/1+P1r1s3/1pnsppp2/2pp5/7p1/1P7/2PPPPPP1/3SGRS1+l/1N1+b1K1+l1 b BNL3Pgn 57"};

}  // namespace

std::uint64_t search_signature(int depth,
                               const std::function<void(const SignatureSearch&)>& searched) {
  // The table is cleared before each search, which takes longer than a short search.
  BuiltinEngine engine({.hash_mib = depth <= 6 ? std::size_t{1} : std::size_t{16}});
  Limits limits;
  limits.depth = depth;
  std::uint64_t nodes = 0;
  const auto add = [&](std::string_view sfen, Variant v) {
    engine.new_game();
    const GamePosition position{*read_start(sfen, v), {}, RuleSet::standard};
    const SignatureSearch search{v, sfen, engine.analyze(position, limits).nodes};
    nodes += search.nodes;
    if (searched) searched(search);
  };
  for (std::string_view sfen : yari_positions) add(sfen, Variant::yari);
  for (std::string_view sfen : shogi_positions) add(sfen, Variant::shogi);
  return nodes;
}

}  // namespace yari
