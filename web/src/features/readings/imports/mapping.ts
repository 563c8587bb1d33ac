import { elementAt } from '@plumbline/contract/kernel/elements';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import type { ambiguities, ImportLayout, Mapping } from '@plumbline/contract/readings/imports.mapping';
import { fitSlot, rawSlots, type Slot } from '@plumbline/science/files/slots';
import { unitStep } from '@plumbline/science/files/units';
import { zoneOf } from '@plumbline/science/series/zone';

/** Draft of the mapping of a file, before it is a mapping: every part may still be missing. Pure. */
export interface Draft {
  readonly layout: 'wide' | 'rows' | 'long' | 'ags4';
  readonly timeColumns: readonly number[];
  readonly pattern: string | null;
  readonly timeZone: string;
  readonly ambiguous: (typeof ambiguities)[number];
  /** wide: by column. rows: the same, of every point, so without one. */
  readonly targets: Readonly<Record<number, DraftTarget>>;
  readonly pointColumn: number | null;
  readonly fieldColumn: number | null;
  readonly valueColumn: number | null;
  /** rows, long and ags4: by name in the file. */
  readonly names: Readonly<Record<string, DraftTarget>>;
  /** What becomes of lines whose name is mapped to no point. */
  readonly otherNames: 'refuse' | 'skip';
}
export interface DraftTarget {
  readonly pointId: number | null;
  readonly name: string | null;
  /** Of a chain: which node, from 1. */
  readonly node: number | null;
  readonly factor: number;
  readonly offset: number;
  /** The cell, times the factor, is the sine of an angle in degrees. */
  readonly sine: boolean;
  /** AGS4: the unit that factor and offset start from; null = that of the first reading. */
  readonly unit: string | null;
}
export const noTarget: DraftTarget = {
  pointId: null,
  name: null,
  node: null,
  factor: 1,
  offset: 0,
  sine: false,
  unit: null,
};

type Conversion = Pick<DraftTarget, 'factor' | 'offset' | 'sine'>;
const stepOf = ({ factor, offset, sine = false }: { factor: number; offset: number; sine?: boolean }): Conversion => ({
  factor,
  offset,
  sine,
});

/** A sensor's chain is measured node by node: which one has to be said. */
export const needsNode = ({ type, nodeCount }: Pick<Point, 'type' | 'nodeCount'>): boolean =>
  type === 0 && nodeCount > 0;

type Setup = Pick<Point, 'type' | 'family' | 'mode' | 'nodeCount' | 'parameters'>;

/** Automated points take what their sensor measures, manual ones their fields; each with its unit. */
export function slotsOf({ type, family, mode, nodeCount, parameters }: Setup): readonly Slot[] {
  const fields = fieldsOf(family as FamilyCode, nodeCount);
  if (type === 2) return fields.map(({ key, unit }) => ({ name: key, unit }));
  if (type !== 0) return [];
  return rawSlots(
    { family, mode, nodeCount, parameters },
    Object.fromEntries(fields.map(({ key, unit }) => [key, unit])),
  );
}

/** Points that an import can bring readings to. */
export const takesImport = (point: Point): boolean =>
  (point.type === 0 || point.type === 2) && point.archivedAt === null && slotsOf(point).length > 0;

/**
 * A target once another point was chosen for it: its quantity stays where the point has it and the unit does not forbid
 * it; else the one that the unit and the word of the file mean, and none where neither does.
 */
export function pointChosen(target: DraftTarget, point: Point | undefined, source: MappingIssue): DraftTarget {
  if (!point) return { ...target, pointId: null };
  const slots = slotsOf(point);
  const matchingSlot = slots.find(({ name }) => name === target.name);
  if (matchingSlot && !differs(source.unit, matchingSlot)) return { ...target, pointId: point.id };
  const main =
    point.type === 2 ? point.mainField : source.unit === '' && slots.length > 1 ? null : elementAt(slots, 0).name;
  const fit = fitSlot(slots, main, source.word, source.unit) ?? noTarget;
  return { ...target, pointId: point.id, name: fit.name, ...stepOf(fit) };
}

/** A target once a quantity was chosen by hand: numbers are converted where both units are known. */
export function quantityChosen(target: DraftTarget, slot: Slot | undefined, source: MappingIssue): DraftTarget {
  const step = slot?.unit && source.unit !== '' ? unitStep(source.unit, slot.unit) : null;
  return { ...target, name: slot?.name ?? null, ...stepOf(step ?? noTarget) };
}

/** Issue of a column, or of a series. */
export interface MappingIssue {
  readonly word: string;
  readonly unit: string;
  /** A cell of a column that holds text; null = it holds numbers, or nobody knows. */
  readonly text?: string | null;
}
export const isUnmapped: MappingIssue = { word: '', unit: '' };

/** Returns whether what the file states contradicts the unit of a quantity. */
export const differs = (unit: string, slot: Slot): boolean =>
  unit !== '' && slot.unit !== null && unitStep(unit, slot.unit) === null;

/** The conversion that the units ask for where another one is set; null where all is well or nobody can say. */
export function unitsToConfirm(unit: string, slot: Slot, target: DraftTarget): Conversion | null {
  const conversion = unit === '' || slot.unit === null ? null : unitStep(unit, slot.unit);
  const step = conversion && stepOf(conversion);
  const same = step?.factor === target.factor && step.offset === target.offset && step.sine === target.sine;
  return same ? null : step;
}

/** Returns whether the file itself states another zone than the one that is set. Zones have many names: clocks are compared. */
export function contradictsZone({ stated }: Pick<ImportLayout, 'stated'>, timeZone: string): boolean {
  if (stated === null || stated === undefined) return false;
  const year = new Date().getUTCFullYear();
  // Northern and southern summers: a fixed offset agrees with a zone only where the zone keeps it all year.
  return [0, 6].some((month) => {
    const at = Date.UTC(year, month, 1);
    return zoneOf(stated.timeZone).offsetAt(at) !== zoneOf(timeZone).offsetAt(at);
  });
}

const separator = '\u0000';
export const nameOf = (...parts: readonly (string | null)[]): string => parts.map((part) => part ?? '').join(separator);
export const partsOf = (name: string): string[] => name.split(separator);

type Names = Extract<Mapping['values'], { layout: 'ags4' }>['names'];
/** The keys of an AGS4 series in one. */
export const seriesName = ({
  location,
  point,
  distance,
  type,
}: ImportLayout['series'][number] | Names[number]): string =>
  nameOf(location, point, distance === null || distance === undefined ? '' : String(distance), type);

/** Returns the point names in the preview of a file, for the long layout. */
export function namesIn(layout: ImportLayout, pointColumn: number | null, fieldColumn: number | null): string[] {
  if (pointColumn === null) return [];
  const names = new Set<string>();
  for (const { cells } of layout.preview) {
    const point = cells[pointColumn]?.trim();
    if (point) names.add(nameOf(point, fieldColumn === null ? null : (cells[fieldColumn]?.trim() ?? '')));
  }
  return [...names];
}
