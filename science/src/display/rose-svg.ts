/** A wind rose on paper: shares of readings by where the wind comes from, stacked outwards by classes of speed. Pure. */
import { label, svgOf } from './svg-parts.ts';
import { valueTicks } from './ticks.ts';

export interface PaperRose {
  /** Words of each sector, north first and clockwise. */
  readonly sectors: readonly string[];
  /** counts[sector][class]. */
  readonly counts: readonly (readonly number[])[];
  /** Words of each class, weakest first. */
  readonly classes: readonly string[];
  /** What shares are taken of. */
  readonly total: number;
}

const size = { width: 340, height: 320 };
const radius = 122;
const centre = { x: 170, y: 158 };
const legendRow = 18;
/** From light to dark, told apart in grey too. */
const colours = ['#cfe8f3', '#8ec8e3', '#4aa3cf', '#1f78b4', '#155a8a', '#0b3a5e', '#041d30'];
const colourOf = (i: number, count: number): string =>
  colours[Math.round((i * (colours.length - 1)) / Math.max(1, count - 1))] ?? '#000';

const place = (share: number, bearingDeg: number, reach: number): [number, number] => {
  const angle = (bearingDeg * Math.PI) / 180;
  const length = (share / reach) * radius;
  return [centre.x + length * Math.sin(angle), centre.y - length * Math.cos(angle)];
};

/** `about` = what is said of all readings. */
export function roseSvg({ sectors, counts, classes, total }: PaperRose, about: readonly string[]): string {
  const shares = counts.map((sector) => sector.map((count) => (total > 0 ? (count / total) * 100 : 0)));
  const longest = Math.max(1, ...shares.map((sector) => sector.reduce((sum, share) => sum + share, 0)));
  const { ticks, max: reach } = valueTicks(0, longest, 4);
  const widthDeg = 360 / Math.max(1, sectors.length);
  const petals = shares.flatMap((sector, i) => {
    let from = 0;
    return sector.map((share, k) => {
      const inner = from;
      from += share;
      if (share === 0) return '';
      const arc = (at: number) =>
        Array.from({ length: 9 }, (_, step) => place(at, widthDeg * (i + 0.86 * (step / 8 - 0.5)), reach));
      const path = [...arc(from), ...arc(inner).reverse()]
        .map(([x, y], step) => `${step === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
        .join('');
      return `<path d="${path}Z" fill="${colourOf(k, classes.length)}" stroke="#333" stroke-width="0.4"/>`;
    });
  });
  const rings = ticks
    .filter(({ value }) => value > 0)
    .flatMap(({ value, words }) => [
      `<circle cx="${centre.x}" cy="${centre.y}" r="${((value / reach) * radius).toFixed(1)}" fill="none" stroke="#ccc"/>`,
      label(...place(value, widthDeg / 2, reach), `${words} %`),
    ]);
  const rows = Math.ceil(classes.length / 3);
  return svgOf(size.width, size.height + (rows + about.length) * legendRow, [
    ...about.map((words, i) => label(8, size.height + (rows + i) * legendRow + 10, words)),
    ...rings.filter((_, i) => i % 2 === 0),
    ...petals,
    ...rings.filter((_, i) => i % 2 === 1),
    ...sectors.flatMap((words, i) => {
      if (i % Math.max(1, sectors.length / 8) !== 0) return [];
      const [x, y] = place(reach * 1.1, widthDeg * i, reach);
      return [label(x, y + 4, words, 'middle')];
    }),
    ...classes.flatMap((words, i) => {
      const [x, y] = [8 + (i % 3) * (size.width / 3), size.height + Math.floor(i / 3) * legendRow];
      return [
        `<rect x="${x}" y="${y}" width="12" height="10" fill="${colourOf(i, classes.length)}" stroke="#333" stroke-width="0.4"/>`,
        label(x + 18, y + 9, words),
      ];
    }),
  ]);
}
