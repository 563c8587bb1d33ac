/** Files of inclinometer probes: the real ones with their known answers, and what is wrong with others. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { checksumsOf } from '../src/profiles/probe.ts';
import { readProbeRun } from '../src/profiles/probe-file.ts';
import { conversionOf } from '../src/sensors/conversion.ts';
import { chainSampleOf } from '../src/sensors/probe-sample.ts';
import { answer, needsRealFiles, realText } from './real-files.ts';
import { near } from './vectors.ts';

const runOf = (text: string) => {
  const { run, faults } = readProbeRun(text);
  assert.deepEqual(faults, []);
  assert.ok(run);
  return run;
};
const faultsOf = (text: string) => readProbeRun(text).faults.map(({ line, fault }) => [line, fault]);

test('the real surveys of a casing give their known sums and movements', needsRealFiles, () => {
  const known = answer<{
    initial: string;
    surveys: Record<
      string,
      {
        datetime: string;
        rows: number;
        comparable: boolean;
        checksumA_mean: number;
        checksumA_std: number;
        cumA_top_mm: number;
        cumB_top_mm: number;
        max_abs_cumA_mm: number;
      }
    >;
  }>('vega_vi1');
  const folder = new URL('../../../shared/data/inclinometer/vega_vi1/', import.meta.url);
  const sampleIn = (name: string) => {
    const { a0, a180, b0, b180, constant } = runOf(realText(`inclinometer/vega_vi1/${name}`));
    assert.ok(b0 && b180 && constant);
    return { a0, a180, b0, b180, constant };
  };
  const initial = chainSampleOf(sampleIn(known.initial));
  const angles = (name: string, list: unknown) =>
    (list as number[]).map((angle, i): [string, number] => [`${name}${i + 1}`, angle]);
  const nodeCount = 38;
  const convert = conversionOf({
    type: 2,
    family: 'deepDisplacement',
    mode: 0,
    nodeCount,
    parameters: {
      segmentMm: 500,
      ...Object.fromEntries([...angles('ix', initial['x']), ...angles('iy', initial['y'])]),
    },
    customFormula: {},
  });
  const names = readdirSync(folder).filter((name) => known.surveys[name]?.comparable);
  assert.ok(names.length > 30);
  for (const name of names) {
    const expected = known.surveys[name];
    assert.ok(expected);
    const sample = sampleIn(name);
    assert.equal(sample.a0.length, expected.rows);
    const sums = checksumsOf(sample);
    near(sums.mean, expected.checksumA_mean, 1e-9);
    near(sums.deviation, expected.checksumA_std, 1e-9);
    // maxX, maxY, then x1, y1, x2, y2, ...; kept to a millionth.
    const values = convert(sample);
    near(values[2] ?? Number.NaN, expected.cumA_top_mm, 2e-6);
    near(values[3] ?? Number.NaN, expected.cumB_top_mm, 2e-6);
    near(Math.abs(values[0] ?? Number.NaN), expected.max_abs_cumA_mm, 2e-6);
  }
});

const head = [
  'Headings;Site;Installation;Instrument Constant;DepthUnits',
  'Installation v1;S;IN-9;25000;Meters',
  'Headings;Survey DateTime;Num Depths',
  'Survey v2;03/02/2026 09:05:00;2',
];
const table = ['Depth;A0;A180;B0;B180', '1;12;-10;3;-1', '0.5;612;-590;5;-3'];

test('a file says its casing, time and constant; depths are put in order from the top', () => {
  const run = runOf([...head, ...table].join('\r\n'));
  assert.deepEqual(
    [run.installation, run.measuredAt, run.constant, run.depthsM, run.a0, run.b180],
    ['IN-9', { year: 2026, month: 2, day: 3, time: '09:05:00' }, 25_000, [0.5, 1], [612, 12], [-3, -1]],
  );
  const bare = runOf('\uFEFFDepth,A0,A180\n0.5,612,-590\n1,12,-10\n');
  assert.deepEqual([bare.installation, bare.constant, bare.b0, bare.a180], [null, null, null, [-590, -10]]);
});

test('what is wrong is named by its line: cut in half, without a direction, of no number, in feet, twice', () => {
  assert.deepEqual(faultsOf([...head, ...table.slice(0, 1)].join('\n')), [[5, 'depthsMissing']]);
  const half = runOf([...head, ...table.slice(0, 2)].join('\n'));
  assert.deepEqual([half.declaredDepths, half.depthsM.length], [2, 1], 'a file that was cut off says so');
  assert.deepEqual(faultsOf([...head, table[0], table[1], '0.5;612;-5'].join('\n')), [[7, 'cellCount']]);
  assert.deepEqual(faultsOf('Depth,A0\n1,2\n2,3\n'), [[1, 'directionMissing']]);
  assert.deepEqual(faultsOf('Depth,A0,A180,B0\n1,2,3,4\n'), [[1, 'directionMissing']]);
  assert.deepEqual(faultsOf('Depth,A0,A180\n1,NaN,3\n2,2,-\n'), [
    [2, 'notNumber'],
    [3, 'notNumber'],
  ]);
  assert.deepEqual(faultsOf('Depth,A0,A180\n1,2,3\n1,2,3\n'), [[3, 'depthTwice']]);
  assert.deepEqual(faultsOf([head[0], head[1]?.replace('Meters', 'Feet'), ...table].join('\n')), [[1, 'unitUnknown']]);
  assert.deepEqual(faultsOf('Time,Value\n1,2\n'), [[1, 'headingMissing']]);
  assert.deepEqual(faultsOf(''), [[1, 'headingMissing']]);
});

test('counts are movements by the recipe of a chain; an axis that was not read has none', () => {
  const convert = conversionOf({
    type: 2,
    family: 'deepDisplacement',
    mode: 0,
    nodeCount: 2,
    parameters: { segmentMm: 500 },
    customFormula: {},
  });
  const both = { a0: [612, 12], a180: [-590, -10], b0: [5, 3], b180: [-3, -1], constant: 25_000 };
  near(convert(both)[3] ?? Number.NaN, 0.08 + 0.04, 1e-6);
  const { b0: _, b180: __, ...oneAxis } = both;
  const [maxX, maxY, x1, y1, x2, y2] = convert(oneAxis);
  near(x1 ?? Number.NaN, 12.02 + 0.22, 1e-6);
  near(x2 ?? Number.NaN, 0.22, 1e-6);
  assert.deepEqual([maxX, maxY, y1, y2], [x1, null, null, null]);
  assert.deepEqual(convert({ ...both, constant: 0 }), [null, null, null, null, null, null]);
  assert.deepEqual(convert({ ...both, a0: [612] }), [null, null, null, null, null, null], 'a run of another casing');
  assert.deepEqual(convert({ x1: 1, x2: 0.5 }), [null, null, 1, null, 0.5, null], 'entered values stay as they are');
});
