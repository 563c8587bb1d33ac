/** The register maps of instruments that Plumbline brings, on answers as their makers write them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Model, models } from '@plumbline/contract/devices/models';
import { RegisterRow } from '@plumbline/contract/telemetry/dial-in.rows';
import { readsOf } from '@plumbline/science/modbus/register-map';
import { tryFrames } from '@plumbline/science/modbus/try-frames';
import { recipe } from '@plumbline/science/sensors/recipes';
import { openWorlds } from '../../../../test/worlds.ts';

interface Published {
  readonly code: string;
  /** false = made by what the maker says of its registers, who gives no whole frame. */
  readonly ofMaker: boolean;
  readonly frames: readonly string[];
  /** null = the instrument says that it has no value. */
  readonly expect: Record<string, number | null>;
}
const published = JSON.parse(readFileSync(new URL('answers-of-makers.json', import.meta.url), 'utf8')) as Published[];
const [server, north] = await openWorlds(['North']);
const withRegisters = async (): Promise<Model[]> =>
  (await server.call(models.list, {}, north.normal.token)).body.models.filter(({ registers }) => registers.length > 0);

const mapOf = ({ registers }: Model) =>
  registers.map(({ bits, ...row }) => {
    const [from = 0, last = from] = (bits ?? '').split('-').map(Number);
    return { ...row, bits: bits === null ? null : { from, count: last - from + 1 } };
  });

test('each map is whole, has its source, and names channels and quantities that are there', async () => {
  const all = await withRegisters();
  assert.deepEqual(all.map(({ code }) => code).sort(), published.map(({ code }) => code).sort());
  for (const { code, registers, source, channels, measurements, link } of all) {
    assert.ok(/https:\/\//.test(source) && link === 'dialIn' && measurements.length > 0, code);
    const modes = new Map(channels.map(({ number, mode }) => [number, mode]));
    for (const row of registers) {
      assert.deepEqual(RegisterRow.safeParse(row).error?.issues, undefined, code);
      const mode = modes.get(row.channel);
      assert.ok(mode !== undefined, `${code}: channel ${row.channel}`);
      const needed = { f0: 800, min: 0, max: 1, K: 1 };
      const read = measurements.flatMap((family) => recipe({ family, mode, parameters: needed }).quantities);
      assert.ok(read.includes(row.quantity), `${code}: ${row.quantity} is not among ${read.join(', ')}`);
    }
  }
});

test('where a maker publishes what its instrument can measure, a number beyond is held; nothing is guessed', async () => {
  const all = new Map((await withRegisters()).map((model) => [model.code, model]));
  const rangesOf = (code: string) =>
    Object.fromEntries(all.get(code)?.registers.map((row) => [row.quantity, [row.minimum, row.maximum]]) ?? []);
  assert.deepEqual(rangesOf('SEN0482'), { windDirection: [0, 360] });
  const soil = { temp: [-40, 80], moisture: [0, 100], conductivity: [null, null] };
  assert.deepEqual(rangesOf('S-TEMP-VWC-EC-02'), soil);
  assert.deepEqual(rangesOf('SEN0601').moisture, [null, null]);
  for (const { registers, source } of all.values())
    if (registers.some(({ minimum, maximum }) => minimum !== null || maximum !== null))
      assert.match(source, /measuring range: https:/);
});

test('each reads the answers of its maker', async () => {
  const all = new Map((await withRegisters()).map((model) => [model.code, model]));
  for (const { code, frames, expect } of published) {
    const rows = mapOf(all.get(code) ?? assert.fail(code));
    const { numbers, faults } = tryFrames(rows, frames.join('\n'));
    assert.deepEqual(faults, [], code);
    for (const [name, value] of Object.entries(expect)) {
      const found = numbers[rows.findIndex((row) => `${row.channel}.${row.quantity}` === name)];
      if (value === null) assert.equal(found, 'nothing', `${code} ${name}`);
      else assert.ok(typeof found === 'number' && Math.abs(found - value) < 1e-9, `${code} ${name}: ${found}`);
    }
    assert.ok(
      numbers.every((number) => number !== null),
      `${code}: a row that its answers do not hold`,
    );
  }
});

test('the guide lists every instrument of a maker, and no other', async () => {
  const { models: all } = (await server.call(models.list, {}, north.normal.token)).body;
  const ofMakers = all.filter(({ manufacturer }) => manufacturer !== '').map(({ code }) => code);
  assert.ok(ofMakers.length >= 40, String(ofMakers.length));
  for (const page of ['devices/instruments.md', 'zh-CN/devices/instruments.md']) {
    const text = readFileSync(new URL(`../../../../../docs/guide/${page}`, import.meta.url), 'utf8');
    const listed = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, code]) => code);
    assert.deepEqual(listed.sort(), [...ofMakers].sort(), page);
    assert.ok(text.includes(`${ofMakers.length} `), `${page} says how many`);
  }
});

test('a vibrating-wire collector of sixteen channels is one read', async () => {
  const model = (await withRegisters()).find(({ code }) => code === 'VTN416') ?? assert.fail();
  assert.equal(model.channels.length, 16);
  assert.deepEqual(
    readsOf(mapOf(model)).map(({ request }) => request),
    [{ unit: 1, function: 3, address: 100, count: 16 }],
  );
});
