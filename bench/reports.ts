/** A monthly report of 200 points with 300 charts: how long it takes, what its process holds, and what the intake loses meanwhile. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { getDocumentProxy } from 'unpdf';
import { hashPassword } from '../server/src/kernel/secrets.ts';
import { type Settings, withServer } from './ingest.ts';
import { piezometers, piezometersOf, samples, startLoad } from './load.ts';
import { type Figure, figure } from './numbers.ts';

const points = 200;
const days = 30;
const intervalMinutes = 10;
const password = 'Bench-password-7';
/** Less than the intake bears, so that what a report takes from it shows as what is not acknowledged. */
const perSecond = 3_000;

const template = {
  name: 'Bench',
  content: {
    blocks: [
      { kind: 'cover' },
      { kind: 'contents' },
      { kind: 'summary' },
      { kind: 'statistics', orientation: 'landscape', extremes: true },
      { kind: 'charts', perChart: 1, columns: 2, orientation: 'landscape' },
      { kind: 'charts', perChart: 2, columns: 2, orientation: 'landscape', newPage: true },
      { kind: 'comparison', orientation: 'landscape' },
      { kind: 'conclusions' },
      { kind: 'method', calibration: true },
    ],
  },
};

interface Report {
  readonly id: number;
  readonly status: string;
  readonly error: string | null;
}

export function reports({ runs, seconds }: Settings): Promise<Figure[]> {
  return withServer(async (_server, home, client) => {
    const fleet = await piezometersOf(client, { name: 'report', devices: points, channels: 1, hasLimits: true });
    const ids = fleet.devices.flatMap((device) => device.points.map((point) => point.id));
    // The month before this one is reported: it is over.
    await client.query(
      `INSERT INTO reading (point_id, at, received_at, values, raw)
       SELECT p, t, t, ARRAY[100 + p % 7 + sin(extract(epoch FROM t) / 86400 + p), 8.5, 83.4, 12.1], '{}'
       FROM unnest($1::int[]) AS p, generate_series(date_trunc('month', now()) - interval '${days + 1} days', date_trunc('month', now()),
         interval '${intervalMinutes} minutes') AS t`,
      [ids],
    );
    await client.query('UPDATE account SET password_hash = $1 WHERE id = $2', [
      await hashPassword(password),
      fleet.audience[0],
    ]);
    await client.query('VACUUM ANALYZE');
    const { rows } = await client.query<{ username: string }>('SELECT name AS username FROM account WHERE id = $1', [
      fleet.audience[0],
    ]);
    const request = requests(home.url);
    await request.signIn(rows[0]!.username);
    const where = `/projects/${fleet.projectId}`;
    const made = await request.send<{ template: { id: number } }>('POST', `${where}/report-templates`, template);
    const day = new Date(Date.now() - new Date().getUTCDate() * 86_400_000).toISOString().slice(0, 10);
    const make = async () => {
      const began = performance.now();
      const { report } = await request.send<{ report: Report }>('POST', `${where}/reports`, {
        type: 'month',
        day,
        formats: ['pdf'],
        language: 'en',
        templateId: made.template.id,
      });
      let memoryMb = 0;
      for (;;) {
        await wait(100);
        memoryMb = Math.max(memoryMb, writerMb());
        const { reports: all } = await request.send<{ reports: Report[] }>('GET', `${where}/reports`);
        const found = all.find(({ id }) => id === report.id);
        if (found?.status === 'Error') throw new Error(`the report failed: ${found.error}`);
        if (found?.status === 'Done') return { id: report.id, seconds: (performance.now() - began) / 1000, memoryMb };
      }
    };
    const alone = [];
    for (let run = 0; run < runs; run++) alone.push(await make());
    const pages = await request.pagesOf(`${where}/reports/${alone[0]!.id}/files/pdf`);

    const busy = await piezometers(client, 'intake', points);
    const load = await startLoad({
      port: home.mqttPort,
      devices: busy.devices,
      samples: samples(),
      records: 1,
      window: 50,
      perSecond,
    });
    const beside: { readonly quiet: number; readonly busy: number }[] = [];
    try {
      for (let run = 0; run < runs; run++) {
        const quiet = await load.measure({ warmUpMs: 1_000, measureMs: seconds * 1000 });
        let isMeasuring = true;
        const reporting = (async () => {
          while (isMeasuring) await make();
        })();
        const during = await load.measure({ warmUpMs: 1_000, measureMs: seconds * 1000 });
        isMeasuring = false;
        await reporting;
        beside.push({ quiet: quiet.messages / quiet.seconds, busy: during.messages / during.seconds });
      }
    } finally {
      load.stop();
    }
    return [
      figure(
        'a month of 200 points, 300 charts, as PDF',
        's',
        alone.map((run) => run.seconds),
        { under: 30 },
      ),
      figure('  pages', '', [pages]),
      figure(
        '  memory of the process that writes it',
        'MB',
        alone.map((run) => run.memoryMb),
        { under: 500 },
      ),
      figure(
        'intake without reports',
        '/s',
        beside.map((run) => run.quiet),
      ),
      figure(
        '  of it while reports are made',
        '%',
        beside.map((run) => (run.busy / run.quiet) * 100),
        { atLeast: 90 },
      ),
    ];
  });
}

/** Resident memory of the processes that write reports, at its peak. */
function writerMb(): number {
  return readdirSync('/proc').reduce((peak, pid) => {
    if (!/^\d+$/.test(pid)) return peak;
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('write-report.process')) return peak;
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      return Math.max(peak, Number(kilobytes ?? 0) / 1024);
    } catch {
      // It ended meanwhile.
      return peak;
    }
  }, 0);
}

function requests(url: string) {
  let token = '';
  const headers = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: headers(),
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    send,
    async signIn(username: string): Promise<void> {
      ({ token } = await send<{ token: string }>('POST', '/signin', { username, password }));
    },
    async pagesOf(path: string): Promise<number> {
      const response = await fetch(`${url}/api${path}`, { headers: headers() });
      return (await getDocumentProxy(new Uint8Array(await response.arrayBuffer()))).numPages;
    },
  };
}
