/** What SensorThings refuses costs next to nothing, and one person's requests that are dear go one after the other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sensorThingsLimits } from '@plumbline/contract/views/sensorthings';
import { sql } from 'kysely';
import { fewestStatementsOf } from '../../../../test/statements.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Many']);
const root = `${server.url}/api/sensorthings/v1.1`;
const begin = new Date('2026-01-01T00:00:00Z');

const get = async (path: string, token = world.admin.token) => {
  const response = await fetch(`${root}/${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, text: await response.text() };
};

await sql`INSERT INTO point_state (point_id, at, received_at, values) VALUES (${world.pointId}, ${begin}, ${begin}, ARRAY[0]::float8[])`.execute(
  server.db,
);
await sql`INSERT INTO reading (point_id, at, received_at, values, raw, device_id)
  SELECT ${world.pointId}, ${begin}::timestamptz + n * interval '1 second', now(), ARRAY[n]::float8[], '{}', ${world.device.id}::int
  FROM generate_series(0, ${sensorThingsLimits.maxReadings}) AS n`.execute(server.db);

const tooMany = [
  '$count=true&$filter=resultTime gt phenomenonTime&$top=1000',
  '$count=true&$filter=resultTime gt phenomenonTime&$top=0',
  '$orderby=result desc',
  '$orderby=resultTime',
];

test('more readings than a request may look at are refused before the first is read', async () => {
  for (const query of tooMany) {
    const cheap = await fewestStatementsOf(() => get('Observations?$top=0'));
    const count = await fewestStatementsOf(async () => {
      const { status, text } = await get(`Observations?${query}`);
      assert.equal(status, 400, text);
      assert.match(text, /More than 100000 readings/);
    });
    // As many as to find out who asks and what there is, and two to count.
    assert.ok(count <= cheap + 4, `${query}: ${count} statements, ${cheap} for none`);
  }
  const within = `$filter=result gt 0 and phenomenonTime lt 2026-01-01T00:10:00Z`;
  const { status, text } = await get(`Observations?$count=true&$top=1&${within}`);
  assert.equal(status, 200, text);
  assert.equal(JSON.parse(text)['@iot.count'], 599);
});

test('dear requests of one person go one after the other, and beyond some are told to come again', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 30 }, () => get('Observations?$top=1').then(({ status }) => status)),
  );
  assert.ok(statuses.includes(200) && statuses.includes(429), statuses.join(' '));
  assert.ok(statuses.every((status) => status === 200 || status === 429));
  assert.equal((await get('Observations?$top=1')).status, 200, 'and afterwards all is as before');
});
