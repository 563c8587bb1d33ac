/** A part of a report that a function of a plug-in makes: its figures on paper and in the sheet; without its plug-in it says so. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { plugins } from '@plumbline/contract/platform/plugins';
import { ReportResult } from '@plumbline/contract/platform/plugins.calls';
import { periodReports } from '@plumbline/contract/reports/period-reports';
import { reportTemplates } from '@plumbline/contract/reports/templates';
import { readXlsx } from 'hucre/xlsx';
import { extractText, getDocumentProxy } from 'unpdf';
import { makeAccount } from '../../../../test/harness.ts';
import { ownPublisher, putExample, runExample } from '../../../../test/plugins.fixtures.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-plugins-'));
after(() => rmSync(folder, { recursive: true, force: true }));
putExample(folder, 'exceedance');
const settings = { PLUGIN_DIR: folder, PLUGIN_KEYS: ownPublisher };
const [server, world] = await openWorlds(['Plugged'], settings, '2025-04-15T06:00:00Z');
const operator = await makeAccount(server, 'System', null, 'reports.operator');
const { token } = world.admin;
const { projectId } = world;

test('hours above: over a gap that is too long nobody knows, and without a limit nothing is said', async () => {
  const runner = runExample('exceedance');
  after(() => runner.close());
  const point = { name: 'P', structure: 'S', family: 'crack', field: 'width', unit: 'mm', decimals: 2, limits: [] };
  const times = [0, 1, 2, 3, 20].map((hour) => hour * hourMs);
  const series = { ...point, times, values: [1, 12, 13, 9, 15] };
  const input = { language: 'en', timeZone: 'UTC', fromMs: 0, toMs: 22 * hourMs, parameters: {} };
  const rowsOf = async (more: object) => {
    const call = {
      list: 'reports',
      name: 'hours-above',
      part: '',
      input: JSON.stringify({ ...input, ...more }),
    } as const;
    const result = ReportResult.parse(JSON.parse(await runner.call(call, 10_000)));
    return result.table?.rows.map((row) => row.slice(2));
  };
  // 1 to 3 h and 20 to 22 h above 10; from 3 to 20 h there is no reading.
  assert.deepEqual(await rowsOf({ points: [series], parameters: { limit: '10' } }), [[10, 4, 2, 5, 15]]);
  assert.deepEqual(await rowsOf({ points: [series] }), [[null, null, null, null, 15]]);
  const limited = {
    ...series,
    limits: [
      { level: 2, value: 14 },
      { level: 1, value: 11 },
    ],
  };
  assert.deepEqual(await rowsOf({ points: [limited] }), [[11, 4, 2, 5, 15]]);
  assert.deepEqual(
    await rowsOf({ points: [{ ...series, values: [null, null, null, null, null] }], parameters: { limit: '10' } }),
    [[10, null, null, null, null]],
  );
  await assert.rejects(rowsOf({ points: [], parameters: { limit: 'ten' } }), /must be numbers/);
});

async function made(): Promise<{ text: string; sheets: string[]; rows: unknown[][] }> {
  const { templates } = (await server.call(reportTemplates.list, { projectId }, token)).body;
  const templateId = templates[0]?.id ?? 0;
  const input = {
    projectId,
    type: 'month',
    day: '2025-03-10',
    formats: ['pdf', 'xlsx'],
    language: 'en',
    templateId,
  } as const;
  const { body } = await server.call(periodReports.make, input as never, token);
  assert.ok(body.report, JSON.stringify(body));
  await server.work!.settle();
  const file = async (format: string) => {
    const response = await fetch(`${server.url}/api/projects/${projectId}/reports/${body.report.id}/files/${format}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(response.status, 200, await response.clone().text());
    return new Uint8Array(await response.arrayBuffer());
  };
  const { text } = await extractText(await getDocumentProxy(await file('pdf')), { mergePages: true });
  const workbook = await readXlsx(await file('xlsx'));
  const sheet = workbook.sheets.find(({ name }) => name.startsWith('Time above'));
  return {
    text: text.replaceAll('\u200b', '').replace(/\s+/g, ' '),
    sheets: workbook.sheets.map(({ name }) => name),
    rows: (sheet?.rows ?? []) as unknown[][],
  };
}

test('a report prints what the function made, in the words of the plug-in; switched off, it says what it lacks', async () => {
  const crack = {
    family: 'crack' as const,
    type: 2,
    mode: 0,
    interval_seconds: 3600,
    created_at: new Date('2025-01-01'),
  };
  const pointId = await makePoint(server, world, 'C-1', crack);
  const start = Date.parse('2025-03-01T00:00:00Z');
  await seal(
    server,
    pointId,
    Array.from({ length: 48 }, (_, i) => ({ at: start + i * hourMs, values: [i < 24 ? 5 : 15, 20], raw: {} })),
  );
  const block = {
    kind: 'plugin',
    part: 'exceedance/hours-above',
    parameters: { limit: '10' },
    only: { pointIds: [pointId] },
  };
  const content = { blocks: [{ kind: 'cover' }, block] };
  const created = await server.call(reportTemplates.create, { projectId, name: 'Plugged', content } as never, token);
  assert.equal(created.status, 200, JSON.stringify(created.body));
  const off = await made();
  assert.match(off.text, /could not be made: exceedance\/hours-above – the plug-in is switched off/);
  assert.equal(
    (await server.call(plugins.switch, { name: 'exceedance', enabled: true } as never, operator.token)).status,
    200,
  );
  const on = await made();
  assert.match(on.text, /Time above a limit/);
  assert.match(on.text, /C-1 \(mm\)/);
  const row = on.rows.find((each) => String(each[0]).startsWith('C-1'));
  // From the 25th reading on; the last one is over the gap that may be bridged to the end of the month.
  assert.deepEqual(row?.slice(2), [10, 23, 23, 47, 15]);
  const listed = (await server.call(plugins.list, {}, operator.token)).body.plugins[0];
  assert.deepEqual(
    listed?.uses.map(({ kind, name }) => [kind, name]),
    [['reportTemplate', 'Plugged']],
  );
});
