import { sameValue } from '../../design/form/judge.ts';
import { type Cells, unflatten } from './table-columns.ts';

/** Edit of one point: the cells, and the change as the call takes it. */
export interface Edit {
  /** Its row in the table. */
  readonly at: number;
  readonly pointId: number;
  readonly name: string;
  readonly props: readonly string[];
  readonly before: Cells;
  readonly after: Cells;
  readonly set: Record<string, unknown>;
}
const place = ['longitude', 'latitude'];
/** Where an emptied cell says something: no device, no order of one's own, no depth. */
const nullable = ['sncode', 'onlySort', 'depthM'];

/** The differences between two states of the same table. Numbers that a call nests go along with their neighbours. */
export function editsOf(
  points: readonly { readonly id: number; readonly name: string }[],
  before: readonly Cells[],
  after: readonly Cells[],
): Edit[] {
  const edits: Edit[] = [];
  for (const [at, cells] of after.entries()) {
    const [was, point] = [before[at], points[at]];
    if (!was || !point || was === cells) continue;
    const props = [...new Set([...Object.keys(was), ...Object.keys(cells)])].filter(
      (prop) => !sameValue(was[prop], cells[prop]),
    );
    if (props.length === 0) continue;
    const fields = unflatten(cells);
    const set: Record<string, unknown> = {};
    for (const prop of props) {
      const [group = ''] = prop.split('/');
      if (place.includes(prop)) set.coordinates = fields.coordinates ?? null;
      else if (group !== prop) set[group] = fields[group] ?? {};
      else set[prop] = fields[prop] ?? (nullable.includes(prop) ? null : '');
    }
    edits.push({ at, pointId: point.id, name: point.name, props, before: was, after: cells, set });
  }
  return edits;
}
