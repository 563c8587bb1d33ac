/** Each rule about the owners of tables is broken on purpose in a small house of its own, and the check must say so. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { findForeignWrites, ownerRuleNames } from '../rules/table-owners.ts';

type Files = Readonly<Record<string, string>>;

const listOf = (points: readonly string[], readings: readonly string[]) =>
  JSON.stringify({
    kernel: ['work'],
    wings: [
      { wing: 'points', features: [{ feature: 'points', tables: points }] },
      { wing: 'readings', features: [{ feature: 'readings', tables: readings }] },
    ],
  });

const pointsTable = 'server/src/features/points/points/points.table.ts';

/** A sound house, in which every table is written by its owner. */
const sound: Files = {
  'features.json': listOf(['point', 'threshold'], ['reading', 'segment']),
  'server/src/kernel/work.rows.ts': `db.insertInto('work')`,
  [pointsTable]: `db.updateTable('point'); sql\`DELETE FROM threshold\`;`,
  'server/src/features/readings/readings/readings.table.ts': `sql\`COPY reading (at) FROM STDIN\`; sql\`TRUNCATE segment\`;`,
  // Neither names a table: a lock, and the second half of an insertion.
  'server/src/pipeline/store.ts': `sql\`SELECT 1 FROM point FOR UPDATE\`; sql\`ON CONFLICT (id) DO UPDATE SET at = 1\`;`,
  'server/src/demo/fill.ts': `sql\`INSERT INTO reading VALUES (1)\`;`,
  'server/src/features/points/points/points.test.ts': `sql\`DELETE FROM reading\`;`,
};

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function broken(files: Files): string[] {
  const root = mkdtempSync(join(tmpdir(), 'plumbline-owners-'));
  folders.push(root);
  const house = { ...sound, ...files };
  for (const [path, text] of Object.entries(house)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const paths = Object.keys(house).filter((path) => path.endsWith('.ts'));
  return findForeignWrites(root, paths).map(({ rule, path, message }) => `${path} ${rule}: ${message}`);
}

const writer = 'server/src/features/points/points/points.clear.table.ts';
const foreign = (table: string, owner: string) =>
  `${writer} owner-writes: points/points writes ${table}, which belongs to ${owner}: call its .api.ts, or let it export a hook`;

/** What is planted, and all that the check message to it. */
const breaches: readonly [rule: string, files: Files, message: string][] = [
  [
    'one-owner',
    { 'features.json': listOf(['point', 'threshold', 'segment'], ['reading', 'segment']) },
    'features.json one-owner: segment belongs to points/points and to readings/readings',
  ],
  [
    'table-has-owner',
    { [writer]: `db.deleteFrom('gone')` },
    `${writer} table-has-owner: features.json names no owner of gone`,
  ],
  [
    'table-is-written',
    { 'features.json': listOf(['point', 'threshold', 'chart'], ['reading', 'segment']) },
    'features.json table-is-written: chart of points/points is written nowhere',
  ],
  ...[
    `db.insertInto('reading')`,
    `db.updateTable('reading')`,
    `db.deleteFrom(\n  'reading')`,
    `db.mergeInto('reading')`,
    'INSERT INTO reading (at)',
    'UPDATE reading r SET at = 1',
    'UPDATE ONLY reading SET at = 1',
    'WITH gone AS (DELETE FROM reading RETURNING id)',
    'TRUNCATE TABLE reading',
    'COPY reading (at)',
  ].map((text): [string, Files, string] => [
    'owner-writes',
    { [writer]: text },
    foreign('reading', 'readings/readings'),
  ]),
  ['owner-writes', { [writer]: 'INSERT INTO work VALUES (1)' }, foreign('work', 'kernel')],
  [
    'owner-writes',
    { 'server/src/main.ts': 'UPDATE point SET at = 1' },
    'server/src/main.ts owner-writes: app writes point, which belongs to points/points: call its .api.ts, or let it export a hook',
  ],
];

describe('owners of tables', () => {
  test('a sound house breaks no rule', () => assert.deepEqual(broken({}), []));

  for (const [rule, files, message] of breaches)
    test(`${rule}: ${Object.values(files).join('')}`, () => assert.deepEqual(broken(files), [message]));

  test('every rule is broken by something above', () => {
    const planted = new Set(breaches.map(([rule]) => rule));
    assert.deepEqual([...planted].sort(), [...ownerRuleNames].sort());
  });
});
