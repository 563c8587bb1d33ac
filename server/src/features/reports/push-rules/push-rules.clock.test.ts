/** What a clock ahead, and the end of a project, do to rules that send. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { dayMs, hourMs, minuteMs } from '@plumbline/contract/kernel/durations';
import { openPush } from '../../../../test/push.fixtures.ts';
import { pullInPushes } from './push-rules.api.ts';

const { server, projectId, makeRule, measure, send, ruleOf, drop } = await openPush('Clock');
let requests = 0;
const receiver = createServer((request, response) => {
  request.resume().on('end', () => {
    requests++;
    response.end();
  });
});
await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
after(() => {
  receiver.closeAllConnections();
  receiver.close();
});
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

test('after a clock ahead no rule waits longer than its own rhythm and back-off do', async () => {
  const immediate = await makeRule({ name: 'immediate', url });
  const hourly = await makeRule({ name: 'hourly', url, mode: 0, intervalMinutes: 60 });
  const daily = await makeRule({ name: 'daily', url, mode: 1, times: ['08:00'] });
  const now = server.clock.now();
  const waits = async (id: number, ms: number) => {
    await server.db
      .updateTable('push_rule')
      .set({ next_at: new Date(now.getTime() + ms) })
      .where('id', '=', id)
      .execute();
    await pullInPushes(server.db, now);
    return Date.parse((await ruleOf(id)).nextAt) - now.getTime();
  };
  assert.deepEqual(await waits(immediate.id, 14 * minuteMs), 14 * minuteMs);
  assert.deepEqual(await waits(immediate.id, 16 * minuteMs), 0);
  assert.deepEqual(await waits(hourly.id, 59 * minuteMs), 59 * minuteMs);
  assert.deepEqual(await waits(hourly.id, 2 * hourMs), 0);
  assert.deepEqual(await waits(daily.id, dayMs), dayMs);
  assert.deepEqual(await waits(daily.id, 2 * dayMs), 0);
  for (const { id } of [immediate, hourly, daily]) await drop(id);
});

test('a rule that has never sent says so, and that of a closed project sends nothing until it is open again', async () => {
  const rule = await makeRule({ name: 'closed', url });
  assert.equal(rule.state, 'neverSent');
  await measure(20);
  const close = async (field: 'archived_at' | 'deleting_at', at: Date | null) => {
    await server.db
      .updateTable('project')
      .set({ [field]: at })
      .where('id', '=', projectId)
      .execute();
    await send();
  };
  for (const field of ['archived_at', 'deleting_at'] as const) {
    await close(field, server.clock.now());
    assert.equal(requests, 0, field);
    await server.db
      .updateTable('project')
      .set({ [field]: null })
      .where('id', '=', projectId)
      .execute();
  }
  await send();
  assert.equal(requests, 1);
  assert.equal((await ruleOf(rule.id)).state, 'upToDate');
});
