/**
 * A small world as SensorThings shows it: a structure with T-1 (temperature, five hours), an item with W-1 (water level,
 * 300 minutes, one missing, one failed, one suspect) and D-1 (two nodes, nothing measured), asked over HTTP.
 */
import assert from 'node:assert/strict';
import { minuteMs } from '@plumbline/contract/kernel/durations';
import { users } from '@plumbline/contract/people/users';
import { sql } from 'kysely';
import { makePoint } from './series.ts';
import { openWorlds } from './worlds.ts';

export type Entity = Record<string, unknown>;
type Answer = Entity & { value: Entity[] };

/** When the first reading was measured. */
export const t0 = Date.parse('2026-03-01T00:00:00Z');
/** The time of W-1's reading number `minute`. */
export const iso = (minute: number) => new Date(t0 + minute * minuteMs).toISOString();

/** Opened at the top of a test file. */
export async function openSensorThings() {
  const [server, world] = await openWorlds(['North']);
  const root = `${server.url}/api/sensorthings/v1.1`;
  const made = await server.call(users.createToken, { name: 'GIS', expiresInDays: 30 }, world.admin.token);
  const { token } = made.body;
  const points: Record<string, number> = {};
  points['T-1'] = world.pointId;
  for (const [name, family, nodes, place] of [
    ['W-1', 'waterLevel', 0, [114.3, 30.6]],
    ['D-1', 'deepDisplacement', 2, null],
  ] as const)
    points[name] = await makePoint(server, { projectId: world.projectId, structureId: world.itemId }, name, {
      family,
      node_count: nodes,
      longitude: place?.[0] ?? null,
      latitude: place?.[1] ?? null,
    });
  // W-1: every minute for 300 minutes, level = minute / 10; minute 7 has no level, 8 failed, 9 is suspect.
  await sql`INSERT INTO reading (point_id, at, received_at, values, raw, flags, device_id)
    SELECT ${points['W-1']}::int, t, t + interval '5 seconds',
      ARRAY[CASE WHEN n = 7 THEN NULL ELSE n / 10.0 END, 1, 2, 3]::float8[], '{}',
      CASE n WHEN 8 THEN ARRAY[4 + 16 * 3, 1, 1, 1]::int2[] WHEN 9 THEN ARRAY[3 + 16 * 64, 1, 1, 1]::int2[] END,
      ${world.device.id}::int
    FROM generate_series(0, 299) AS n
    CROSS JOIN LATERAL (SELECT ${new Date(t0)}::timestamptz + n * interval '1 minute' AS t) AS at`.execute(server.db);
  await sql`INSERT INTO reading (point_id, at, received_at, values, raw)
    SELECT ${points['T-1']}::int, ${new Date(t0)}::timestamptz + n * interval '1 hour', now(), ARRAY[20 + n]::float8[], '{}'
    FROM generate_series(0, 4) AS n`.execute(server.db);
  for (const [name, at, values] of [
    ['W-1', t0 + 299 * minuteMs, [29.9, 1, 2, 3]],
    ['T-1', t0 + 4 * 60 * minuteMs, [24]],
  ] as const)
    await server.db
      .insertInto('point_state')
      .values({ point_id: points[name]!, at: new Date(at), received_at: new Date(at), values: [...values], level: 1 })
      .execute();

  async function get(path: string): Promise<{ status: number; body: Answer; type: string | null }> {
    const response = await fetch(`${root}/${path}`, { headers: { authorization: `Bearer ${token}` } });
    const text = await response.text();
    const type = response.headers.get('content-type');
    return { status: response.status, body: type?.includes('json') ? JSON.parse(text) : text, type };
  }
  /** Where a next link leads, as `get` takes it. */
  const nextOf = (body: Entity, name = '@iot.nextLink') => (body[name] as string | undefined)?.slice(root.length + 1);

  return {
    server,
    root,
    token,
    world,
    points,
    get,
    list: async (path: string) => (await get(path)).body.value,
    names: async (path: string) => (await get(path)).body.value?.map((each) => each['name']),
    count: async (path: string) =>
      (await get(`${path}${path.includes('?') ? '&' : '?'}$top=0&$count=true`)).body['@iot.count'],
    /** Every entity of a list, page after page. */
    async walk(path: string): Promise<Entity[]> {
      const all: Entity[] = [];
      for (let [next, pages] = [path as string | undefined, 0]; next !== undefined; pages++) {
        assert.ok(pages < 50, 'pages without end');
        const { status, body } = await get(next);
        assert.equal(status, 200, JSON.stringify(body));
        all.push(...body.value);
        next = nextOf(body);
      }
      return all;
    },
    /** The datastream of W-1's level. */
    level: `Datastreams('${points['W-1']}-level')`,
  };
}
