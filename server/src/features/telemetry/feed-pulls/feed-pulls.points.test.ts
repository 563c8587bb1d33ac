/** Devices and points that are made of what a feed brings: in which project they may be, and that all are made or none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projects } from '@plumbline/contract/site/projects';
import { feedPulls } from '@plumbline/contract/telemetry/feed-pulls';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North']);
const { corporationId, projectId } = north;
const { token } = north.admin;

const feedAnswer = await server.call(
  feeds.create,
  {
    corporationId,
    kind: 'http',
    name: 'Vendor',
    wrapping: 'plain',
    enabled: false,
    pullUrl: 'http://192.0.2.1/?from={from}',
    place: { in: 'content', path: 'station' },
  } as never,
  token,
);
assert.equal(feedAnswer.status, 200, JSON.stringify(feedAnswer.body));
const quick = {
  corporationId,
  feedId: feedAnswer.body.feed.id,
  intoProjectId: projectId,
  structurePath: ['Vendor'],
  time: null,
  rows: [
    { from: 'level', channel: '1', family: 'temperature', quantity: 'temperature' } as const,
    { from: 'battery.volts', channel: '2', family: 'temperature', quantity: 'temperature' } as const,
  ],
  sources: [{ source: 'st-1', sncode: 'ST-1', name: 'Station 1' }],
};
const devicesOfFeed = async () =>
  (await server.db.selectFrom('device').select('sncode').where('sncode', 'like', 'ST-%').execute()).map(
    ({ sncode }) => sncode,
  );

test('in an archived project nothing is made, and no device is left behind', async () => {
  const archive = async (archived: boolean) =>
    assert.equal((await server.call(projects.archive, { projectId, archived }, token)).status, 200);
  await archive(true);
  const { status, body } = await server.call(feedPulls.quickCreate, quick, token);
  assert.deepEqual([status, body.error, await devicesOfFeed()], [409, 'archived', []]);
  await archive(false);
});

test('two values of one quantity and channel are refused; else each channel is a point that its device feeds', async () => {
  const [first, second] = quick.rows;
  const twice = { ...quick, rows: [first!, { ...second!, channel: '1' }] };
  assert.deepEqual([(await server.call(feedPulls.quickCreate, twice, token)).status, await devicesOfFeed()], [400, []]);
  const { status, body } = await server.call(feedPulls.quickCreate, quick, token);
  assert.equal(status, 200, JSON.stringify(body));
  const rows = await server.db
    .selectFrom('point as p')
    .innerJoin('device as d', 'd.id', 'p.device_id')
    .select(['p.name', 'p.channel', 'd.sncode'])
    .where('p.id', 'in', body.pointIds)
    .orderBy('p.channel')
    .execute();
  assert.deepEqual(rows, [
    { name: 'Station 1 level', channel: '1', sncode: 'ST-1' },
    { name: 'Station 1 volts', channel: '2', sncode: 'ST-1' },
  ]);
});
