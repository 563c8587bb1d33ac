/** Kinds of notification that people do without, project by project: what they chose acts, for them and for that project alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notifications } from '@plumbline/contract/alerts/notifications';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { emit } from '../../../kernel/events.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const ann = await makeAccount(server, 'Normal', north.corporationId, 'choices.ann');
const ben = await makeAccount(server, 'Normal', north.corporationId, 'choices.ben');
for (const { id } of [ann, ben]) await makeMember(server, north.projectId, id, 'Member');
const { projectId, alertId } = north;

const choose = (muted: readonly string[], token = ann.token, at = projectId) =>
  server.call(notifications.choose, { projectId: at, muted } as never, token);
const typesOf = async ({ id }: { id: number }) =>
  (await server.db.selectFrom('notification').select('type').where('account_id', '=', id).orderBy('id').execute()).map(
    ({ type }) => type,
  );
const happen = async (
  event: 'alertRaised' | 'alertAssigned' | 'deviceOverdue' | 'inspectionOverdue',
  payload: object,
) => {
  await emit(server.db, server.clock.now(), event, payload as never);
  await server.work!.settle();
};

test('what is muted does not come to that person, and comes to others; what is not muted comes', async () => {
  assert.deepEqual((await choose(['MeasuringAlert', 'InspectionOverdue'])).body, {
    muted: ['MeasuringAlert', 'InspectionOverdue'],
  });
  await happen('alertRaised', { alertId, projectId });
  const overdue = { deviceId: north.device.id, projectId, channels: ['1'], sinceMs: server.clock.now().getTime() };
  await happen('deviceOverdue', overdue);
  assert.deepEqual(await typesOf(ann), ['DeviceHealth']);
  assert.deepEqual(await typesOf(ben), ['MeasuringAlert', 'DeviceHealth']);
  // An alert given to her is hers.
  await happen('alertAssigned', { alertId, projectId, userId: ann.id, byId: ben.id });
  assert.deepEqual(await typesOf(ann), ['DeviceHealth', 'AlertAssigned']);
});

test('the choice is read back, listed with its project, and gone with the last kind', async () => {
  const read = () => server.call(notifications.choice, { projectId }, ann.token);
  assert.deepEqual((await read()).body.muted, ['MeasuringAlert', 'InspectionOverdue']);
  assert.deepEqual((await server.call(notifications.choices, {}, ann.token)).body.choices, [
    { projectId, projectName: 'North project', muted: ['MeasuringAlert', 'InspectionOverdue'] },
  ]);
  assert.deepEqual((await server.call(notifications.choices, {}, ben.token)).body.choices, []);
  await choose([]);
  assert.deepEqual((await server.call(notifications.choices, {}, ann.token)).body.choices, []);
});

test('a project that one does not see is not found, is listed no more, and what comes of the person alone is no kind', async () => {
  assert.equal((await choose(['MeasuringAlert'], ann.token, south.projectId)).status, 404);
  assert.equal((await choose(['TaskEnded'])).status, 400);
  assert.equal((await choose(['MeasuringAlert', 'MeasuringAlert'])).status, 400);
  await choose(['AlertSettled'], ben.token);
  await server.db.deleteFrom('project_member').where('account_id', '=', ben.id).execute();
  assert.deepEqual((await server.call(notifications.choices, {}, ben.token)).body.choices, []);
});

test('the bell says how many alerts are unread, also beyond the ten that it lists', async () => {
  await server.db
    .insertInto('notification')
    .values(
      Array.from({ length: 14 }, (_, i) => ({
        account_id: ann.id,
        type: 'MeasuringAlert',
        title: `P-${i}`,
        project_id: projectId,
        alert_id: null,
        point_id: null,
        level: 1,
        created_at: server.clock.now(),
        read_at: null,
      })),
    )
    .execute();
  const { body } = await server.call(notifications.latest, {}, ann.token);
  assert.deepEqual([body.notifications.length, body.unreadAlerts, body.unread], [10, 14, 16]);
});
