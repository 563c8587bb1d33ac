import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { minuteMs } from '@plumbline/contract/kernel/durations';
import { sql } from 'kysely';
import { makeWorld, startServer, type TestServer, type World } from '../../../../test/harness.ts';
import { makePoint } from '../../../../test/series.ts';
import { sealPoint } from '../../platform/store/store.seal.table.ts';

type Json = Record<string, unknown> & { value: Record<string, unknown>[] };

let server: TestServer;
let world: World;
let root: string;
const t0 = Date.parse('2026-02-01T00:00:00Z');
const records = 20_000;

async function get(path: string): Promise<{ status: number; body: Json }> {
  const response = await fetch(`${root}/${path}`, { headers: { authorization: `Bearer ${world.admin.token}` } });
  return { status: response.status, body: (await response.json()) as Json };
}
const nextOf = (body: Json) => (body['@iot.nextLink'] as string | undefined)?.slice(root.length + 1);
async function walk(path: string) {
  const all: Record<string, unknown>[] = [];
  let pages = 0;
  for (let next: string | undefined = path; next !== undefined; pages++) {
    const { status, body } = await get(next);
    assert.equal(status, 200, JSON.stringify(body));
    all.push(...body.value);
    next = nextOf(body);
  }
  return { all, pages };
}
const stream = () => `Datastreams('${world.pointId}-temperature')`;
const iso = (n: number) => new Date(t0 + n * minuteMs).toISOString();

before(async () => {
  server = await startServer({}, '2026-03-18T06:00:00Z');
  root = `${server.url}/api/sensorthings/v1.1`;
  world = await makeWorld(server, 'North');
  const end = new Date(t0 + (records - 1) * minuteMs);
  await sql`INSERT INTO point_state (point_id, at, received_at, values) VALUES (${world.pointId}, ${end}, ${end}, ARRAY[0]::float8[])`.execute(
    server.db,
  );
  await sql`INSERT INTO reading (point_id, at, received_at, values, raw, device_id)
    SELECT ${world.pointId}, ${new Date(t0)}::timestamptz + n * interval '1 minute', now(), ARRAY[n]::float8[], '{}', ${world.device.id}::int
    FROM generate_series(0, ${records - 1}) AS n`.execute(server.db);
  const client = await server.database.pool.connect();
  let sealed = 0;
  for (let more = true; more; ) {
    const result = await sealPoint(client, world.pointId, server.clock.now().getTime());
    sealed += result.sealed;
    more = result.more;
  }
  client.release();
  assert.ok(sealed > 10_000, `${sealed} sealed`);
  // A device sends a sealed reading again with another value, and one between two sealed ones.
  for (const [at, value] of [
    [t0 + 5 * minuteMs, 5000.5],
    [t0 + 5.5 * minuteMs, 5555],
  ] as const)
    await sql`INSERT INTO reading (point_id, at, received_at, values, raw) VALUES (${world.pointId}, ${new Date(at)}, now(), ARRAY[${value}]::float8[], '{}')`.execute(
      server.db,
    );
  // From minute 10,000 on the instrument reads 7 too much.
  await server.db
    .insertInto('correction')
    .values({
      point_id: world.pointId,
      kind: 'shift',
      start_at: new Date(t0 + 10_000 * minuteMs),
      end_at: null,
      amounts: JSON.stringify({ temperature: 7 }),
      node: null,
      stable_times: null,
      reason: 'Knocked',
      created_by: 'Ann',
      created_at: server.clock.now(),
      updated_by: null,
      updated_at: null,
    })
    .execute();
});
after(() => server.close());

const expected = () => {
  const all = Array.from({ length: records }, (_, n) => ({ at: t0 + n * minuteMs, value: n < 10_000 ? n : n - 7 }));
  all[5] = { at: t0 + 5 * minuteMs, value: 5000.5 };
  all.splice(6, 0, { at: t0 + 5.5 * minuteMs, value: 5555 });
  return all;
};

test('sealed and hot readings are one series, both ways, at any place, and are counted exactly', async () => {
  const all = expected();
  const shown = (rows: Record<string, unknown>[]) =>
    rows.map((each) => [Date.parse(each['phenomenonTime'] as string), each['result']]);
  const want = all.map(({ at, value }) => [at, value]);
  const up = await walk(`${stream()}/Observations?$top=1000&$select=phenomenonTime,result`);
  assert.deepEqual(shown(up.all), want);
  const down = await walk(
    `${stream()}/Observations?$top=1000&$select=phenomenonTime,result&$orderby=phenomenonTime desc`,
  );
  assert.deepEqual(shown(down.all), want.toReversed());
  for (const skip of [0, 6, 9_999, 15_000, 20_000])
    for (const [order, list] of [
      ['phenomenonTime', want],
      ['phenomenonTime desc', want.toReversed()],
    ] as const) {
      const { body } = await get(
        `${stream()}/Observations?$top=3&$skip=${skip}&$count=true&$orderby=${order}&$select=phenomenonTime,result`,
      );
      assert.deepEqual(
        [body['@iot.count'], shown(body.value)],
        [records + 1, list.slice(skip, skip + 3)],
        `${skip} ${order}`,
      );
    }
  const { body } = await get(
    `Observations?$count=true&$top=0&$filter=phenomenonTime ge ${iso(3)} and phenomenonTime lt ${iso(9_000)}`,
  );
  assert.equal(body['@iot.count'], 8_998);
});

test('results are corrected, stored values are given beside them, and filters see what is shown', async () => {
  const { body } = await get(`Observations('${world.pointId}-temperature-${t0 + 12_000 * minuteMs}')`);
  assert.equal(body['result'], 11_993);
  assert.deepEqual(body['parameters'], { deviceId: world.device.id, device: world.device.sncode, stored: 12_000 });
  const by = async (filter: string) =>
    (await walk(`${stream()}/Observations?$filter=${encodeURIComponent(filter)}&$select=phenomenonTime`)).all.map(
      (each) => (Date.parse(each['phenomenonTime'] as string) - t0) / minuteMs,
    );
  assert.deepEqual(
    await by('result eq 9998'),
    [9_998, 10_005],
    'one before the correction, one that reads so after it',
  );
  assert.deepEqual(await by('result ge 19991'), [19_998, 19_999]);
  assert.deepEqual(await by('result gt 5000 and result lt 5001 or result eq 5555'), [5, 5.5, 5_555]);
  assert.deepEqual(await by('parameters/stored eq 12000'), [12_000]);
  assert.deepEqual(await by(`result mod 5000 eq 0 and phenomenonTime gt ${iso(0)}`), [5_000, 10_007, 15_007]);
});

test('the newest of a datastream come by one question where rows tell, and from the store where not', async () => {
  for (const top of [1, 5, 300]) {
    const { body } = await get(
      `Datastreams?$expand=Observations($top=${top};$orderby=phenomenonTime desc;$select=result)`,
    );
    const list = body.value[0]!['Observations'] as { result: number }[];
    assert.deepEqual(
      list.map(({ result }) => result),
      Array.from({ length: top }, (_, i) => records - 1 - i - 7),
    );
  }
  // Everything sealed: no row is newer, and the answer is the same.
  const client = await server.database.pool.connect();
  await client.query('UPDATE point_state SET sealed_to = at WHERE point_id = $1', [world.pointId]);
  client.release();
  const { body } = await get('Datastreams?$expand=Observations($top=2;$orderby=phenomenonTime desc;$select=result)');
  assert.deepEqual(
    (body.value[0]!['Observations'] as { result: number }[]).map(({ result }) => result),
    [19_992, 19_991],
  );
  // One row is newer than what is sealed, and more is asked for than that.
  const next = new Date(t0 + records * minuteMs);
  await sql`INSERT INTO reading (point_id, at, received_at, values, raw)
    VALUES (${world.pointId}, ${next}, now(), ARRAY[1007]::float8[], '{}')`.execute(server.db);
  const three = await get('Datastreams?$expand=Observations($top=3;$orderby=phenomenonTime desc;$select=result)');
  assert.deepEqual(
    (three.body.value[0]!['Observations'] as { result: number }[]).map(({ result }) => result),
    [1000, 19_992, 19_991],
  );
  await server.db.deleteFrom('reading').where('point_id', '=', world.pointId).where('at', '=', next).execute();
});

test('a filter over more readings than one request looks at goes on behind nextLink, and ends', async () => {
  const id = await makePoint(server, world, 'T-2');
  const many = 130_000;
  await sql`INSERT INTO reading (point_id, at, received_at, values, raw, device_id)
    SELECT ${id}, ${new Date(t0)}::timestamptz + n * interval '10 seconds', now(), ARRAY[n]::float8[], '{}',
      CASE WHEN n = ${many - 1} THEN ${world.device.id}::int END
    FROM generate_series(0, ${many - 1}) AS n`.execute(server.db);
  const path = `Datastreams('${id}-temperature')/Observations`;
  const slow = await walk(`${path}?$filter=parameters/deviceId eq ${world.device.id}`);
  assert.deepEqual([slow.all.map(({ result }) => result), slow.pages > 1], [[many - 1], true]);
  const quick = await walk(`${path}?$filter=result eq ${many - 1}`);
  assert.deepEqual([quick.all.map(({ result }) => result), quick.pages], [[many - 1], 1]);
  const some = await get(`${path}?$filter=result ge 1000&$count=true&$top=0`);
  assert.equal(some.body['@iot.count'], many - 1_000);
  const counted = await get(`${path}?$filter=parameters/deviceId eq null&$count=true&$top=0`);
  assert.equal(counted.status, 400, 'a count over more than that is refused');
  assert.match(JSON.stringify(counted.body), /phenomenonTime/);
  const sorted = await get(`${path}?$orderby=resultTime`);
  assert.equal(sorted.status, 400);
});
