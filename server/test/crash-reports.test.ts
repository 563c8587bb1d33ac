/**
 * The crash test of reports: the whole server is killed (SIGKILL) while a report is being made and while it is being released, and
 * started again. In the end it was made once and released once, with the files that its seal names. CRASH_SEED repeats the moments.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { periodReports } from '@plumbline/contract/reports/period-reports';
import { reportReleases } from '@plumbline/contract/reports/releases';
import pg from 'pg';
import { callerOf } from './calls.ts';
import { makeFleet } from './crash/fleet.ts';
import { makeHome, type ServerProcess, startProcess } from './crash/server-process.ts';
import { makeFolder } from './folders.ts';
import { dice } from './store.ts';
import { until as untilHolds } from './until.ts';

const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
const longestMs = 120_000;
/** From when its task runs to the kill, at most. */
const withinMs = 400;

async function onDatabase<T>(server: ServerProcess, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function until(act: () => Promise<boolean>, what: string): Promise<void> {
  await untilHolds(act, (is) => is, longestMs).catch((error: Error) => {
    throw new Error(`${what} did not happen in ${longestMs / 1000} s`, { cause: error });
  });
}

const stateOf = (server: ServerProcess, kind: string) =>
  onDatabase(server, async (client) => {
    const { rows } = await client.query<{ state: string }>('SELECT state FROM task WHERE kind = $1 ORDER BY id DESC', [
      kind,
    ]);
    return rows[0]?.state;
  });

test(`killed in the middle, a report is made once and released once (seed ${seed})`, async () => {
  const home = await makeHome(makeFolder('crash-reports'));
  const moment = dice(seed);
  let server = await startProcess(home);
  try {
    const fleet = await onDatabase(server, (client) =>
      makeFleet(client, {
        name: 'Reports',
        devices: 20,
        channels: 2,
        family: 'temperature',
        mode: 4,
        initialValues: { temperature: 20 },
        rulesOf: () => [],
      }),
    );
    const call = callerOf(home.url);
    const { projectId, token } = fleet;
    /** Kills the server while a task of the kind runs, and starts it again; gives whether it was still running then. */
    const killWhile = async (kind: string): Promise<boolean> => {
      await until(async () => (await stateOf(server, kind)) !== 'queued', `${kind} runs`);
      await wait(moment() * withinMs);
      const wasRunning = (await stateOf(server, kind)) === 'running';
      await server.kill();
      server = await startProcess(home);
      return wasRunning;
    };
    await call(reportReleases.setApproval, { projectId, makerMayApprove: true }, token);
    const day = new Date().toISOString().slice(0, 10);
    const formats = ['pdf', 'docx', 'xlsx'] as const;
    const made = await call(
      periodReports.make,
      { projectId, type: 'month', day, formats: [...formats], language: 'en' },
      token,
    );
    assert.equal(made.status, 200, JSON.stringify(made.body));
    const of = { projectId, reportId: made.body.report.id };
    const killedMaking = await killWhile('makeReport');
    const report = async () => (await call(periodReports.list, { projectId }, token)).body.reports[0];
    await until(async () => (await report())?.status === 'Done', 'the report is made');
    const filesOf = () =>
      onDatabase(server, async (client) => {
        const { rows } = await client.query<{ format: string; file_id: string }>(
          'SELECT format, file_id FROM report_file WHERE report_id = $1 ORDER BY format',
          [of.reportId],
        );
        return rows;
      });
    assert.deepEqual(
      (await filesOf()).map(({ format }) => format),
      ['docx', 'pdf', 'source', 'xlsx'],
    );

    const review = async () => (await call(reportReleases.get, of, token)).body.review;
    await call(reportReleases.submit, of, token);
    await until(async () => !(await review()).writing, 'the files for the review are written');
    assert.equal((await call(reportReleases.approve, of, token)).status, 200);
    assert.equal((await call(reportReleases.release, of, token)).status, 200);
    const killedReleasing = await killWhile('writeReport');
    await until(async () => (await review()).state === 'released', 'the report is released');
    const seals = await onDatabase(server, async (client) => {
      const { rows } = await client.query<{ body: string }>('SELECT body FROM report_seal');
      const stored = await client.query<{ id: string }>('SELECT id FROM stored_file ORDER BY id');
      return { bodies: rows.map(({ body }) => body), stored: stored.rows.map(({ id }) => id) };
    });
    assert.equal(seals.bodies.length, 1);
    const files = await filesOf();
    assert.deepEqual(seals.stored, files.map(({ file_id }) => file_id).sort(), 'no file is left over');
    const seal = JSON.parse(seals.bodies[0]!) as { files: { format: string; sha256: string }[] };
    for (const format of formats) {
      const response = await fetch(`${home.url}/api/projects/${projectId}/reports/${of.reportId}/files/${format}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const hash = createHash('sha256')
        .update(Buffer.from(await response.arrayBuffer()))
        .digest('hex');
      assert.equal(hash, seal.files.find((each) => each.format === format)?.sha256, format);
    }
    const chain = await call(reportReleases.verifyChain, { projectId }, token);
    assert.deepEqual([chain.body.holds, chain.body.faults], [true, []]);
    assert.ok(killedMaking || killedReleasing, 'at least one kill was in the middle');
  } finally {
    await server.kill();
    home.remove();
  }
});
