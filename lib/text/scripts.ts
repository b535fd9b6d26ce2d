/**
 * Character ranges by how their script divides words, for use inside a class of a `u` regex.
 *
 * Written as code point ranges, not as \p{Script=...}: engines carry different versions of Unicode, ranges are the same everywhere.
 */
export const HAN = '\\u3005\\u3007\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}'
export const KANA = '\\u3041-\\u3096\\u309d\\u309e\\u30a1-\\u30fa\\u30fc-\\u30fe\\u31f0-\\u31ff'
export const HANGUL = '\\u1100-\\u11ff\\u3131-\\u318e\\ua960-\\ua97c\\uac00-\\ud7a3\\ud7b0-\\ud7fb'
/** Thai, Lao, Tibetan, Myanmar, Khmer, Tai Le, New Tai Lue, Tai Tham, Balinese, Javanese, Tai Viet: no blanks between words. */
export const UNSPACED =
  '\\u0e01-\\u0e3a\\u0e40-\\u0e4e\\u0e81-\\u0ece\\u0edc-\\u0edf\\u0f00\\u0f35\\u0f37\\u0f39\\u0f40-\\u0f84\\u0f86-\\u0fbc' +
  '\\u1000-\\u103f\\u104c-\\u109f\\u1780-\\u17d3\\u17d7\\u17dc\\u17dd\\u1950-\\u19c9\\u1a20-\\u1a7f\\u1b00-\\u1b4c\\ua980-\\ua9c0' +
  '\\ua9e0-\\ua9ef\\ua9fa-\\ua9fe\\uaa60-\\uaac2\\uaadb-\\uaadd'

/** A letter whose Latin word is surely Vietnamese: horn letters, hook above, dot below, two marks on one vowel. Lower case, NFC. */
export const VIETNAMESE = /[\u01a1\u01b0\u1ea1-\u1ef9]/
