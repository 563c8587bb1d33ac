/** What was exported comes in again and changes nothing: in a zone whose clock changes, to the millisecond. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldWords } from '@plumbline/contract/points/families.words';
import type { ImportCounts } from '@plumbline/contract/readings/imports';
import { exports } from '@plumbline/contract/reports/exports';
import fc from 'fast-check';
import { type ExportRequest, makeExportsFixture } from '../../../../test/exports.fixtures.ts';
import { type MappingInput, makeImportsFixture } from '../../../../test/imports.fixtures.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { setTimeZone } from '../../../../test/worlds.ts';

const { server, world, send, withSpan } = await makeExportsFixture();
const fixture = makeImportsFixture(server, world);

type Exported = Partial<ExportRequest> & { format: 'csv' | 'xlsx' | 'ags4' };

/** Exports a point and brings the file back by the mapping that is suggested. */
async function backAgain(
  pointId: number | readonly number[],
  request: Exported,
  timeZone?: string,
): Promise<ImportCounts> {
  const span = { from: '2024-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
  const whole = request.format === 'xlsx' ? { from: '2024-10-01T00:00:00Z', to: '2025-05-01T00:00:00Z' } : span;
  const answer = await send(exports.download, withSpan({ ...whole, ...request, pointIds: [pointId].flat() }));
  const bytes = new Uint8Array(await answer.arrayBuffer());
  assert.equal(answer.status, 200, new TextDecoder().decode(bytes));
  if (timeZone) await setTimeZone(server, world.projectId, timeZone);
  const { import: sent } = await fixture.upload(bytes, `own.${request.format}`);
  assert.ok(sent.layout.suggested, JSON.stringify(sent.layout));
  const { counts } = await fixture.check(sent.id, sent.layout.suggested as MappingInput);
  if (timeZone) await setTimeZone(server, world.projectId, 'America/New_York');
  return counts!;
}

const allUnchanged = (counts: ImportCounts, records: number, what: string) =>
  assert.deepEqual(
    [counts.unchanged, counts.added, counts.overwritten, counts.refused, counts.repeated],
    [records, 0, 0, 0, 0],
    what,
  );

const formats = ['csv', 'xlsx', 'ags4'] as const;
/** About the two changes of the clock of New York, and any time besides. */
const autumn = Date.parse('2024-11-03T04:30:00Z');
const spring = Date.parse('2025-03-09T05:30:00Z');
const time = fc.oneof(
  fc.integer({ min: 0, max: 3 * 3_600_000 }).map((ms) => autumn + ms),
  fc.integer({ min: 0, max: 3 * 3_600_000 }).map((ms) => spring + ms),
  fc.integer({ min: Date.parse('2024-10-01T00:00Z'), max: Date.parse('2025-04-30T00:00Z') }),
);
const value = fc.integer({ min: -2e12, max: 2e12 }).map((millionths) => millionths / 1e6);

test('property: values of a manual point, as CSV, XLSX and AGS4, whatever zone the project then is in', async () => {
  await setTimeZone(server, world.projectId, 'America/New_York');
  const record = fc.record({ at: time, opening: value, temp: fc.option(value) });
  let n = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(record, { minLength: 1, maxLength: 30, selector: ({ at }) => at }),
      async (records) => {
        const pointId = await makePoint(server, world, `=M-${n++}`, { family: 'crack', type: 2, mode: 0 });
        const ordered = records.toSorted((a, b) => a.at - b.at);
        await seal(
          server,
          pointId,
          ordered.map(({ at, opening, temp }) => ({
            at,
            values: [opening, temp],
            raw: { opening, ...(temp !== null && { temp }) },
          })),
        );
        for (const format of formats) {
          allUnchanged(await backAgain(pointId, { format }), records.length, format);
          allUnchanged(await backAgain(pointId, { format }, 'Asia/Shanghai'), records.length, `${format}, moved`);
        }
      },
    ),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 2) },
  );
});

test('raw samples of an automated point and of a chain, over the hour that is shown twice', async () => {
  await setTimeZone(server, world.projectId, 'America/New_York');
  const times = Array.from({ length: 40 }, (_, i) => autumn + i * 300_250);
  const wire = await makePoint(server, world, 'VW-1', {
    family: 'crack',
    mode: 1,
    parameters: JSON.stringify({ K: 0.01, f0: 2800 }),
  });
  await seal(
    server,
    wire,
    times.map((at, i) => ({ at, values: [i, 20], raw: { frequency: 2700 + i / 7, temperature: 20 + i / 3, odd: 1 } })),
  );
  const chain = await makePoint(server, world, 'IPI-1', { family: 'deepDisplacement', mode: 5, node_count: 2 });
  await seal(
    server,
    chain,
    times.map((at, i) => ({ at, values: [i, i, i, i, i, i], raw: { x: [i / 7, 0.1], y: [0.2, -i / 3] } })),
  );
  for (const format of ['csv', 'xlsx'] as const)
    for (const pointId of [wire, chain])
      allUnchanged(await backAgain(pointId, { format, content: 'samples' }), times.length, `${format} ${pointId}`);
});

test('the depth of a point is in its AGS4 file, and the file comes back', async () => {
  await setTimeZone(server, world.projectId, 'America/New_York');
  const pointId = await makePoint(server, world, 'P9', { family: 'crack', type: 2, mode: 0, depth_m: 12.5 });
  await seal(server, pointId, [{ at: autumn, values: [1.5, 10], raw: { opening: 1.5, temp: 10 } }]);
  const span = { from: '2024-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
  const text = await (
    await send(exports.download, withSpan({ ...span, pointIds: [pointId], format: 'ags4' } as never))
  ).text();
  const rows = text.split('\r\n').filter((line) => /^"DATA","[^"]*","P9"/.test(line));
  assert.equal(rows.length, 3, text);
  for (const row of rows) assert.equal(row.split(',')[3], '"12.50"', row);
  allUnchanged(await backAgain(pointId, { format: 'ags4' }), 1, 'with its depth');
});

test('headings in any language are read back, for one point and for several', async () => {
  await setTimeZone(server, world.projectId, 'Asia/Shanghai');
  const ids = await Promise.all(
    ['C-1', 'C-2'].map((name) => makePoint(server, world, name, { family: 'crack', type: 2, mode: 0 })),
  );
  for (const id of ids) await seal(server, id, [{ at: autumn, values: [1.5, 10], raw: { opening: 1.5, temp: 10 } }]);
  const languages = {
    'zh-CN': { time: '时间', structure: '结构物', point: '测点', opening: '开合度', temp: '温度' },
    'zh-TW': { time: '時間', structure: '結構物', point: '測點', opening: '開合度', temp: '溫度' },
    en: { time: 'Time', structure: 'Structure', point: 'Point', opening: 'Opening', temp: 'Temp' },
  };
  for (const [language, words] of Object.entries(languages)) {
    const known = fieldWords['crack']?.['opening'] ?? [];
    assert.ok(known.includes(words.opening), `${language}: ${known.join()}`);
    for (const format of ['csv', 'xlsx'] as const)
      for (const layout of ['rows', 'columns'] as const) {
        const request = { format, layout, headings: words } as const;
        allUnchanged(await backAgain(ids, request), 2, `${language} ${format} ${layout}`);
      }
  }
});
