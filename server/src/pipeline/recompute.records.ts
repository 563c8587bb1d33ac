/**
 * One record computed again: converted by the settings of its period, its quality tested as it would have been on
 * arrival. What a person said of a value stays said.
 */
import { flagAt, tests, testsOf } from '@plumbline/science/quality/flags';
import { judgeQuality, type QualityState } from '@plumbline/science/quality/judge-quality';
import { type Convert, conversionOf } from '@plumbline/science/sensors/conversion';
import { recipe, type Sample } from '@plumbline/science/sensors/recipes';
import type { PeriodConversion } from '../features/points/bindings/bindings.conversions.api.ts';
import { records, type StoredRecord } from '../features/readings/readings/readings.api.ts';
import type { Db } from '../kernel/context.ts';
import { sqlOver } from '../kernel/sql.ts';
import type { BoundPoint } from './bind.ts';
import { testedValues } from './effective-values.ts';

/** Records before a stretch that let the quality tests find their feet. */
const warmUp = 200;

/** Each time by the conversion of its period; each compiled once. Throws formulaIllegal. */
export function byPeriod(periods: readonly PeriodConversion[]): (record: StoredRecord) => (number | null)[] | null {
  const compiled = periods.map((period): PeriodConversion & { convert: Convert | null; reads: Set<string> | null } => ({
    ...period,
    reads: period.type === 0 ? new Set(recipe(period).quantities) : null,
    // Values of another kind of that time (a composite's, a master's) have no sample to convert.
    convert:
      period.type === 0 || period.type === 2
        ? conversionOf({
            ...period,
            customFormula: period.formulaType === 'CUSTOM_FORMULA' ? period.customFormula : {},
          })
        : null,
  }));
  return ({ at, raw }) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return null;
    const period = compiled.find(({ fromMs, toMs }) => at >= fromMs && at < toMs);
    // What people entered while the point was manual is no sample of its sensor: it stands as it is.
    const reads = period?.reads;
    if (reads && !Object.keys(raw).some((key) => reads.has(key))) return null;
    return period?.convert?.(raw as Sample) ?? null;
  };
}

/** The quality tests as they run through history, in order of time. */
export interface Tester {
  state: QualityState | null;
  readonly point: BoundPoint;
}

/** Tests that go on where they were, or find their feet on what lies before `from`. */
export async function testerOf(db: Db, point: BoundPoint, state: QualityState | null, from: number): Promise<Tester> {
  const tester: Tester = { point, state };
  if (tester.state === null && point.remembers) {
    const before = await records(sqlOver(db), point.pointId, Date.UTC(1900, 0, 1), from - 1, {
      newestFirst: true,
      offset: 0,
      limit: warmUp,
    });
    for (const record of before.reverse()) flagsOf(tester, record, record.values);
  }
  return tester;
}

/** The flags of a record, and the tests one record further. */
export function flagsOf(
  tester: Tester,
  { at, receivedAt }: StoredRecord,
  values: readonly (number | null)[],
): number[] | null {
  const { point } = tester;
  const judged = judgeQuality(point.quality, tester.state, {
    at,
    receivedAt,
    values: testedValues(point, at, values),
  });
  tester.state = judged.state;
  return judged.flags;
}

/** Returns the record converted again; the same object if nothing differs. Quality flags set by people are kept. */
export function renewedOf(
  record: StoredRecord,
  convert: (record: StoredRecord) => (number | null)[] | null,
  tester: Tester | undefined,
): StoredRecord {
  const values = convert(record) ?? record.values;
  const found = tester ? flagsOf(tester, record, values) : record.flags;
  return sameValues(values, record.values) ? record : { ...record, values, flags: withVerdicts(record, values, found) };
}

/** Returns the findings, with the verdicts of people over it. */
export function withVerdicts(
  record: StoredRecord,
  values: readonly (number | null)[],
  found: readonly number[] | null,
) {
  const flags = record.flags;
  if (flags === null || !flags.some((flag) => testsOf(flag).includes('person'))) return found;
  return values.map((value, i) => {
    const flag = flags[i] ?? 0;
    return value !== null && (flag >> 4) & tests.person ? flag : flagAt(found, values, i);
  });
}

export const sameValues = (a: readonly (number | null)[], b: readonly (number | null)[]) =>
  a.length === b.length && a.every((value, i) => value === b[i]);
