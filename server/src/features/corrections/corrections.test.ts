import assert from 'node:assert/strict';
import { test } from 'node:test';
import { corrections } from '@plumbline/contract/corrections';
import { history } from '@plumbline/contract/history';
import { readings } from '@plumbline/contract/readings';
import { Kysely, PostgresDialect } from 'kysely';
import { makePoint, seal } from '../../../test/series.ts';
import { openWorlds } from '../../../test/worlds.ts';
import type { Tables } from '../../kernel/tables.ts';
import { correctionsOf } from './corrections.api.ts';

const [server, world] = await openWorlds(['Corrections']);
const token = world.admin.token;
const hourMs = 3_600_000;
const startMs = Date.parse('2026-03-01T00:00:00Z');
const at = (hours: number) => new Date(startMs + hours * hourMs).toISOString();
const reason = 'The bracket was knocked';

/** A point with an hourly reading of 10 for four days. */
async function pointAt10(name: string) {
  const pointId = await makePoint(server, world, name);
  await seal(
    server,
    pointId,
    Array.from({ length: 96 }, (_, i) => ({ at: startMs + i * hourMs, values: [10] })),
  );
  return pointId;
}
const shift = (pointId: number, from: number, to: number | null, fix: number, more: object = {}) =>
  server.call(
    corrections.createShift,
    { pointId, startAt: at(from), endAt: to === null ? null : at(to), fixes: { temperature: fix }, reason, ...more },
    token,
  );
async function shown(pointId: number, raw = false) {
  const { body } = await server.call(readings.query, { pointIds: [pointId], from: at(0), to: at(96), raw }, token);
  return body.series[0]!.values;
}

test('a shift counts from its start up to its end, and what is stored stays', async () => {
  const pointId = await pointAt10('S-1');
  const { body, status } = await shift(pointId, 24, 48, 2.5, { stableTimes: 4 });
  assert.equal(status, 200);
  assert.deepEqual(
    [body.correction.startAt, body.correction.endAt, body.correction.stableTimes, body.correction.createdBy],
    [at(24), at(48), 4, 'Corrections.admin'],
  );
  const values = await shown(pointId);
  assert.deepEqual([values[23], values[24], values[47], values[48]], [10, 7.5, 7.5, 10]);
  assert.ok((await shown(pointId, true)).every((value) => value === 10));
  const listed = await server.call(corrections.shifts, { pointId }, token);
  assert.deepEqual(listed.body.corrections, [body.correction]);
});

test('two shifts may touch and not overlap; a fix of 0, none and an end before the start are refused', async () => {
  const pointId = await pointAt10('S-2');
  const first = (await shift(pointId, 10, 20, 1)).body.correction;
  assert.equal((await shift(pointId, 20, 30, 2)).status, 200, 'it may begin where the other ends');
  const met = await shift(pointId, 5, 11, 3);
  assert.deepEqual([met.status, met.body.error, met.body.code], [409, 'correctionExists', 4220]);
  assert.deepEqual(met.body.detail, { correctionId: first.id, startAt: at(10), endAt: at(20) });
  assert.equal((await shift(pointId, 5, null, 3)).body.error, 'correctionExists');
  const zero = await shift(pointId, 40, 50, 0);
  assert.deepEqual([zero.status, zero.body.error, zero.body.detail], [400, 'fixInvalid', { fault: 'fixZero' }]);
  assert.equal((await shift(pointId, 40, 50, 1, { fixes: {} })).body.error, 'fixInvalid');
  assert.equal((await shift(pointId, 50, 40, 1)).body.error, 'startAfterEnd');
  const unknown = await shift(pointId, 40, 50, 1, { fixes: { pressure: 1 } });
  assert.deepEqual(
    [unknown.status, unknown.body.error, unknown.body.detail],
    [400, 'badInput', [{ path: 'fixes', message: 'fieldUnknown' }]],
  );
  assert.equal((await server.call(corrections.shifts, { pointId }, token)).body.corrections.length, 2);
});

test('of two that come at once and overlap, one is refused', async () => {
  const pointId = await pointAt10('S-3');
  const both = await Promise.all([shift(pointId, 10, 30, 1), shift(pointId, 20, 40, 2)]);
  assert.deepEqual(both.map((each) => each.status).sort(), [200, 409]);
});

test('a second jump ends the open record and adds its fixes', async () => {
  const pointId = await pointAt10('S-4');
  const open = (await shift(pointId, 24, null, 2)).body.correction;
  assert.equal((await shift(pointId, 48, null, 3)).body.error, 'correctionExists');
  const { body } = await shift(pointId, 48, null, 3, { continues: true });
  assert.deepEqual(
    body.changed.map((each) => [each.id, each.endAt]),
    [[open.id, at(48)]],
  );
  const values = await shown(pointId);
  assert.deepEqual([values[0], values[24], values[47], values[48], values[95]], [10, 8, 8, 5, 5]);
  await server.call(history.undo, { pointId, changeId: body.changeId }, token);
  assert.deepEqual((await shown(pointId)).slice(46, 50), [8, 8, 8, 8], 'the undo opens the first one again');
});

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

test('a record is changed and removed; one that is not there is not found', async () => {
  const pointId = await pointAt10('S-5');
  const { correction } = (await shift(pointId, 24, 48, 2)).body;
  const changed = await server.call(
    corrections.updateShift,
    { pointId, correctionId: correction.id, endAt: at(72), reason: 'Longer than thought' },
    token,
  );
  assert.deepEqual(
    [changed.body.correction.endAt, changed.body.correction.updatedBy, changed.body.correction.reason],
    [at(72), 'Corrections.admin', 'Longer than thought'],
  );
  assert.equal((await shown(pointId))[71], 8);
  const zero = { pointId, correctionId: correction.id, fixes: { temperature: 0 }, reason };
  assert.equal((await server.call(corrections.updateShift, zero, token)).body.error, 'fixInvalid');
  const wrongKind = { pointId, correctionId: correction.id, reason };
  assert.equal((await server.call(corrections.removeTopshift, wrongKind, token)).body.error, 'shiftNotFound');
  assert.equal((await server.call(corrections.removeShift, wrongKind, token)).status, 200);
  const again = await server.call(corrections.removeShift, wrongKind, token);
  assert.deepEqual([again.status, again.body.error, again.body.code], [404, 'shiftNotFound', 4222]);
  assert.ok((await shown(pointId)).every((value) => value === 10));
});

test("another point's record cannot be reached through one's own", async () => {
  const mine = await pointAt10('S-6');
  const other = await pointAt10('S-7');
  const { correction } = (await shift(other, 24, 48, 2)).body;
  const answer = await server.call(
    corrections.removeShift,
    { pointId: mine, correctionId: correction.id, reason },
    token,
  );
  assert.equal(answer.body.error, 'shiftNotFound');
  assert.equal((await server.call(corrections.shifts, { pointId: other }, token)).body.corrections.length, 1);
});

test('every act stands in the change log with the records before and after, and is undone from there', async () => {
  const pointId = await pointAt10('S-8');
  const made = (await shift(pointId, 24, null, 2)).body;
  await server.call(
    corrections.updateShift,
    { pointId, correctionId: made.correction.id, fixes: { temperature: 4 }, reason: 'Measured again' },
    token,
  );
  await server.call(
    corrections.removeShift,
    { pointId, correctionId: made.correction.id, reason: 'It was no jump' },
    token,
  );
  const { changes, total } = (await server.call(history.changes, { pointId }, token)).body;
  assert.equal(total, 3);
  assert.deepEqual(
    changes.map((change) => [change.kind, change.reason, change.byName, change.from, change.to, change.undoable]),
    [
      ['correction', 'It was no jump', 'Corrections.admin', at(24), null, true],
      ['correction', 'Measured again', 'Corrections.admin', at(24), null, true],
      ['correction', reason, 'Corrections.admin', at(24), null, true],
    ],
  );
  const early = await server.call(history.undo, { pointId, changeId: changes[1]!.id }, token);
  assert.deepEqual([early.status, early.body.error], [409, 'laterChange']);
  assert.equal((early.body.detail as { changeId: number }).changeId, changes[0]!.id);
  for (const [change, value] of [
    [changes[0]!, 6],
    [changes[1]!, 8],
    [changes[2]!, 10],
  ] as const) {
    assert.equal((await server.call(history.undo, { pointId, changeId: change.id }, token)).status, 200);
    assert.equal((await shown(pointId))[30], value);
  }
  const twice = await server.call(history.undo, { pointId, changeId: changes[2]!.id }, token);
  assert.deepEqual([twice.status, twice.body.error], [409, 'changeUndone']);
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

test('a correction cannot reach back over a reset, and a reset ends what is open', async () => {
  const pointId = await pointAt10('R-1');
  await shift(pointId, 10, null, 2);
  const resetAt = Date.parse(at(50));
  server.clock.set(new Date(resetAt));
  await server.db
    .insertInto('work')
    .values({
      lane: 'event',
      name: 'pointReset',
      input: JSON.stringify({
        pointId,
        projectId: world.projectId,
        cleared: false,
        atMs: resetAt,
        byId: world.admin.id,
        byName: 'Corrections.admin',
      }),
      created_at: server.clock.now(),
      due_at: server.clock.now(),
    })
    .execute();
  await server.work!.settle();
  const [stored] = (await server.call(corrections.shifts, { pointId }, token)).body.corrections;
  assert.equal(stored!.endAt, at(50));
  const across = await shift(pointId, 49, 60, 1);
  assert.deepEqual([across.status, across.body.error, across.body.detail], [409, 'beforeReset', { resetAt: at(50) }]);
  assert.equal((await shift(pointId, 50, 60, 1)).status, 200);
  const estimate = await server.call(history.estimateShift, { pointId, startAt: at(49) }, token);
  assert.equal(estimate.body.error, 'beforeReset');
  const { changes } = (await server.call(history.changes, { pointId }, token)).body;
  assert.deepEqual(
    changes.map((change) => [change.kind, change.undoable]),
    [
      ['correction', true],
      ['reset', false],
      ['correction', true],
    ],
  );
  const over = await server.call(history.undo, { pointId, changeId: changes[2]!.id }, token);
  assert.equal(over.body.error, 'laterChange', 'nothing before a reset is undone');
  const reset = await server.call(history.undo, { pointId, changeId: changes[1]!.id }, token);
  assert.deepEqual([reset.status, reset.body.error], [409, 'notUndoable']);
});

test('a record that cannot be read is said, and values are not shown as if there were none', async () => {
  const pointId = await pointAt10('P-1');
  await shift(pointId, 10, null, 2);
  await server.db.updateTable('correction').set({ amounts: '"nonsense"' }).where('point_id', '=', pointId).execute();
  const response = await server.call(readings.query, { pointIds: [pointId], from: at(0), to: at(96) }, token);
  assert.deepEqual([response.status, response.body.error, response.body.code], [500, 'shiftParseFailed', 5101]);
  assert.equal((await server.call(corrections.shifts, { pointId }, token)).body.error, 'shiftParseFailed');
  assert.equal((await shown(pointId, true)).length, 96, 'raw values need no corrections');
});

test('records that cannot be had are said: values are not shown as if there were none', async () => {
  const gone = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const pool = { connect: () => Promise.reject(gone), end: async () => undefined } as never;
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await assert.rejects(correctionsOf(db, [1]), { name: 'shiftFetchFailed' });
});
