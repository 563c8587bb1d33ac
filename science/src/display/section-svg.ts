/** Surveys of a section on paper: its prisms where they stood, and where they are, with movements enlarged. Pure. */
import { exaggerationOf } from './exaggeration.ts';
import { brokenPath, curveLine, label, legendLine, svgOf } from './svg-parts.ts';

/** In the plane of the section: right and up, m and mm. */
export interface PaperSection {
  readonly prisms: readonly { readonly acrossM: number; readonly upM: number }[];
  readonly surveys: readonly {
    readonly name: string;
    readonly acrossMm: readonly (number | null)[];
    readonly upMm: readonly (number | null)[];
  }[];
}

/** Three stand beside each other on a page. */
const size = { width: 340, height: 300 };
const margin = 34;
const legendRow = 18;
const legendColumns = 2;
const share = 0.15;

/** `enlarged` says how many times larger movements are drawn than the section. */
export function sectionSvg(
  { prisms, surveys }: PaperSection,
  { enlarged }: { readonly enlarged: (factor: number) => string },
): string {
  const height = size.height + (Math.ceil(surveys.length / legendColumns) + 1) * legendRow;
  const [xs, ys] = [prisms.map(({ acrossM }) => acrossM), prisms.map(({ upM }) => upM)];
  const [left, top] = [Math.min(...xs), Math.max(...ys)];
  const [wide, high] = [Math.max(...xs) - left, top - Math.min(...ys)];
  const extentM = Math.max(wide, high) || 1;
  const longestMm = surveys.reduce(
    (longest, { acrossMm, upMm }) =>
      acrossMm.reduce<number>((most, across, i) => Math.max(most, Math.hypot(across ?? 0, upMm[i] ?? 0)), longest),
    0,
  );
  const factor = exaggerationOf(longestMm, extentM, share);
  const scale = Math.min((size.width - 2 * margin) / (wide || 1), (size.height - 2 * margin) / (high || 1));
  const xOf = (metres: number) => (size.width - wide * scale) / 2 + (metres - left) * scale;
  const yOf = (metres: number) => (size.height - high * scale) / 2 + (top - metres) * scale;
  const at = (i: number, across: number, up: number): [number, number] => [
    xOf((xs[i] ?? 0) + (across * factor) / 1000),
    yOf((ys[i] ?? 0) + (up * factor) / 1000),
  ];
  const initialPlaces = prisms.map((_, i) => at(i, 0, 0));
  return svgOf(size.width, height, [
    `<path d="${brokenPath(initialPlaces)}" stroke="#999" stroke-width="1" fill="none"/>`,
    ...initialPlaces.map(([x, y]) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="2.5" fill="#999"/>`),
    ...surveys.map(({ acrossMm, upMm }, index) => {
      const moved = prisms.map((_, i) => {
        const [across, up] = [acrossMm[i] ?? null, upMm[i] ?? null];
        return across === null || up === null ? null : at(i, across, up);
      });
      return curveLine(brokenPath(moved), index);
    }),
    ...surveys.map(({ name }, i) =>
      legendLine(
        8 + (i % legendColumns) * (size.width / legendColumns),
        size.height + 8 + Math.floor(i / legendColumns) * legendRow,
        i,
        name,
      ),
    ),
    label(8, height - 6, enlarged(factor)),
  ]);
}
