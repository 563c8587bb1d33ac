/** What a file does not name stays: of automated points as of manual ones, quantity by quantity, node by node. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { history } from '@plumbline/contract/readings/history';
import type { Mapping } from '@plumbline/contract/readings/imports.mapping';
import { makeImportsFixture, wideMapping } from '../../../../test/imports.fixtures.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Merged']);
const token = world.admin.token;
const fixture = makeImportsFixture(server, world);
const parameters = JSON.stringify({ K: 0.01, f0: 2800, installElevation: 100 });
const wire = { family: 'crack' as const, mode: 1, parameters };
const at = Date.parse('2024-05-01T00:00:00Z');
const sample = { frequency: 2717.85, temperature: 18.7 };

const rawOf = async (pointId: number) => (await fixture.rowsOf(pointId)).map(({ raw }) => raw);

test('a file with one of two raw quantities leaves the other, says so, and its undo is exact', async () => {
  const pointId = await makePoint(server, world, 'PZ-1', wire);
  await seal(
    server,
    pointId,
    [0, 1, 2].map((i) => ({ at: at + i * hourMs, values: [1.5, 18.7], raw: sample })),
  );
  const before = await fixture.rowsOf(pointId);
  const { import: sent } = await fixture.upload(
    [
      'Time (UTC),Point,frequency,temperature',
      '2024-05-01 00:00:00,PZ-1,,18.9',
      '2024-05-01 01:00:00,PZ-1,NAN,18.7',
      '2024-05-01 02:00:00,PZ-1,,',
      '2024-05-01 03:00:00,PZ-1,,19.1',
      '',
    ].join('\n'),
  );
  const checked = await fixture.check(sent.id, sent.layout.suggested!);
  assert.deepEqual(checked.counts, {
    lines: 4,
    acceptedLines: 3,
    partLines: 0,
    refusedLines: 0,
    added: 1,
    overwritten: 1,
    unchanged: 1,
    refused: 0,
    repeated: 0,
    empty: 1,
    skipped: 0,
    noValue: 0,
    withoutValue: 1,
  });
  const [over] = await fixture.lines(sent.id, 'overwritten');
  assert.deepEqual(
    [over!.values, over!.before, over!.after],
    [{ temperature: 18.9 }, sample, { ...sample, temperature: 18.9 }],
  );
  const done = await fixture.apply(sent.id);
  assert.deepEqual(await rawOf(pointId), [{ ...sample, temperature: 18.9 }, sample, sample, { temperature: 19.1 }]);
  const values = (await fixture.rowsOf(pointId)).map((row) => row.values);
  assert.ok(
    values.slice(0, 3).every(([opening]) => opening !== null),
    JSON.stringify(values),
  );
  const undone = await server.call(history.undo, { pointId, changeId: done.changeId! }, token);
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.deepEqual(await fixture.rowsOf(pointId), before);
});

test('a node that a file does not name keeps its tilt', async () => {
  const chain = await makePoint(server, world, 'ADM-1', { family: 'deepDisplacement', mode: 5, node_count: 2 });
  await seal(server, chain, [{ at, values: [0, 0, 0, 0, 0, 0], raw: { x: [0.1, 0.2], y: [0.3, 0.4] } }]);
  const { import: sent } = await fixture.upload('Time (UTC),A1,A2\n2024-05-01 00:00:00,0.5,\n');
  const columns = [1, 2].map((node) => ({ column: node, pointId: chain, kind: 'raw' as const, name: 'x', node }));
  await fixture.check(sent.id, wideMapping(columns, { timeZone: 'UTC' }));
  await fixture.apply(sent.id);
  assert.deepEqual(await rawOf(chain), [{ x: [0.5, 0.2], y: [0.3, 0.4] }]);
});

test('what alone would give a sensor no value is not suggested', async () => {
  const pointId = await makePoint(server, world, 'PZ-2', wire);
  const layoutOf = async (...lines: string[]) => (await fixture.upload(`${lines.join('\n')}\n`)).import.layout;
  const wide = await layoutOf('Time,PZ-2 temperature', '2024-05-01 00:00:00,18');
  assert.deepEqual([wide.suggested, wide.near], [null, [{ column: 1, pointId }]]);
  const rows = await layoutOf('Time,Point,temperature', '2024-05-01 00:00:00,PZ-2,18');
  assert.equal(rows.suggested, null);
  const both = await layoutOf('Time,Point,temperature,frequency', '2024-05-01 00:00:00,PZ-2,18,2800');
  assert.equal((both.suggested as Mapping).values.layout, 'rows');
  const chain = await makePoint(server, world, 'ADM-2', { family: 'deepDisplacement', mode: 5, node_count: 2 });
  const nodes = (await layoutOf('Time,Point,x1,x2', '2024-05-01 00:00:00,ADM-2,1,2')).suggested!.values;
  assert.deepEqual(
    nodes.layout === 'rows' && [
      nodes.names.filter(({ pointId }) => pointId === chain),
      nodes.columns.map(({ name, node }) => [name, node]),
    ],
    [
      [{ point: 'ADM-2', pointId: chain }],
      [
        ['x', 1],
        ['x', 2],
      ],
    ],
  );
});

test('a manual value that is the same to the millionth stays as it was written', async () => {
  const pointId = await makePoint(server, world, 'M-1', { family: 'crack', type: 2, mode: 0 });
  await seal(server, pointId, [{ at, values: [1.234568, 20], raw: { opening: 1.23456789, temp: 20 } }]);
  const { import: sent } = await fixture.upload('Time (UTC),M-1 opening\n2024-05-01 00:00:00,1.234568\n');
  const { counts } = await fixture.check(sent.id, sent.layout.suggested!);
  assert.deepEqual([counts!.unchanged, counts!.overwritten], [1, 0]);
});
