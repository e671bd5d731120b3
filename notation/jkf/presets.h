/// \file
/// JKF's short names of start positions.
#pragma once

#include <optional>
#include <string_view>

namespace yari {

struct JkfPreset {
  std::string_view name;
  std::string_view kif;
};

inline constexpr JkfPreset jkf_presets[] = {
    {"HIRATE", "平手"},    {"KY", "香落ち"},      {"KY_R", "右香落ち"},  {"KA", "角落ち"},
    {"HI", "飛車落ち"},    {"HIKY", "飛香落ち"},  {"2", "二枚落ち"},     {"3", "三枚落ち"},
    {"4", "四枚落ち"},     {"5", "五枚落ち"},     {"5_L", "左五枚落ち"}, {"6", "六枚落ち"},
    {"7_L", "左七枚落ち"}, {"7_R", "右七枚落ち"}, {"8", "八枚落ち"},     {"10", "十枚落ち"}};

/// The KIF name; no value for unknown presets.
constexpr std::optional<std::string_view> handicap_of_preset(std::string_view preset) {
  for (const JkfPreset& p : jkf_presets) {
    if (p.name == preset) return p.kif;
  }
  return std::nullopt;
}

}  // namespace yari
