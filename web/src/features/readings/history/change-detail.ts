/**
 * What an act of the change log made otherwise, as old against new: read from what the log keeps of it. Invariant: only
 * what differs is listed, each once, and nothing is made up where the log says nothing.
 */
import type { SeriesChange } from '@plumbline/contract/readings/history';

export type Part =
  | 'parameters'
  | 'deviceParameters'
  | 'initialValues'
  | 'customFormula'
  | 'mode'
  | 'formulaType'
  | 'type'
  | 'slaves'
  | 'tc'
  | 'device'
  | 'channel'
  | 'startAt'
  | 'endAt'
  | 'stableTimes'
  | 'node'
  | 'fixes'
  | 'initials'
  | 'surveyed'
  | 'quality'
  | 'fileName';

export interface Difference {
  readonly part: Part;
  /** The parameter, field or axis that it is about. */
  readonly key?: string;
  /** undefined = there was none, or there is none any more. */
  readonly before: unknown;
  readonly after: unknown;
}

type Detail = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Detail =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const recordsIn = (value: unknown): Detail[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const same = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) || JSON.stringify(a) === JSON.stringify(b);

const settings = [
  'mode',
  'formulaType',
  'type',
  'parameters',
  'deviceParameters',
  'customFormula',
  'initialValues',
  'slaves',
  'tc',
] as const;
const ofCorrections = ['startAt', 'endAt', 'stableTimes', 'node', 'fixes', 'initials', 'surveyed'] as const;

/** One part in two states: key by key where it is a set of named values. */
function compare(part: Part, before: unknown, after: unknown): Difference[] {
  if (!isRecord(before) && !isRecord(after)) return same(before, after) ? [] : [{ part, before, after }];
  const [was, is] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return keys.flatMap((key) => (same(was[key], is[key]) ? [] : [{ part, key, before: was[key], after: is[key] }]));
}

/** Returns the effect of an act on one point. */
export function differencesOf({ kind, detail }: Pick<SeriesChange, 'kind' | 'detail'>, pointId: number): Difference[] {
  if (kind === 'recompute') {
    // One that was written when acts were of one point each says it without the point.
    const operation = Array.isArray(detail['points'])
      ? recordsIn(detail['points']).find((each) => each['pointId'] === pointId)
      : detail;
    const [before, after] = [operation?.['before'], operation?.['after']];
    if (!isRecord(before) || !isRecord(after)) return [];
    return [
      ...compare('device', before['sncode'], after['sncode']),
      ...compare('channel', before['channel'], after['channel']),
      ...settings.flatMap((part) => (part in before || part in after ? compare(part, before[part], after[part]) : [])),
    ];
  }
  if (kind === 'correction') {
    const [was, is] = [recordsIn(detail['before']), recordsIn(detail['after'])];
    const ids = [...new Set([...was, ...is].map(({ id }) => id))];
    return ids.flatMap((id) => {
      const [before, after] = [was.find((each) => each['id'] === id), is.find((each) => each['id'] === id)];
      return ofCorrections.flatMap((part) => compare(part, before?.[part], after?.[part]));
    });
  }
  if (kind === 'flag') {
    const verdict = isRecord(detail['verdict']) ? detail['verdict'] : {};
    const fields = Array.isArray(verdict['fields']) ? verdict['fields'].map(String) : [];
    return fields.map((key) => ({ part: 'quality', key, before: undefined, after: verdict['quality'] }));
  }
  if (kind === 'import' && typeof detail['fileName'] === 'string')
    return [{ part: 'fileName', before: undefined, after: detail['fileName'] }];
  return [];
}
