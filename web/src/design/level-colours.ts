/**
 * The colours of the four levels and of normal: the only saturated colours of the product.
 * Invariant: `lv0` to `lv4` are those of specification 9 in every theme.
 */
export const levels = {
  lv0: '#29B359',
  lv1: '#17A7F2',
  lv2: '#EDC733',
  lv3: '#ED8533',
  lv4: '#ED4C33',
  'lv-ink': '#101315',
} as const;

/** Companions on dark panes: `-text` for words, `-bg` for a quiet fill, `-edge` for an outline with 3:1 on the surface. */
export const levelsOnDark = {
  'lv0-text': '#4CC97B',
  'lv1-text': '#56BDF5',
  'lv2-text': '#EDC733',
  'lv3-text': '#F29A55',
  'lv4-text': '#FA8A77',
  'lv0-bg': 'rgba(41,179,89,.12)',
  'lv1-bg': 'rgba(23,167,242,.13)',
  'lv2-bg': 'rgba(237,199,51,.12)',
  'lv3-bg': 'rgba(237,133,51,.14)',
  'lv4-bg': 'rgba(237,76,51,.16)',
  'lv0-edge': '#29B359',
  'lv1-edge': '#17A7F2',
  'lv2-edge': '#EDC733',
  'lv3-edge': '#ED8533',
  'lv4-edge': '#ED4C33',
} as const;

export const levelsOnLight = {
  'lv0-text': '#14733A',
  'lv1-text': '#0A659B',
  'lv2-text': '#735900',
  'lv3-text': '#964808',
  'lv4-text': '#B62C16',
  'lv0-bg': '#E6F5EB',
  'lv1-bg': '#E2F2FD',
  'lv2-bg': '#FBF4D5',
  'lv3-bg': '#FDECDD',
  'lv4-bg': '#FDE6E1',
  'lv0-edge': '#1E8F47',
  'lv1-edge': '#0E86C8',
  'lv2-edge': '#A37F00',
  'lv3-edge': '#C4631A',
  'lv4-edge': '#CB3A22',
} as const satisfies Record<keyof typeof levelsOnDark, string>;
