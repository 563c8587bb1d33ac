import type { FieldDefinition, FieldUnit } from '@plumbline/contract/kernel/forms';

/** Lengths of time, kept in seconds. */
export const durationUnits: readonly FieldUnit[] = [
  { label: 'forms:unit.second', factor: 1 },
  { label: 'forms:unit.minute', factor: 60 },
  { label: 'forms:unit.hour', factor: 3_600 },
  { label: 'forms:unit.day', factor: 86_400 },
];

const nameless: FieldUnit = { label: '', factor: 1 };
/** The units of a definition; one without a name where it has none. */
export const unitsOf = ({ unit }: FieldDefinition): readonly FieldUnit[] =>
  Array.isArray(unit) && unit.length > 0 ? (unit as readonly FieldUnit[]) : [nameless];

/** Without the last digits of a division: 0.1 m is 100 mm and not 100.00000000000001. */
export const roundUnit = (value: number): number => Number(value.toPrecision(12));

/** The largest unit in which a value is a whole number; the first one while there is none. */
export function unitFor(value: number | null | undefined, units: readonly FieldUnit[]): FieldUnit {
  const first = units[0] ?? nameless;
  if (value === null || value === undefined || value === 0) return first;
  const exactUnits = units.filter(({ factor }) => Number.isInteger(roundUnit(value / factor)));
  return exactUnits.reduce((best, each) => (each.factor > best.factor ? each : best), exactUnits[0] ?? first);
}
