/**
 * The record that a line of the operation log is about, read from the answer: on a create the address has the id of the
 * parent alone, and only the answer knows what came into being.
 */
import type { Route } from '@plumbline/contract/kernel/route';

/** One record, or as many as were made at once. */
export type LoggedRecord =
  | { readonly kind: string; readonly id: number; readonly name: string | null }
  | { readonly kind: string; readonly count: number; readonly ids: readonly number[] };

type Fields = Readonly<Record<string, unknown>>;
type DescribedRoute = Pick<Route, 'method' | 'path' | 'makes'>;

const limits = { name: 100, ids: 100 } as const;

/** What people call a record, by the field that has it; the first that is there counts. */
const nameFields = ['name', 'title', 'displayName', 'label', 'fileName', 'sncode', 'serial', 'note', 'text'] as const;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is number => Number.isInteger(value) && (value as number) > 0;

function nameOf(record: Fields): string | null {
  const name = nameFields.map((field) => record[field]).find((value) => typeof value === 'string' && value !== '');
  return typeof name === 'string' ? name.slice(0, limits.name) : null;
}

/** The last part of a path that says what lies there, or the one before `{parameter}`. */
function wordIn(path: string, parameter?: string): string {
  const parts = path.split('/');
  const above = parameter === undefined ? parts : parts.slice(0, parts.indexOf(`{${parameter}}`));
  return above.findLast((part) => part !== '' && part !== 'upload' && !part.startsWith('{')) ?? '';
}

/** The ids that the answer lists; a record of it by its field that ends in Id. */
function idsIn(listed: unknown): number[] {
  const each = Array.isArray(listed) ? listed : [listed];
  return each
    .map((one) => (isFields(one) ? Object.entries(one).find(([field]) => field.endsWith('Id'))?.[1] : one))
    .filter(isId);
}

/**
 * Returns what an answer says that was made or changed; null where it holds no record, or several of which none is meant.
 * Its kind is the word of the address: `alert-rules`.
 */
export function recordOf({ method, path, makes }: DescribedRoute, input: Fields, answer: unknown): LoggedRecord | null {
  if (!isFields(answer) || method === 'GET') return null;
  if (makes) {
    const ids = idsIn(answer[makes.in]);
    const [only] = ids;
    if (only === undefined) return null;
    if (ids.length === 1) return { kind: makes.kind, id: only, name: null };
    return { kind: makes.kind, count: ids.length, ids: ids.slice(0, limits.ids) };
  }
  const records = Object.entries(answer).filter(([, value]) => isFields(value) && isId(value['id']));
  const [only] = records;
  if (!only || records.length > 1) return null;
  const [field, record] = only as [string, Fields & { id: number }];
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const alike = parameters.findLast((name) => field.toLowerCase().endsWith(name.slice(0, -'Id'.length).toLowerCase()));
  // What lies above that which the address names is neither new nor what was changed.
  if (alike !== undefined && alike !== parameters.at(-1)) return null;
  // A change answers with the record that its address names; whatever else is in the answer is not what was changed.
  if (method !== 'POST' && (alike === undefined || input[alike] !== record.id)) return null;
  // A copy of what the address names is one more of its kind.
  return { kind: wordIn(path, alike), id: record.id, name: nameOf(record) };
}
