/** The reading of the point that is open is one: in its head and in its row of the tree. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TreeNode } from '@plumbline/contract/site/projects';
import { newestReading, withReading } from '../src/screens/data-view/newest-reading.ts';

const iso = (ms: number) => new Date(ms).toISOString();
const second = Date.parse('2026-11-30T10:00:00Z');
const latest = (at: number, value: number) => ({ at: iso(at), receivedAt: iso(at + 200), values: [value, null] });
const live = (at: number, value: number, pointId = 7) => ({
  pointId,
  at,
  receivedAt: at + 200,
  values: [value, null],
  level: 0,
});
const node = (ref: number, value: number, at = second) => ({
  id: `p${ref}`,
  parentId: 's1',
  kind: 'point' as const,
  ref,
  name: `VB-${ref}`,
  family: 'vibration',
  field: 'peak',
  value,
  status: { state: 'reporting' as const, level: 0, at, staleAt: at + 30_000 },
});

const valueAndTime = ({ value, status }: TreeNode) => [value, 'at' in status ? status.at : null];

test('the newest is what the socket sent, or the record where that is newer', () => {
  assert.equal(newestReading(7, null, undefined), null);
  assert.equal(newestReading(7, latest(second, 0.063), undefined)?.values[0], 0.063);
  assert.equal(newestReading(7, latest(second, 0.063), live(second + 10_000, 0.081))?.values[0], 0.081);
  // A page that slept asks for the record again: what the socket sent before is old then.
  const again = newestReading(7, latest(second + 20_000, 0.09), live(second + 10_000, 0.081));
  assert.deepEqual([again?.values[0], again?.at, again?.live], [0.09, second + 20_000, null]);
});

test('the row of the open point has the number of its head, whichever came first, and no other row changes', () => {
  const nodes = [node(6, 0.5), node(7, 0.063)];
  const newer = withReading(nodes, newestReading(7, null, live(second + 10_000, 0.081)));
  assert.deepEqual(newer.map(valueAndTime), [
    [0.5, second],
    [0.081, second + 10_000],
  ]);
  assert.equal(newer[0], nodes[0]);
  // The state of the project came before the reading: the row waits for its head, a tenth of a second.
  const older = withReading([node(7, 0.09, second + 20_000)], newestReading(7, null, live(second + 10_000, 0.081)));
  assert.deepEqual(older.map(valueAndTime)[0], [0.081, second + 20_000]);
  assert.equal(withReading(nodes, null), nodes);
});

test('a chain is read at the place of its field, and a point of another project changes nothing', () => {
  const chain: TreeNode = { ...node(7, 1), family: 'deepDisplacement', field: 'x2' };
  const values = [9, 8, 1.1, 1.2, 2.1, 2.2];
  const [read] = withReading([chain], newestReading(7, { ...latest(second, 0), values }, undefined));
  assert.equal(read?.value, 2.1);
  const nodes = [node(6, 0.5)];
  assert.equal(withReading(nodes, newestReading(7, latest(second, 0.1), undefined)), nodes);
});
