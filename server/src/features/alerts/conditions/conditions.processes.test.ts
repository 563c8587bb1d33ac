/** Two processes that take readings of one point: what one knows of its newest reading, the other may have overwritten. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditions } from '@plumbline/contract/alerts/conditions';
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { at, sendRecords, settled, startMs } from '../../../../test/judging.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { bindPoints } from '../../../pipeline/bind.composites.ts';
import { ingestBatch } from '../../../pipeline/pipeline.ts';

const [server, world] = await openWorlds(['Processes']);
const send = async (minute: number, temperature: number) => {
  server.clock.set(at(minute + 1));
  await sendRecords(server, world, [{ at: startMs + minute * 60_000, channels: { 1: { temperature } } }]);
  await settled(server);
};
/** As another process stores it: what it has bound and remembers is its own. */
async function sendElsewhere(minute: number, temperature: number) {
  const points = await bindPoints(server.db, [world.pointId], server.log);
  const row = {
    point: getOrThrow(points, world.pointId),
    at: startMs + minute * 60_000,
    receivedAt: server.clock.now().getTime(),
    values: [temperature],
    raw: JSON.stringify({ temperature }),
    deviceId: world.device.id,
  };
  await ingestBatch(server.database.pool, server.clock, { rows: [row] });
  await settled(server);
}
async function state() {
  const token = await server.tokenFor(world.admin.id);
  const { body } = await server.call(conditions.list, { projectId: world.projectId }, token);
  return body.conditions[0]?.status.state;
}

test('a quiet reading after one that another process made loud is not passed over', async () => {
  server.clock.set(at(0));
  const token = await server.tokenFor(world.admin.id);
  const { status, body } = await server.call(
    conditions.create,
    {
      projectId: world.projectId,
      structureId: world.structureId,
      name: 'Warm',
      level: 2,
      groups: [
        { terms: [{ pointId: world.pointId, field: 'temperature', kind: 'value', high: 10, maxAgeSeconds: 7200 }] },
      ],
    },
    token,
  );
  assert.equal(status, 200, JSON.stringify(body));
  await settled(server);
  await send(1, 5);
  await send(2, 6);
  assert.equal(await state(), 'normal');
  server.clock.set(at(4));
  await sendElsewhere(2, 15);
  assert.equal(await state(), 'raised');
  await send(5, 6);
  assert.equal(await state(), 'normal');
});
