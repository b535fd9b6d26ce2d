import { lazy } from './lazy.ts'

/**
 * For each letter, a to z, the letters that follow it in English prose and code at least 6 times in 10,000 pairs; counted on the
 * calibration texts by bench/quality/tokens/fit.ts. A word of other pairs is one that o200k splits: a name, an acronym, another language.
 */
export const COMMON_PAIRS =
  'bcdgiklmnprstuvy aeiloruy acehiklorstu adeiorsuy acdefgilmnopqrstvwxy aefilortu aehinorsu aeiort abcdefgklmnoprstvxz e eis ' +
  'adefilostuy abeimopsu acdefgiklnostuv abcdfgiklmnoprstuvw aehiloprstu u acdegikmnorstuy acehikopstuy acehiloprstuwy ' +
  'abcdegilmnprst aeio aehinos ipt ops e'

/** The 300 Han characters that the Chinese and Japanese calibration texts use most, in code-unit order; counted likewise. */
export const COMMON_HAN =
  '一三上下不与世两个中为主之也了事二于交人从他代以们件任会但位体作你使例供保信值像元先入全公共关其具内再写出分列则初利到制' +
  '前力加务动動化北区南原参及发取受可台号各合同名后向和品器回因国在地型域基場复外多大天女如始子字存学安定实実家容对対将小少' +
  '就山川州工已市常平年并序应度建开式当形影後得心必思性意成我或戦所手持指据排接提改政教数文斯新方日时明是時更書最月有服期本' +
  '机条来果案業模機次正比民水決治法活流海点物特状王现球理生産用田由画界略発的目直相看知码示社种称程空立站端第等算管类系約素' +
  '結线组经结统置者而能自至色行表被西要見解記設计设该象起路軍过运近返这进选通造道部都配里重量金長长開間関间队集需非面音館高'

/** 1 for two letters that seldom stand together, else 0. Letters are 0 to 25; a `first` of -1 is none. */
export const isRarePair = (first: number, second: number): number => (first < 0 ? 0 : (rare()[first]! >>> second) & 1)

const rare = lazy(() =>
  Uint32Array.from(COMMON_PAIRS.split(' '), (row) => {
    let bits = 0
    for (let at = 0; at < row.length; at++) bits |= 1 << (row.charCodeAt(at) - 97)
    return ~bits & 0x3ffffff
  }),
)

/** 1 for a character of the block 4E00 to 9FFF outside COMMON_HAN, else 0. */
export const isRareHan = (code: number): number => (code >= HAN_START && code <= HAN_END ? 1 - isCommon()[code - HAN_START]! : 0)

const HAN_START = 0x4e00
const HAN_END = 0x9fff
const isCommon = lazy(() => {
  const flags = new Uint8Array(HAN_END - HAN_START + 1)
  for (let at = 0; at < COMMON_HAN.length; at++) flags[COMMON_HAN.charCodeAt(at) - HAN_START] = 1
  return flags
})
