import { type Family, type FamilyCode, families, familyCodes } from '@plumbline/contract/points/families';
import type { PreviewSource } from '@plumbline/contract/telemetry/feed-pulls';
import { recipe } from '@plumbline/science/sensors/recipes';

export interface QuickRow {
  readonly from: string;
  readonly channel: string;
  readonly family: FamilyCode;
  readonly quantity: string;
}
export interface QuickSource {
  readonly source: string;
  readonly sncode: string;
  readonly name: string;
}
type Leaf = PreviewSource['leaves'][number];

/** Physical values as the source gives them. */
const digital = 4;

/** Families that take physical values. */
export const digitalFamilies: readonly FamilyCode[] = familyCodes.filter((code) =>
  (families[code] as Family).modes.some((mode) => mode === digital),
);

/** Returns the quantities that a family reads of such a channel. */
export const quantitiesOf = (family: FamilyCode): readonly string[] =>
  recipe({ family, mode: digital, parameters: {} }).quantities;

/**
 * Rows with the channel that each is of: another quantity of a family joins the point before it, the same one again is of
 * another point.
 */
export function withChannels(rows: readonly Omit<QuickRow, 'channel'>[]): QuickRow[] {
  const points: { family: FamilyCode; quantities: Set<string> }[] = [];
  return rows.map((row) => {
    let at = points.findIndex(({ family, quantities }) => family === row.family && !quantities.has(row.quantity));
    if (at < 0) at = points.push({ family: row.family, quantities: new Set() }) - 1;
    points[at]?.quantities.add(row.quantity);
    return { ...row, channel: String(at + 1) };
  });
}

/** A value whose name is that of a quantity, as somebody would choose it; the others are chosen by people. */
export function firstRows(leaves: readonly Leaf[]): QuickRow[] {
  const rows = leaves.flatMap(({ path, kind }) => {
    if (kind !== 'number') return [];
    const name = (path.match(/[A-Za-z]+/g)?.at(-1) ?? '').toLowerCase();
    const family = digitalFamilies.find((code) => quantitiesOf(code).some((each) => each.toLowerCase() === name));
    const quantity = family && quantitiesOf(family).find((each) => each.toLowerCase() === name);
    return family && quantity ? [{ from: path, family, quantity }] : [];
  });
  return withChannels(rows);
}

/** A serial number and a name that a sender's own name comes to. */
export const sourceFor = (source: string): QuickSource => ({
  source,
  sncode: source
    .toUpperCase()
    .replace(/[^A-Z0-9._-]/g, '-')
    .slice(-32),
  name: source.slice(-20),
});
