/** Corrections that are no shift: of the top and the base of a profile, and a new zero. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { corrections } from '@plumbline/contract/readings/corrections';
import { history } from '@plumbline/contract/readings/history';
import { readings } from '@plumbline/contract/readings/readings';
import { at, openCorrections, reason, startMs } from '../../../../test/corrections.fixtures.ts';
import { makePoint, seal } from '../../../../test/series.ts';

const { server, world, token, pointAt10 } = await openCorrections();

test('no two new zeros overlap: a further one ends the one before, and one inside it is refused', async () => {
  const pointId = await pointAt10('S-Z');
  const zero = (from: number, to: number | null, initial: number, more: object = {}) =>
    server.call(
      corrections.createInitshift,
      {
        pointId,
        startAt: at(from),
        endAt: to === null ? null : at(to),
        initials: { temperature: initial },
        reason,
        ...more,
      },
      token,
    );
  const first = (await zero(10, null, 1)).body.correction;
  const inside = await zero(20, 30, 2);
  assert.deepEqual([inside.status, inside.body.error], [409, 'correctionExists']);
  assert.equal((await zero(40, null, 3, { continues: false })).body.error, 'correctionExists');
  assert.equal(
    (await zero(5, null, 3)).body.error,
    'correctionExists',
    'one that begins before an open one needs an end',
  );
  const again = await zero(40, null, 3);
  assert.deepEqual(
    again.body.changed.map((each) => [each.id, each.endAt]),
    [[first.id, at(40)]],
  );
  const listed = async () =>
    (await server.call(corrections.initshifts, { pointId }, token)).body.corrections.map((each) => [
      each.startAt,
      each.endAt,
    ]);
  assert.deepEqual(await listed(), [
    [at(10), at(40)],
    [at(40), null],
  ]);
  await server.call(history.undo, { pointId, changeId: again.body.changeId }, token);
  assert.deepEqual(await listed(), [[at(10), null]], 'the undo opens the first one again');
});

test('a profile: top, base node, and the fields that follow; a node that is not there is refused', async () => {
  const pointId = await makePoint(server, world, 'ADM-1', { family: 'deepDisplacement', mode: 5, node_count: 2 });
  // maxX, maxY, x1, y1, x2, y2
  await seal(
    server,
    pointId,
    [0, 1, 2].map((i) => ({ at: startMs + i * hourMs, values: [4, 1, 4, 1, 2, 1] })),
  );
  const profile = async () => {
    const input = { pointIds: [pointId], fields: ['maxX', 'maxY', 'x1', 'x2', 'y1'], from: at(0), to: at(3) };
    const { series } = (await server.call(readings.query, input, token)).body;
    return Object.fromEntries(series.map((each) => [each.field, each.values]));
  };
  const span = { pointId, startAt: at(1), endAt: at(2), reason };
  assert.equal((await server.call(corrections.createTopshift, { ...span, fixes: { x: 10 } }, token)).status, 200);
  assert.deepEqual(await profile(), {
    maxX: [4, 14, 4],
    maxY: [1, 1, 1],
    x1: [4, 14, 4],
    x2: [2, 12, 2],
    y1: [1, 1, 1],
  });
  const base = { pointId, startAt: at(2), reason, node: 2, surveyed: { x: 0.5 } };
  assert.equal((await server.call(corrections.createBasenode, base, token)).status, 200);
  const after = await profile();
  assert.deepEqual(
    [after['x1'], after['x2'], after['maxX']],
    [
      [4, 14, 2.5],
      [2, 12, 0.5],
      [4, 14, 2.5],
    ],
  );
  const far = await server.call(corrections.createBasenode, { ...base, startAt: at(0), endAt: at(1), node: 3 }, token);
  assert.deepEqual(far.body.detail, [{ path: 'node', message: 'nodeUnknown' }]);
  const follows = await server.call(corrections.createShift, { ...span, fixes: { maxX: 1 } }, token);
  assert.deepEqual(follows.body.detail, [{ path: 'fixes', message: 'fieldFollows' }]);
  const { corrections: all } = (await server.call(corrections.all, { pointId }, token)).body;
  assert.deepEqual(
    all.map((each) => each.kind),
    ['topshift', 'basenode'],
  );
});

test('a top correction of a point without nodes is refused at its fixes: no node was sent', async () => {
  const pointId = await pointAt10('S-T');
  const input = { pointId, startAt: at(1), endAt: at(2), fixes: { x: 10 }, reason };
  const { status, body } = await server.call(corrections.createTopshift, input, token);
  assert.deepEqual([status, body.detail], [400, [{ path: 'fixes', message: 'noProfile' }]]);
});

test('a new zero moves the cumulative curve and no value', async () => {
  const pointId = await makePoint(server, world, 'Z-1', { initial_values: JSON.stringify({ temperature: 4 }) });
  await seal(
    server,
    pointId,
    [10, 11, 30, 31].map((value, i) => ({ at: startMs + i * hourMs, values: [value] })),
  );
  const { initials } = (await server.call(history.estimateInitshift, { pointId, startAt: at(2) }, token)).body;
  assert.deepEqual(initials, { temperature: 23 });
  await server.call(corrections.createInitshift, { pointId, startAt: at(2), initials, reason }, token);
  const curve = async (quantity: 'value' | 'cumulative') =>
    (await server.call(readings.query, { pointIds: [pointId], from: at(0), to: at(4), quantity }, token)).body
      .series[0]!;
  assert.deepEqual((await curve('value')).values, [10, 11, 30, 31]);
  const cumulative = await curve('cumulative');
  assert.deepEqual([cumulative.values, cumulative.corrected], [[6, 7, 7, 8], true]);
  const { rows } = (await server.call(readings.pagination, { pointId, from: at(0), to: at(4), order: 'oldest' }, token))
    .body;
  assert.deepEqual(
    rows.map((row) => row.cumulative[0]),
    [6, 7, 7, 8],
  );
});
