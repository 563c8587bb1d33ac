/** Units in which a waveform may be recorded, and how each becomes mm/s or mm/s². 1 gal = 1 cm/s², g = 9.80665 m/s². */

export const waveformUnits = {
  'mm/s': { measures: 'velocity', factor: 1 },
  'cm/s': { measures: 'velocity', factor: 10 },
  'mm/s2': { measures: 'acceleration', factor: 1 },
  'm/s2': { measures: 'acceleration', factor: 1000 },
  gal: { measures: 'acceleration', factor: 10 },
  g: { measures: 'acceleration', factor: 9806.65 },
} as const;
export type WaveformUnit = keyof typeof waveformUnits;

/** The unit of a name as instruments write it (`mm/s²`, `m/s/s`, `Gal`); null = none that is known. */
export function waveformUnitOf(name: string): WaveformUnit | null {
  const plain = name
    .trim()
    .replaceAll('²', '2')
    .replace(/\^2|\/s\/s$/, (text) => (text === '^2' ? '2' : '/s2'));
  const lower = plain.toLowerCase();
  return (Object.keys(waveformUnits) as WaveformUnit[]).find((unit) => unit === plain || unit === lower) ?? null;
}
