/** How many readings the server takes, durable and judged, and how long a device waits for its PUBACK. */
import pg from 'pg';
import { type Home, makeHome, type ServerProcess, startProcess } from '../server/test/crash/server-process.ts';
import { piezometers, samples, startLoad } from './load.ts';
import { cpuSeconds } from './machine.ts';
import { type Figure, figure } from './numbers.ts';

const devices = 200;

export interface Settings {
  readonly runs: number;
  readonly seconds: number;
  /** Share of the data that the storage part works on. */
  readonly scale?: number;
}

/** A server with an empty database; whatever is done with it, it ends and its data goes. */
export async function withServer<T>(
  act: (server: ServerProcess, home: Home, client: pg.Client) => Promise<T>,
  options: Parameters<typeof startProcess>[1] = {},
): Promise<T> {
  const home = await makeHome();
  try {
    const server = await startProcess(home, options);
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    try {
      return await act(server, home, client);
    } finally {
      await client.end();
      await server.stop();
    }
  } finally {
    home.remove();
  }
}

export function ingest({ runs, seconds }: Settings): Promise<Figure[]> {
  return withServer(
    async (server, home, client) => {
      const one = await measure('one', {
        server,
        home,
        client,
        runs,
        seconds,
        records: 1,
        window: Number(process.env['BENCH_WINDOW'] ?? 10),
      });
      const paced = await measure('paced', {
        server,
        home,
        client,
        runs,
        seconds,
        records: 1,
        window: 50,
        perSecond: 10_000,
      });
      const many = await measure('many', { server, home, client, runs, seconds, records: 100, window: 1 });
      const cores = (name: string, pick: (run: Run) => number) =>
        figure(
          `  ${name}`,
          'cores',
          one.map((run) => pick(run) / run.seconds),
        );
      return [
        figure(
          'messages of one record',
          '/s',
          one.map((run) => run.messages / run.seconds),
          { atLeast: 10_000 },
        ),
        figure(
          '  publish to PUBACK p50',
          'ms',
          one.map((run) => run.p50Ms),
        ),
        figure(
          '  publish to PUBACK p99',
          'ms',
          one.map((run) => run.p99Ms),
        ),
        cores('CPU of the server', (run) => run.serverCpu),
        cores('CPU of PostgreSQL', (run) => run.databaseCpu),
        cores('CPU of the load generator', (run) => run.cpuSeconds),
        figure(
          'messages offered at 10,000/s',
          '/s',
          paced.map((run) => run.messages / run.seconds),
        ),
        figure(
          '  publish to PUBACK p50',
          'ms',
          paced.map((run) => run.p50Ms),
        ),
        figure(
          '  publish to PUBACK p99',
          'ms',
          paced.map((run) => run.p99Ms),
          { under: 40 },
        ),
        figure(
          '  due and not sent, too many on the way',
          '',
          paced.map((run) => run.skipped),
          { under: 1 },
        ),
        figure(
          'records, 100 a message',
          '/s',
          many.map((run) => (run.messages * 100) / run.seconds),
        ),
        figure(
          '  publish to PUBACK p50',
          'ms',
          many.map((run) => run.p50Ms),
        ),
        figure(
          '  publish to PUBACK p99',
          'ms',
          many.map((run) => run.p99Ms),
        ),
      ];
    },
    process.env['BENCH_PROFILE']
      ? { nodeArguments: ['--cpu-prof', `--cpu-prof-dir=${process.env['BENCH_PROFILE']}`] }
      : {},
  );
}

type Run = Awaited<ReturnType<Awaited<ReturnType<typeof startLoad>>['measure']>> & {
  serverCpu: number;
  databaseCpu: number;
};

async function measure(
  name: string,
  {
    server,
    home,
    client,
    runs,
    seconds,
    records,
    window,
    perSecond = null,
  }: Settings & {
    server: ServerProcess;
    home: Home;
    client: pg.Client;
    records: number;
    window: number;
    perSecond?: number | null;
  },
): Promise<Run[]> {
  const fleet = await piezometers(client, name, devices);
  const load = await startLoad({
    port: home.mqttPort,
    devices: fleet.devices,
    samples: samples(),
    records,
    window,
    perSecond,
  });
  const measured: Run[] = [];
  try {
    let acked = 0;
    for (let run = 0; run < runs; run++) {
      const databaseCpu = () => server.databasePids().reduce((sum, pid) => sum + cpuSeconds(pid), 0);
      const before = { server: cpuSeconds(server.pid), database: databaseCpu() };
      const result = await load.measure({ warmUpMs: 2_000, measureMs: seconds * 1000 });
      // Used over the warm-up too, so only a share of it belongs to what was measured.
      const share = result.messages / (result.acked - acked);
      acked = result.acked;
      measured.push({
        ...result,
        serverCpu: (cpuSeconds(server.pid) - before.server) * share,
        databaseCpu: (databaseCpu() - before.database) * share,
      });
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    const { rows } = await client.query<{ stored: number; alerts: number }>(
      `SELECT (SELECT count(*)::int FROM reading WHERE point_id = ANY($1)) + (SELECT coalesce(sum(n), 0)::int FROM segment WHERE point_id = ANY($1)) AS stored, (SELECT count(*)::int FROM alert WHERE project_id = $2) AS alerts`,
      [fleet.devices.flatMap((device) => device.points.map((point) => point.id)), fleet.projectId],
    );
    const { stored, alerts } = rows[0]!;
    if (stored !== acked * records)
      throw new Error(`${acked * records} readings were acknowledged and ${stored} are stored`);
    process.stdout.write(
      `  ${stored.toLocaleString('en-US')} readings acknowledged, all stored; ${alerts} alerts raised\n`,
    );
    return measured;
  } finally {
    load.stop();
  }
}
