/** The formats of instruments that Plumbline brings, on the example messages that their makers publish. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Model, models } from '@plumbline/contract/devices/models';
import { Format } from '@plumbline/contract/kernel/formats';
import { decodeUplink } from '@plumbline/science/formats/format';
import { fromHex } from '@plumbline/science/formats/layout';
import { uplinkOf } from '@plumbline/science/formats/uplink';
import { recipe } from '@plumbline/science/sensors/recipes';
import { openWorlds } from '../../../../test/worlds.ts';

interface Published {
  readonly code: string;
  readonly examples: readonly {
    /** Of binary content; of files `text`. */
    readonly hex?: string;
    readonly text?: string | null;
    readonly port: number;
    readonly expect: Record<string, number>;
  }[];
}
const published = JSON.parse(readFileSync(new URL('examples-of-makers.json', import.meta.url), 'utf8')) as Published[];
const [server, north] = await openWorlds(['North']);

const modelsWithFormat = async (): Promise<Model[]> =>
  (await server.call(models.list, {}, north.normal.token)).body.models.filter(({ format }) => format !== null);

test('at least forty instruments bring a format, each whole, with its source and the channels that it names', async () => {
  const all = await modelsWithFormat();
  assert.ok(all.length >= 40, `${all.length}`);
  for (const { code, format, source, channels, measurements, link } of all) {
    assert.deepEqual(Format.safeParse(format).error?.issues, undefined, code);
    assert.ok(/https:\/\//.test(source) && link === 'feed', code);
    const numbers = new Set([...channels.map(({ number }) => number), 'device']);
    for (const { channel } of format?.rows ?? []) assert.ok(numbers.has(channel), `${code} ${channel}`);
    assert.ok(measurements.length > 0, code);
  }
});

test('each decodes the examples of its maker', async () => {
  const all = new Map((await modelsWithFormat()).map((model) => [model.code, model]));
  assert.equal(published.length, all.size, 'every format has an example');
  for (const { code, examples } of published)
    for (const example of examples) checkExample(all.get(code), code, example);
});

function checkExample(
  model: Model | undefined,
  code: string,
  { hex, text = null, port, expect }: Published['examples'][number],
): void {
  assert.ok(model?.format, code);
  const { records, faults } = decodeUplink(
    model.format,
    uplinkOf({ bytes: hex === undefined ? null : fromHex(hex), text, port }),
  );
  assert.deepEqual([records.length, faults], [1, []], code);
  for (const [name, value] of Object.entries(expect)) {
    const [channel = '', quantity = ''] = name.split('.');
    const found = name === 'voltage' ? records[0]?.device.voltage : records[0]?.channels[channel]?.[quantity];
    assert.ok(
      typeof found === 'number' && Math.abs(found - value) < 1e-9 * Math.max(1, Math.abs(value)),
      `${code} ${name}: ${found}, not ${value}`,
    );
  }
}

test('what a format gives is what a conversion of one of its families reads', async () => {
  for (const { code, format, measurements, channels } of await modelsWithFormat())
    for (const { channel, quantity } of format?.rows ?? []) {
      if (channel === 'device') continue;
      const mode = channels.find(({ number }) => number === channel)?.mode ?? assert.fail(`${code} ${channel}`);
      const needed = { f0: 800, K: 1 };
      const read = measurements.flatMap((family) => recipe({ family, mode, parameters: needed }).quantities);
      assert.ok(read.includes(quantity), `${code}: ${quantity} is not among ${read.join(', ')}`);
    }
});
