/// \file
/// The characters of the Japanese standards, row by row (ku), each of 94 places (ten).
#pragma once

namespace yari {

/// One row: the character at a place, ' ' at a place without one, and NUL after the last.
///
/// All of them are in Unicode's first plane.
using JisRow = char16_t[95];

/// Rows 1 to 92 of JIS X 0208 as Windows has them: row 13 has the characters that NEC added, rows
/// 89 to 92 those of IBM's that NEC chose. Index 0 is row 1.
extern const JisRow jis_x_0208[92];
/// Rows 115 to 120 in the count of Shift_JIS (lead bytes FA to FC): what IBM added. Index 0 is row
/// 115.
extern const JisRow ibm_extensions[6];
/// Rows 1 to 84 of JIS X 0212 as eucJP-ms has them: rows 83 and 84 have what IBM added and neither
/// standard has. Index 0 is row 1.
extern const JisRow jis_x_0212[84];

}  // namespace yari
