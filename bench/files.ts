/**
 * Readings on their way in and out as files: a CSV of a million lines imported, a year of a thousand points exported,
 * and how much memory the server takes while it does. `--scale=0.1` does it with a tenth.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { hourMs } from '@plumbline/contract/kernel/durations';
import type pg from 'pg';
import { addSealed } from '../server/src/features/platform/store/store.edit.table.ts';
import { makeFleet } from '../server/test/crash/fleet.ts';
import type { ServerProcess } from '../server/test/crash/server-process.ts';
import { type Settings, withServer } from './ingest.ts';
import { residentMB } from './machine.ts';
import { type Figure, figure } from './numbers.ts';

const startMs = Date.UTC(2025, 0, 3);
const hours = 8_760;

interface Side {
  readonly server: ServerProcess;
  readonly client: pg.Client;
  readonly url: string;
  readonly token: string;
  readonly projectId: number;
}

export function files({ scale = 1 }: Settings): Promise<Figure[]> {
  return withServer(async (server, home, client) => {
    const points = Math.max(10, Math.round(1000 * scale));
    const fleet = await makeFleet(client, {
      name: 'files',
      devices: points / 10,
      channels: 10,
      family: 'waterLevel',
      mode: 4,
      structures: 10,
      rulesOf: () => [],
    });
    const side: Side = { server, client, url: home.url, token: fleet.token, projectId: fleet.projectId };
    const ids = fleet.devices.flatMap((device) => device.points.map((point) => point.id));
    const rest = residentMB(server.pid);
    print(`storing a year of ${points} points ...`);
    for (const id of ids.slice(1)) await addYear(client, id);
    const exported = await takeOut(side, ids.slice(1));
    const imported = await bringIn(side, ids[0]!, Math.round(1_000_000 * scale));
    return [figure('memory of the server before', 'MB', [rest]), ...exported, ...imported];
  });
}

const print = (text: string) => process.stdout.write(`  ${text}\n`);

async function addYear(client: pg.Client, pointId: number): Promise<void> {
  await client.query('BEGIN');
  await addSealed(
    client,
    pointId,
    Array.from({ length: hours }, (_, i) => {
      const level = Math.round((120 + Math.sin(i / 900 + pointId) + Math.sin(i) / 50) * 1000) / 1000;
      const temperature = Math.round((14 + 6 * Math.sin(i / 1400)) * 10) / 10;
      return {
        at: startMs + i * hourMs,
        receivedAt: startMs + i * hourMs + 900,
        values: [level, null, Math.round((level - 108) * 981) / 100, temperature],
        raw: { level, temp: temperature },
        flags: null,
        deviceId: pointId,
        changeId: null,
      };
    }),
  );
  await client.query('COMMIT');
}

async function request<T>({ url, token }: Side, path: string, init: RequestInit = {}): Promise<T> {
  const json = typeof init.body === 'string' ? { 'content-type': 'application/json' } : {};
  const response = await fetch(`${url}/api${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...json },
  });
  const body = (await response.json()) as T;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
  return body;
}

/** Waits until a task has ended, with an eye on the memory of the server; gives seconds and the most MB. */
async function watch(side: Side, taskId: number): Promise<{ seconds: number; maxMB: number }> {
  const startedAt = performance.now();
  let maxMB = 0;
  for (;;) {
    maxMB = Math.max(maxMB, residentMB(side.server.pid));
    const { task } = await request<{ task: { state: string; error: string | null } }>(side, `/tasks/${taskId}`);
    if (task.state === 'done') return { seconds: (performance.now() - startedAt) / 1000, maxMB: maxMB };
    if (task.state !== 'queued' && task.state !== 'running') throw new Error(`task ${task.state}: ${task.error}`);
    await wait(50);
  }
}

async function bringIn(side: Side, pointId: number, lines: number): Promise<Figure[]> {
  print(`importing ${lines.toLocaleString('en-US')} lines ...`);
  const rows: string[] = ['Time,level,temperature'];
  for (let i = lines - 1; i >= 0; i--) {
    const time = new Date(Date.UTC(2023, 0, 1) + i * 60_000).toISOString().slice(0, 19).replace('T', ' ');
    rows.push(`${time},${(120 + (i % 997) / 1000).toFixed(3)},${(14 + (i % 31) / 10).toFixed(1)}`);
  }
  const form = new FormData();
  form.append('file', new Blob([rows.join('\n')], { type: 'text/csv' }), 'million.csv');
  const place = `/projects/${side.projectId}/imports`;
  const { import: sent } = await request<{ import: { id: number } }>(side, place, { method: 'POST', body: form });
  const column = (at: number, name: string) => ({ column: at, pointId, kind: 'raw', name });
  const mapping = {
    values: {
      layout: 'wide',
      time: { columns: [0], pattern: 'ymd', timeZone: 'Europe/Berlin', ambiguous: 'earlier' },
      columns: [column(1, 'level'), column(2, 'temp')],
    },
  };
  const check = await request<{ taskId: number }>(side, `${place}/${sent.id}/check`, {
    method: 'POST',
    body: JSON.stringify({ mapping }),
  });
  const checked = await watch(side, check.taskId);
  const apply = await request<{ taskId: number }>(side, `${place}/${sent.id}/apply`, { method: 'POST', body: '{}' });
  const applied = await watch(side, apply.taskId);
  const { import: done } = await request<{ import: { counts: { added: number; overwritten: number } } }>(
    side,
    `${place}/${sent.id}`,
  );
  print(`${JSON.stringify(done.counts)}`);
  return [
    figure('dry run of a CSV, newest line first', 'lines/s', [lines / checked.seconds]),
    figure('  memory of the server at most', 'MB', [checked.maxMB], { under: 600 }),
    figure('import of it', 'records/s', [done.counts.added / applied.seconds]),
    figure('  memory of the server at most', 'MB', [applied.maxMB], { under: 600 }),
  ];
}

async function takeOut(side: Side, pointIds: readonly number[]): Promise<Figure[]> {
  const span = { from: new Date(startMs).toISOString(), to: new Date(startMs + hours * hourMs).toISOString() };
  const body = JSON.stringify({ pointIds, ...span, format: 'csv' });
  print(`exporting a year of ${pointIds.length} points ...`);
  const { export: made } = await request<{ export: { id: number; taskId: number } }>(
    side,
    `/projects/${side.projectId}/exports`,
    { method: 'POST', body },
  );
  const { seconds, maxMB } = await watch(side, made.taskId);
  const { exports } = await request<{ exports: { bytes: number }[] }>(side, `/projects/${side.projectId}/exports`);
  print(`${Math.round(exports[0]!.bytes / 1e6)} MB in ${seconds.toFixed(1)} s`);
  const direct = await stream(side, pointIds.slice(0, 30), span);
  return [
    figure('export of a year of every point, CSV', 'records/s', [(pointIds.length * hours) / seconds]),
    figure('  memory of the server at most', 'MB', [maxMB], { under: 600 }),
    figure('direct download of a year of 30 points', 'records/s', [(30 * hours) / direct.seconds]),
    figure('  memory of the server at most', 'MB', [direct.maxMB], { under: 600 }),
  ];
}

async function stream(
  side: Side,
  pointIds: readonly number[],
  span: object,
): Promise<{ seconds: number; maxMB: number }> {
  const startedAt = performance.now();
  const response = await fetch(`${side.url}/api/projects/${side.projectId}/exports/download`, {
    method: 'POST',
    headers: { authorization: `Bearer ${side.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ pointIds, ...span, format: 'csv' }),
  });
  let [bytes, maxMB] = [0, 0];
  for await (const chunk of response.body!) {
    bytes += chunk.length;
    maxMB = Math.max(maxMB, residentMB(side.server.pid));
  }
  if (!response.ok || bytes < pointIds.length * hours * 20)
    throw new Error(`download: ${response.status}, ${bytes} bytes`);
  return { seconds: (performance.now() - startedAt) / 1000, maxMB: maxMB };
}
