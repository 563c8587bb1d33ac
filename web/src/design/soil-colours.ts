/** Tints of soils in drawings: quiet enough for words and marks over them. The marks tell apart what shares a tint. */
export const soilsOnDark = {
  'soil-fill': '#37332E',
  'soil-organic': '#2D3029',
  'soil-clay': '#40342B',
  'soil-silt': '#3B3829',
  'soil-sand': '#494125',
  'soil-gravel': '#39372F',
  'soil-rock': '#343C44',
} as const;

export const soilsOnLight = {
  'soil-fill': '#E7E1D8',
  'soil-organic': '#DADCCF',
  'soil-clay': '#F0DDCB',
  'soil-silt': '#F0EBD0',
  'soil-sand': '#F8EDBF',
  'soil-gravel': '#E9E6DA',
  'soil-rock': '#D9DFE5',
} as const satisfies Record<keyof typeof soilsOnDark, string>;
