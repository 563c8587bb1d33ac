/**
 * A format from a sample document of a receiver: JSON, CSV with a heading, or a form. Its keys become keys of the format, mapped where
 * a name says what it holds; the others are open until somebody maps them, for what the sample says there is nobody's reading.
 */
import {
  type PushDataKey,
  type PushLayout,
  type PushMetaKey,
  pushFormatLimits,
} from '@plumbline/contract/reports/push-formats.shapes';

export interface SampleKeys {
  readonly layout: PushLayout;
  /** Paths of keys that are not mapped yet. */
  readonly unmapped: readonly string[];
}
/** What a sample says at a path. */
interface Leaf {
  readonly path: string;
  readonly value: unknown;
}

const sampleLength = 100_000;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** null = it is none of the three, or has more keys or levels than a format. */
export function keysOfSample(text: string): SampleKeys | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > sampleLength) return null;
  if (/^[[{]/.test(trimmed)) return ofJson(trimmed);
  const [heading = '', first = ''] = trimmed.split(/\r?\n/);
  if (heading.includes(',')) return ofCsv(heading, first);
  return heading.includes('=') ? ofForm(trimmed) : null;
}

function ofJson(text: string): SampleKeys | null {
  let sample: unknown;
  try {
    sample = JSON.parse(text);
  } catch {
    return null;
  }
  if (Array.isArray(sample)) {
    const rows = isObject(sample[0]) ? leavesOf(sample[0]) : null;
    return rows && formatOf({ body: 'json', layout: 'batch', listPath: '' }, rows.leaves, []);
  }
  const parsed = isObject(sample) ? leavesOf(sample) : null;
  if (!parsed) return null;
  const rows = parsed.list && leavesOf(parsed.list.row);
  if (parsed.list && !rows) return null;
  return rows && parsed.list
    ? formatOf({ body: 'json', layout: 'batch', listPath: parsed.list.path }, rows.leaves, parsed.leaves)
    : formatOf({ body: 'json', layout: 'single', listPath: '' }, parsed.leaves, []);
}

function ofCsv(heading: string, first: string): SampleKeys | null {
  const values = first.split(',');
  const leaves = heading.split(',').map((name, i) => ({ path: bare(name), value: bare(values[i] ?? '') }));
  return formatOf({ body: 'csv', layout: 'batch', listPath: '' }, leaves, []);
}
const bare = (cell: string): string => cell.trim().replace(/^"(.*)"$/, '$1');

function ofForm(text: string): SampleKeys | null {
  const leaves = [...new URLSearchParams(text)].map(([path, value]) => ({ path, value }));
  return formatOf({ body: 'form', layout: 'single', listPath: '' }, leaves, []);
}

/** The values of an object by path, and the first list of objects in it with its first row. null = too deep or too many. */
function leavesOf(from: Record<string, unknown>) {
  const leaves: Leaf[] = [];
  let list: { readonly path: string; readonly row: Record<string, unknown> } | null = null;
  const stack: Leaf[] = Object.entries(from)
    .reverse()
    .map(([path, value]) => ({ path, value }));
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { path, value } = next;
    if (path.split('/').length > pushFormatLimits.levels || leaves.length > pushFormatLimits.keys) return null;
    if (isObject(value))
      for (const [name, inner] of Object.entries(value).reverse())
        stack.push({ path: `${path}/${name}`, value: inner });
    else if (Array.isArray(value) && isObject(value[0])) list ??= { path, row: value[0] };
    else leaves.push(next);
  }
  return { leaves, list };
}

type Shape = Pick<PushLayout, 'body' | 'layout' | 'listPath'>;

function formatOf(shape: Shape, rows: readonly Leaf[], meta: readonly Leaf[]): SampleKeys | null {
  const names = [...rows, ...meta].map(({ path }) => path);
  if (rows.length === 0 || Math.max(rows.length, meta.length) > pushFormatLimits.keys) return null;
  if (names.some((name) => name === '' || name.length > 200)) return null;
  const dataKeys = rows.map((leaf) => dataKeyOf(leaf));
  const metaKeys = meta.map((leaf) => metaKeyOf(leaf));
  return {
    layout: {
      ...shape,
      rows: 'field',
      root: 'push',
      dataKeys: dataKeys.map(({ key }) => key),
      metaKeys: metaKeys.map(({ key }) => key),
      authKeys: [],
      alertKeys: [],
    },
    unmapped: [...dataKeys, ...metaKeys].flatMap(({ key, isMapped }) => (isMapped ? [] : [key.path])),
  };
}

const dataNames: readonly (readonly [RegExp, PushDataKey['source']])[] = [
  [
    /^(?:phenomenon|measured?|sample|collect(?:ion)?|data|obs|record)?_?(?:time|ts|timestamp|date|datetime|at)$/,
    'time',
  ],
  [/^(?:value|val|result|reading|measurement)$/, 'value'],
  [/^(?:unit|units|uom)$/, 'unit'],
  [/^(?:field|quantity|param|parameter|factor|item|channel)$/, 'field'],
  [/^(?:point|sensor|device|station|instrument)(?:_?(?:name|code|no|id))?$/, 'pointName'],
  [/^(?:structure|section|site)(?:_?(?:name|code))?$/, 'structure'],
  [/^project(?:_?(?:name|code))?$/, 'project'],
];
const metaNames: readonly (readonly [RegExp, PushMetaKey['source']])[] = [
  [/^(?:sent|send|report|upload)?_?(?:time|ts|timestamp|date|datetime|at)$/, 'time'],
  [/^(?:count|total|size|rows)$/, 'count'],
  [/^project_?id$/, 'projectId'],
  [/^project(?:_?(?:name|code))?$/, 'project'],
];
const lastName = (path: string): string => (path.split('/').at(-1) ?? '').toLowerCase().replaceAll('-', '_');
const sourceBy = <S>(names: readonly (readonly [RegExp, S])[], path: string): S | undefined =>
  names.find(([name]) => name.test(lastName(path)))?.[1];

function keyOf({ path, value }: Leaf) {
  return {
    path,
    type: typeof value === 'number' ? ('number' as const) : ('string' as const),
    text: '',
    pattern: patternOf(value),
    field: null,
  };
}

function dataKeyOf(leaf: Leaf): { key: PushDataKey; isMapped: boolean } {
  const named = sourceBy(dataNames, leaf.path);
  const source = named === 'pointName' && typeof leaf.value === 'number' ? 'pointId' : named;
  return { key: { ...keyOf(leaf), source: source ?? 'constant' }, isMapped: source !== undefined };
}

function metaKeyOf(leaf: Leaf): { key: PushMetaKey; isMapped: boolean } {
  const source = sourceBy(metaNames, leaf.path);
  return { key: { ...keyOf(leaf), source: source ?? 'constant' }, isMapped: source !== undefined };
}

/** How a time of the sample is written: s, ms, a pattern of digits, or ISO 8601. */
export function patternOf(value: unknown): string {
  if (typeof value === 'number') return value > 1e11 ? 'ms' : 's';
  const text = String(value);
  if (/^\d{13}$/.test(text)) return 'ms';
  if (/^\d{10}$/.test(text)) return 's';
  const parts = /^\d{4}([-/.]?)\d{2}\1\d{2}(?:( )\d{2}(:?)\d{2}(?:\3\d{2}(\.\d{3})?)?)?$/.exec(text);
  if (!parts) return 'iso';
  const [, date = '', space = '', clock = '', thousandths] = parts;
  if (space === '') return ['yyyy', 'MM', 'dd'].join(date);
  const ofDay = text.slice(text.indexOf(' ') + 1).replaceAll(/\D/g, '').length >= 6 ? ['HH', 'mm', 'ss'] : ['HH', 'mm'];
  return `${['yyyy', 'MM', 'dd'].join(date)} ${ofDay.join(clock)}${thousandths ? '.SSS' : ''}`;
}
