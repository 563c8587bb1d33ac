/** How long the answers take that people wait for most, one request at a time, over a project of 10,000 points. */
import type pg from 'pg';
import { hashPassword } from '../server/src/kernel/secrets.ts';
import { type Fleet, makeFleet } from '../server/test/crash/fleet.ts';
import { type Settings, withServer } from './ingest.ts';
import { ascending, type Figure, figure, percentile } from './numbers.ts';

const requests = 60;
const password = 'Bench-password-7';

export interface Question {
  readonly name: string;
  readonly path: string;
  readonly body?: object;
  readonly target?: Figure['target'];
  /** What must be in the answer: an empty answer is quick. */
  readonly holds: (reply: never) => boolean;
}

export function api({ runs }: Settings): Promise<Figure[]> {
  return withServer(async (_server, home, client) => {
    const fleet = await makeFleet(client, {
      name: 'api',
      devices: 1000,
      channels: 10,
      family: 'waterLevel',
      mode: 4,
      structures: 100,
      rulesOf: () => [{ field: 'level', rule: { kind: 'value', method: 'upper', levels: [10, 11, 12, 13] } }],
    });
    await fill(client, fleet);
    const figures: Figure[] = [];
    for (const question of questions(fleet)) {
      const times: { p50: number; p99: number }[] = [];
      for (let run = 0; run < runs; run++) times.push(await measureRequest(home.url, fleet.token, question));
      figures.push(
        figure(
          `${question.name} p50`,
          'ms',
          times.map((each) => each.p50),
          question.target ?? null,
        ),
      );
      figures.push(
        figure(
          `${question.name} p99`,
          'ms',
          times.map((each) => each.p99),
        ),
      );
    }
    return figures;
  });
}

function questions({ projectId, devices }: Fleet): Question[] {
  const pointIds = devices.flatMap((device) => device.points.map((point) => point.id));
  const to = new Date();
  const from = new Date(to.getTime() - 365 * 86_400_000);
  return [
    {
      name: 'tree of 10,000 points',
      path: `/projects/${projectId}/tree`,
      target: { under: 100 },
      holds: ({ nodes }: { nodes: unknown[] }) => nodes.length === 10_100,
    },
    {
      name: 'latest of 1,000 points',
      path: '/monitor/latest',
      body: { pointIds: pointIds.slice(0, 1000) },
      holds: ({ latest }: { latest: unknown[] }) => latest.length === 1000,
    },
    {
      name: 'a year of hourly data for a chart',
      path: '/monitor/query',
      body: { pointIds: [pointIds[0]], from, to, width: 1200 },
      holds: ({ series }: { series: { total: number; times: unknown[] }[] }) =>
        series[0]!.total > 8700 && series[0]!.times.length > 1000,
    },
    {
      name: 'open alerts of 2,000, first page',
      path: `/projects/${projectId}/alerts?status=Pending`,
      holds: ({ total }: { total: number }) => total === 2000,
    },
    {
      name: 'sign-in',
      path: '/signin',
      body: { username: 'api.admin', password },
      holds: ({ token }: { token: string }) => token.length > 20,
    },
  ];
}

export async function measureRequest(url: string, token: string, { name, path, body, holds }: Question) {
  const times: number[] = [];
  // The first few are not counted: caches and the compiler warm up once in the life of a server.
  for (let i = -10; i < requests; i++) {
    const startedAt = performance.now();
    const response = await fetch(`${url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (i >= 0) times.push(performance.now() - startedAt);
    else if (!response.ok || !holds(JSON.parse(text) as never))
      throw new Error(`${name}: ${response.status} ${text.slice(0, 300)}`);
  }
  const sorted = ascending(times);
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

/** A latest value for every point, a year of hourly readings for the first, 2,000 open alerts, and a password to sign in with. */
async function fill(client: pg.Client, { projectId, devices, audience }: Fleet) {
  const [first] = devices[0]!.points;
  await client.query(
    `INSERT INTO point_state (point_id, at, received_at, values, level)
     SELECT id, now(), now(), ARRAY[100 + id % 7, 8.5, 83.4, 12.1], id % 5 FROM point WHERE project_id = $1`,
    [projectId],
  );
  await client.query(
    `INSERT INTO reading (point_id, at, received_at, values, raw)
     SELECT $1, at, at, ARRAY[100 + sin(extract(epoch FROM at) / 86400), 8.5, 83.4, 12.1], '{"level": 100.5, "temperature": 12.1}'
     FROM generate_series(date_trunc('hour', now()) - interval '365 days', now(), interval '1 hour') AS at`,
    [first!.id],
  );
  await client.query(
    `INSERT INTO alert (project_id, structure_id, point_id, threshold_id, field, kind, measure, unit, level, value, threshold, levels,
       reading_at, received_at, raised_at, last_value, last_at)
     SELECT project_id, structure_id, id, NULL, 'level', 'value', 'value', 'm', 1 + id % 4, 12, 11, ARRAY[10, 11, 12, 13], at, at, at, 12, at
     FROM point, LATERAL (SELECT now() - id * interval '1 min' AS at) t WHERE project_id = $1 ORDER BY id LIMIT 2000`,
    [projectId],
  );
  await client.query('UPDATE account SET password_hash = $1 WHERE id = $2', [
    await hashPassword(password),
    audience[0],
  ]);
  await client.query('ANALYZE');
}
