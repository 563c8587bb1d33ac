import assert from 'node:assert/strict';
import { test } from 'node:test';
import { points } from '@plumbline/contract/points/points';
import { corrections } from '@plumbline/contract/readings/corrections';
import { history } from '@plumbline/contract/readings/history';
import { readings } from '@plumbline/contract/readings/readings';
import { Kysely, PostgresDialect } from 'kysely';
import { at, openCorrections, reason } from '../../../../test/corrections.fixtures.ts';
import type { Tables } from '../../../kernel/tables.ts';
import { correctionsOf } from './corrections.api.ts';

const { server, world, token, pointAt10, shift, shown } = await openCorrections();

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

/** The newest value as lists show it. */
const newest = async (pointId: number) =>
  (await server.call(points.get, { pointId }, token)).body.measuringPoint.latest?.values[0];

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
  const later = { pointId, correctionId: correction.id, startAt: at(60), endAt: null, reason };
  assert.equal((await server.call(corrections.updateShift, later, token)).status, 200);
  const [moved] = (await server.call(history.changes, { pointId }, token)).body.changes;
  assert.equal(moved!.from, at(24), 'where it counted before it was moved is read anew too');
  assert.equal(await newest(pointId), 8);
  assert.equal((await server.call(corrections.removeShift, wrongKind, token)).status, 200);
  assert.equal(await newest(pointId), 10, 'lists show what curves do');
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

test('every act is in the change log with the records before and after, and is undone from there', async () => {
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

/** The event of a reset 50 hours after the first reading, which the points feature announces. */
async function announceReset(pointId: number) {
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
}

test('a correction cannot reach back over a reset, and a reset ends what is open', async () => {
  const pointId = await pointAt10('R-1');
  await shift(pointId, 10, null, 2);
  await announceReset(pointId);
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

test('a reset ends a record that would have ended later, and leaves one that was over', async () => {
  const pointId = await pointAt10('R-2');
  await shift(pointId, 10, 20, 1);
  await shift(pointId, 30, 60, 2);
  await announceReset(pointId);
  const { body } = await server.call(corrections.shifts, { pointId }, token);
  assert.deepEqual(
    body.corrections.map(({ endAt }) => endAt),
    [at(20), at(50)],
  );
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
