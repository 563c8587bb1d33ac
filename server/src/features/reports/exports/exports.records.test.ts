/** Files of alerts, devices, points, thresholds, structures and operations: typed cells, limits, and who may have them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { hourMs } from '@plumbline/contract/kernel/durations';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { exports } from '@plumbline/contract/reports/exports';
import { type RecordKind, recordKinds } from '@plumbline/contract/reports/exports.records';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { crack } from '../../../../test/exports.fixtures.ts';
import { makeAccount, makeMember, makeWorld } from '../../../../test/harness.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';
import { readSheet } from '../../../kernel/sheets.ts';

const [server, world] = await openWorlds(['Records']);
const { projectId } = world;
await setTimeZone(server, projectId, 'Europe/Berlin');
const token = world.admin.token;

type Request = Omit<InputOf<(typeof exports)['makeRecords']['input']>, 'projectId'>;
const make = (request: Request, by = token) => server.call(exports.makeRecords, { projectId, ...request }, by);

async function fileOf(exportId: number, by = token): Promise<Uint8Array> {
  const response = await fetch(`${server.url}/api/projects/${projectId}/exports/${exportId}/file`, {
    headers: { authorization: `Bearer ${by}` },
  });
  assert.equal(response.status, 200, await response.clone().text());
  return new Uint8Array(await response.arrayBuffer());
}
/** The rows of a workbook that was made of this, its heading first. */
async function workbook(request: Omit<Request, 'format'>) {
  const { body } = await make({ ...request, format: 'xlsx' });
  assert.ok(body.export, JSON.stringify(body));
  await server.work!.settle();
  const { rows } = await readSheet(await fileOf(body.export.id), { maxBytes: 1e7, maxRows: 70_000 });
  return rows.map(({ cells }) => cells);
}

/** Alerts of the point of the world, one a minute from a time on. */
const raise = (count: number, from: string) =>
  sql`INSERT INTO alert (project_id, structure_id, point_id, field, kind, measure, unit, level, value, threshold, levels, late, status,
      reading_at, received_at, raised_at, last_value, last_at)
    SELECT p.project_id, p.structure_id, p.id, 'level', 'value', 'value', 'm', 2, 1.5, 1.25, '{NULL,1.25,NULL,NULL}', false, 'Pending',
      t, t, t, 1.5, t
    FROM point p, generate_series(0, ${count - 1}) AS i, LATERAL (SELECT ${from}::timestamptz + i * interval '1 minute' AS t) AS at
    WHERE p.id = ${world.pointId}`.execute(server.db);

test('alerts: typed cells on the clock of the project, of the span alone, as the list shows them', async () => {
  await raise(3, '2026-03-29T00:30:00Z');
  await raise(1, '2026-05-01T00:00:00Z');
  const span = { from: '2026-03-29T00:00:00Z', to: '2026-03-30T00:00:00Z' };
  const [heading, ...rows] = await workbook({ kind: 'alerts', ...span });
  const column = (name: string) => heading!.indexOf(name);
  const listed = (await server.call(alerts.ofProject, { projectId, ...span }, token)).body;
  assert.equal(rows.length, listed.total);
  assert.deepEqual(rows[0]![column('Value')], listed.alerts[0]!.value);
  assert.deepEqual(rows[0]![column('Level')], 2);
  assert.deepEqual(rows[0]![column('Measured (Europe/Berlin)')], new Date('2026-03-29T01:30:00Z'));
  assert.equal(rows[0]![column('Below the level since (Europe/Berlin)')] ?? null, null);
  assert.equal(rows[0]![column('Status')], 'Pending');
  const chinese = await workbook({ kind: 'alerts', ...span, language: 'zh-TW' });
  assert.ok(chinese[0]!.includes('觸發時間 (Europe/Berlin)'));
});

test('every kind makes a file whose rows are as many as were announced', async () => {
  for (const kind of recordKinds.filter((each) => each !== 'charts')) {
    const { body: size } = await server.call(exports.recordsSize, { projectId, kind, format: 'xlsx' }, token);
    assert.equal(size.maxRows, 65_535);
    const { body } = await make({ kind, format: 'csv' });
    await server.work!.settle();
    const text = Buffer.from(await fileOf(body.export.id)).toString();
    const { exports: listed } = (await server.call(exports.list, { projectId, kind }, token)).body;
    const found = listed.find(({ id }) => id === body.export.id);
    // Making the file is an operation too, and so is the download of the one before.
    if (kind !== 'operations') assert.equal(found?.rows, size.rows, kind);
    assert.ok((found?.rows ?? 0) > 0 || kind === 'thresholds', kind);
    assert.equal(found?.kind, kind);
    assert.ok(text.startsWith('\uFEFF'));
  }
});

test('devices: what the list shows, and of their channels those of this project alone', async () => {
  const elsewhere = await makeWorld(server, 'Elsewhere of records');
  await server.db
    .updateTable('point')
    .set({ device_id: world.device.id, channel: '77' })
    .where('id', '=', elsewhere.pointId)
    .execute();
  const [heading, ...rows] = await workbook({ kind: 'devices' });
  const own = rows.find((row) => row[heading!.indexOf('Serial number')] === world.device.sncode);
  assert.ok(own, JSON.stringify(rows));
  assert.doesNotMatch(String(own[heading!.indexOf('Channels')]), /77/);
  assert.equal(own[heading!.indexOf('Voltage, V')] ?? null, null);
});

test('over 65,535 rows a workbook is refused before any work; a CSV is made', async () => {
  await raise(65_536, '2024-01-01T00:00:00Z');
  const span = { from: '2024-01-01T00:00:00Z', to: '2025-01-01T00:00:00Z' };
  const before = await server.db.selectFrom('data_export').select('id').execute();
  const refused = await make({ kind: 'alerts', ...span, format: 'xlsx' });
  assert.deepEqual([refused.body.error, refused.body.detail], ['exportTooManyRows', { maxRows: 65_535, rows: 65_536 }]);
  assert.deepEqual(await server.db.selectFrom('data_export').select('id').execute(), before);
  const { body } = await make({ kind: 'alerts', ...span, format: 'csv' });
  await server.work!.settle();
  const [newest] = (await server.call(exports.list, { projectId, pageSize: 1 }, token)).body.exports;
  assert.deepEqual([newest!.id, newest!.rows], [body.export.id, 65_536]);
  await server.db.deleteFrom('alert').where('reading_at', '<', new Date('2025-01-01T00:00:00Z')).execute();
  const fewer = (await server.call(exports.repeat, { projectId, exportId: body.export.id }, token)).body.export;
  await server.work!.settle();
  const again = (await server.call(exports.list, { projectId, pageSize: 1 }, token)).body.exports[0]!;
  assert.deepEqual([again.id, again.rows, again.from], [fewer.id, 0, span.from]);
});

test('nobody has a file of what they may not read: not made, not listed, not downloaded, not repeated', async () => {
  const person = await makeAccount(server, 'Normal', world.corporationId, 'records.guest');
  await makeMember(server, projectId, person.id, 'Guest');
  const log = (await make({ kind: 'operations', format: 'csv' })).body.export;
  await server.work!.settle();
  assert.equal((await make({ kind: 'operations', format: 'csv' }, person.token)).body.error, 'notAllowed');
  const listed = (await server.call(exports.list, { projectId, pageSize: 200 }, person.token)).body;
  assert.ok(!listed.kinds.includes('operations') && listed.kinds.includes('alerts'));
  const everything = (await server.call(exports.list, { projectId, pageSize: 200 }, token)).body;
  assert.equal(listed.total, everything.exports.filter(({ kind }) => kind !== 'operations').length);
  assert.ok(listed.exports.every(({ kind, mayRemove }) => kind !== 'operations' && !mayRemove));
  const path = `${server.url}/api/projects/${projectId}/exports/${log.id}`;
  const headers = { authorization: `Bearer ${person.token}` };
  assert.equal((await fetch(`${path}/file`, { headers })).status, 403);
  const repeated = await server.call(exports.repeat, { projectId, exportId: log.id }, person.token);
  assert.equal(repeated.body.error, 'notAllowed');
  const foreign = await makeWorld(server, 'Another of records');
  const of = await server.call(exports.repeat, { projectId: foreign.projectId, exportId: log.id }, foreign.admin.token);
  assert.equal(of.body.error, 'notFound');
  const structureId = foreign.structureId;
  const narrowed = await make({ kind: 'alerts', format: 'csv', structureId });
  assert.equal(narrowed.body.error, 'notFound');
  const kind: RecordKind = 'alerts';
  const reversed = await make({ kind, format: 'csv', from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' });
  assert.equal(reversed.body.error, 'startAfterEnd');
});

test('charts: a picture of each point that has good values in the span, and a list that says which has none', async () => {
  const silent = await makePoint(server, world, 'Silent', crack);
  const measured = await makePoint(server, world, 'Measured / 1', crack);
  const at = (hours: number) => Date.parse('2026-02-01T00:00:00Z') + hours * hourMs;
  await seal(
    server,
    measured,
    Array.from({ length: 24 }, (_, i) => ({ at: at(i), values: [i, 1], raw: { opening: i, temp: 1 } })),
  );
  const span = { from: '2026-02-01T00:00:00Z', to: '2026-02-03T00:00:00Z' };
  const { body } = await make({ kind: 'charts', ...span, format: 'zip' });
  assert.ok(body.export, JSON.stringify(body));
  await server.work!.settle();
  const files = unzipSync(await fileOf(body.export.id));
  const pictures = Object.keys(files).filter((name) => name.endsWith('.png'));
  assert.equal(pictures.length, 1, pictures.join());
  assert.match(pictures[0]!, /Measured {1,3}1\.png$/);
  assert.deepEqual([...files[pictures[0]!]!.slice(1, 4)], [...Buffer.from('PNG')]);
  const lines = Buffer.from(files['index.csv']!).toString().trimEnd().split('\r\n');
  assert.ok(
    lines.some((line) => line.includes('Silent') && line.endsWith(',0,')),
    lines.join('\n'),
  );
  assert.ok(
    lines.some((line) => line.includes(`,24,${pictures[0]}`)),
    lines.join('\n'),
  );
  assert.ok(silent > 0);
  const wrong = await make({ kind: 'charts', format: 'csv' });
  assert.equal(wrong.body.error, 'badInput');
  assert.equal((await make({ kind: 'alerts', format: 'zip' })).body.error, 'badInput');
});

test('charts of a view: of those that have it, as SVG, and why a point has no picture', async () => {
  const chain = { family: 'deepDisplacement', node_count: 2, interval_seconds: 3600 } as const;
  const [surveyed, silent] = [
    await makePoint(server, world, 'Casing', chain),
    await makePoint(server, world, 'Dry', chain),
  ];
  const startMs = Date.parse('2026-02-01T00:00:00Z');
  await seal(
    server,
    surveyed,
    Array.from({ length: 12 }, (_, i) => ({ at: startMs + i * hourMs, values: [i, 0, i, 0, i / 2, 0] })),
  );
  const span = { from: '2026-02-01T00:00:00Z', to: '2026-02-03T00:00:00Z' };
  const { body } = await make({
    kind: 'charts',
    ...span,
    format: 'zip',
    picture: 'svg',
    chart: { view: 'adm-profile' },
  });
  assert.ok(body.export, JSON.stringify(body));
  await server.work!.settle();
  const files = unzipSync(await fileOf(body.export.id));
  const pictures = Object.keys(files).filter((name) => name.endsWith('.svg'));
  assert.equal(pictures.length, 2, 'both axes of the one that was surveyed');
  for (const name of pictures) assert.match(Buffer.from(files[name]!).toString(), /^<svg .*<\/svg>$/);
  const lines = Buffer.from(files['index.csv']!).toString().trimEnd().split('\r\n').slice(1);
  assert.deepEqual(
    lines.map((line) => line.split(',')[1]),
    ['Casing', 'Casing', 'Dry'],
    'no point is there that does not have the view',
  );
  assert.match(lines[2]!, /Nothing was measured in this period\.,0,$/);
  assert.ok(silent > 0);
  const table = await make({ kind: 'charts', ...span, format: 'zip', chart: { view: 'dt-data' } as never });
  assert.equal(table.body.error, 'badInput');
});
