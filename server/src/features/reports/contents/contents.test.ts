/** What is gathered for a report of a period: of that period, of the days of its zone, and of what it is narrowed to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { TemplateContent } from '@plumbline/contract/reports/templates.blocks';
import { defaultReportConfig } from '@plumbline/contract/reports/templates.defaults';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { openFiles } from '../../../kernel/files.ts';
import { isWithin } from '../blocks/blocks.api.ts';
import { gather } from './contents.api.ts';

const [server, world] = await openWorlds(['North'], {}, '2025-04-15T06:00:00Z');
const { projectId, structureId, itemId } = world;
const fromMs = Date.parse('2025-02-28T23:00:00Z');
const toMs = Date.parse('2025-03-31T22:00:00Z');
const crack = {
  family: 'crack' as const,
  type: 2,
  mode: 0,
  interval_seconds: 3600,
  created_at: new Date('2025-01-01'),
};

const gathered = (...blocks: readonly object[]) =>
  gather(
    {
      projectId,
      type: 'month',
      number: null,
      event: null,
      firstDay: '2025-03-01',
      lastDay: '2025-03-31',
      from: new Date(fromMs),
      to: new Date(toMs),
      timeZone: 'Europe/Berlin',
      language: 'en',
      fields: 'main',
      madeBy: 'Wu Jing',
      defaults: defaultReportConfig,
      template: TemplateContent.parse({ blocks }),
      word: null,
      hasSeries: false,
      isSample: false,
    },
    {
      db: server.db,
      plugins: { report: async () => assert.fail('no plug-in'), title: () => null } as never,
      pool: server.database.pool,
      files: openFiles(server.config),
      now: server.clock.now(),
      step: async () => undefined,
    },
  );
const readingsOf = (values: readonly number[], beginMs = fromMs) =>
  values.map((value, i) => ({ at: beginMs + i * hourMs, values: [value, 20], raw: {} }));
const stateOf = (pointId: number, atMs: number, level: number) =>
  server.db
    .insertInto('point_state')
    .values({ point_id: pointId, at: new Date(atMs), received_at: new Date(atMs), values: [1, 20], level })
    .onConflict((on) => on.column('point_id').doUpdateSet({ at: new Date(atMs), level }))
    .execute();

test('the level of a reading counts in the report of its own period alone', async () => {
  const [within, since] = [await makePoint(server, world, 'L-1', crack), await makePoint(server, world, 'L-2', crack)];
  for (const id of [within, since]) {
    await seal(server, id, readingsOf([1, 2, 3]));
    await seal(server, id, readingsOf([9], toMs + hourMs));
  }
  await stateOf(within, fromMs + 2 * hourMs, 3);
  await stateOf(since, toMs + hourMs, 3);
  const { lines } = await gathered({ kind: 'statistics' });
  const levelOf = (id: number) => lines.find(({ point }) => point.id === id)?.status.level;
  assert.deepEqual([levelOf(within), levelOf(since)], [3, null]);
  assert.deepEqual(
    lines.filter(({ point }) => [within, since].includes(point.id)).map(({ figures }) => figures.count),
    [3, 3],
  );
});

test('a structure is there with its items, which are within what is narrowed to it', async () => {
  const inItem = await makePoint(server, { projectId, structureId: itemId }, 'I-1', crack);
  await seal(server, inItem, readingsOf([1]));
  const { structuresOf, lines } = await gathered({ kind: 'statistics' });
  assert.deepEqual(structuresOf.get(inItem), [itemId, structureId]);
  const point = lines.find(({ point: { id } }) => id === inItem)?.point;
  assert.ok(point);
  const only = { structureIds: [structureId], families: [], pointIds: [] };
  assert.equal(isWithin(only, point, structuresOf), true);
  assert.equal(isWithin({ ...only, structureIds: [structureId + 1_000] }, point, structuresOf), false);
});

test('rain counts in the day of the zone in which it fell', async () => {
  const gauge = await makePoint(server, world, 'RG-1', { ...crack, family: 'rainfall' });
  const rain = (at: string, mm: number) => ({ at: Date.parse(at), values: [mm], raw: {} });
  await seal(server, gauge, [
    rain('2025-03-01T22:30:00Z', 1),
    rain('2025-03-01T23:30:00Z', 4),
    rain('2025-03-02T12:00:00Z', 2),
  ]);
  const { extras } = await gathered({ kind: 'weather' });
  const days = extras.weather.find(({ point }) => point.id === gauge)?.days;
  assert.deepEqual(
    [...(days ?? [])].map(([day, { sum }]) => [day, sum]),
    [
      ['2025-03-01', 1],
      ['2025-03-02', 6],
    ],
  );
});

test('conversions that ended before the period, or began after it, are not those of its values', async () => {
  const id = await makePoint(server, world, 'C-1', { ...crack, mode: 4, type: 0 });
  await seal(server, id, readingsOf([1]));
  const group = (from: string, to: string | null, sncode: string) => ({
    point_id: id,
    device_id: null,
    sncode,
    channel: '1',
    from_at: new Date(from),
    to_at: to === null ? null : new Date(to),
    conversion: JSON.stringify({
      family: 'crack',
      type: 0,
      mode: 4,
      nodeCount: 0,
      formulaType: 'SYSTEM_FORMULA',
      parameters: {},
      deviceParameters: {},
      customFormula: {},
      initialValues: {},
    }),
  });
  await server.db
    .insertInto('device_group')
    .values([
      group('2025-01-01', '2025-02-01', 'BEFORE'),
      group('2025-02-01', '2025-03-10', 'INTO'),
      group('2025-03-10', '2025-04-05', 'OUT-OF'),
      group('2025-04-05', '2025-04-10', 'AFTER'),
    ] as never)
    .execute();
  const { extras } = await gathered({ kind: 'method', calibration: true });
  const sncodes = extras.calibrations.filter(({ pointId }) => pointId === id).map(({ sncode }) => sncode);
  assert.ok(sncodes.includes('INTO') && sncodes.includes('OUT-OF'), sncodes.join());
  assert.ok(!sncodes.includes('BEFORE') && !sncodes.includes('AFTER'), sncodes.join());
});
