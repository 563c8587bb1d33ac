/** What others do with the password of a project's creator: the creator hears of it, and the log of the project has it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notifications } from '@plumbline/contract/alerts/notifications';
import { operations } from '@plumbline/contract/platform/operations';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { addReading, givePassword } from '../../../../test/points.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North']);
await givePassword(server, north.admin.id, 'Plumb-2026');
await addReading(server, north.pointId, [20]);

test('the creator is told who tried the password in vain, and who did what with it', async () => {
  const { id, token } = await makeAccount(server, 'Normal', north.corporationId, 'the.helper');
  await makeMember(server, north.projectId, id, 'Owner');
  const give = (password: string) =>
    server.call(lifecycle.reset, { pointId: north.pointId, data: 'keep', password }, token);
  const wrong = [await give('Guess-1x'), await give('Guess-2x')];
  assert.deepEqual(
    [...wrong, await give('Plumb-2026')].map(({ status }) => status),
    [403, 403, 200],
  );
  await server.work!.settle();
  const { body } = await server.call(notifications.list, { page: 1, pageSize: 50 }, north.admin.token);
  const notified = body.notifications.filter(({ detail }) => detail['byName'] === 'the.helper');
  assert.deepEqual(
    notified.map(({ type, detail }) => [type, detail['about'], detail['outcome'], detail['act']]),
    [
      ['System', 'creatorPassword', 'right', 'resetPoint'],
      ['System', 'creatorPassword', 'wrong', 'resetPoint'],
    ],
    'what was tried in vain once an hour',
  );
  const log = await server.call(
    operations.list,
    { corporationId: north.corporationId, projectId: north.projectId, page: 1, pageSize: 3 },
    north.admin.token,
  );
  assert.deepEqual(
    log.body.operations.map(({ accountName, outcome, scope }) => [accountName, outcome, scope]),
    [
      ['the.helper', 'done', 'MeasuringPoint'],
      ['the.helper', 'wrongPassword', 'MeasuringPoint'],
      ['the.helper', 'wrongPassword', 'MeasuringPoint'],
    ],
    'in the log of the project',
  );
});
