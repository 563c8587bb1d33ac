/** Chains of nodes: by address, and as numbered columns of a logger. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeUplink } from '../src/formats/format.ts';
import type { Format } from '../src/formats/format-shape.ts';
import { listsOf } from '../src/formats/lists-of-names.ts';
import { unwrap } from '../src/formats/unwrap.ts';
import { recipe } from '../src/sensors/recipes.ts';
import { needsRealFiles, realText } from './real-files.ts';

const arrival = { topic: 'site/chain-1', receivedAt: Date.UTC(2024, 10, 5), timeZone: 'Asia/Shanghai' };
const chain = (content: unknown) =>
  unwrap(
    'admChain',
    new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content)),
    arrival,
    { in: 'topic', level: 2 },
  );
const formatOf = (froms: Readonly<Record<string, string>>): Format => ({
  content: 'json',
  port: null,
  records: '',
  separator: ',',
  decimal: '.',
  headerLine: 1,
  encoding: 'bytes',
  tags: [],
  time: null,
  rows: Object.entries(froms).map(([quantity, from]) => ({
    from,
    type: 'uint16',
    order: 'ABCD',
    bits: null,
    scale: 1,
    offset: 0,
    nothing: null,
    channel: '1',
    quantity,
  })),
});

test('nodes come in any order; a silent one leaves its place empty', () => {
  const { uplinks, faults } = chain({
    at: '2024-11-05T10:00:00Z',
    length: 5,
    battery: 12.4,
    nodes: [
      { address: '3-00A1F4', x: 0.3, y: -0.3, temp: 18.3 },
      { address: '1-00a1f2', x: 0.1, y: '-0.1', temp: null },
      { address: '4-123456', x: 0.4 },
    ],
  });
  assert.deepEqual(faults, []);
  assert.deepEqual(uplinks[0]?.object, {
    at: '2024-11-05T10:00:00Z',
    battery: 12.4,
    x: [0.1, null, 0.3, 0.4, null],
    y: [-0.1, null, -0.3, null, null],
    temp: [null, null, 18.3, null, null],
  });
  assert.equal(uplinks[0]?.source, 'chain-1');
});

test('what a chain of three gives is what its conversion reads; with a silent node it gives nothing, not a shorter chain', () => {
  const nodes = [0.5, 0.4, 0.2].map((x, at) => ({ address: `${at + 1}-00000${at}`, x, y: 0 }));
  const convert = (given: readonly object[]) => {
    const { records } = decodeUplink(
      formatOf({ x: 'x[*]', y: 'y[*]' }),
      chain({ length: 3, nodes: given }).uplinks[0] ?? assert.fail(),
    );
    const parameters = { length: 1000, ix1: 0.5, ix2: 0.4, ix3: 0.2, iy1: 0, iy2: 0, iy3: 0 };
    return recipe({ family: 'deepDisplacement', mode: 5, parameters, nodeCount: 3 }).convert(
      records[0]?.channels['1'] ?? {},
    );
  };
  const moved = convert(nodes.map((node, at) => ({ ...node, x: [0.8, 0.5, 0.2][at] })));
  assert.ok(Math.abs((moved['x1'] ?? 0) - 6.98092) < 1e-4, String(moved['x1']));
  assert.ok(Object.values(convert(nodes.slice(0, 2))).every((value) => value === null));
  assert.ok(Object.values(convert([nodes[2] ?? {}, nodes[0] ?? {}])).every((value) => value === null));
});

test('as an object by address, and as lines', () => {
  const ofObject = chain({ nodes: { '2-00A1F3': { x: 2 }, '1-00A1F2': { x: 1 } } });
  assert.deepEqual(ofObject.uplinks[0]?.object, { x: [1, 2] });
  const ofLines = chain('2-00A1F3;0.2;-0.2;18.2\r\n1-00A1F2;0.1;;\r\n');
  assert.deepEqual(ofLines.uplinks[0]?.object, { x: [0.1, 0.2], y: [null, -0.2], temp: [null, 18.2] });
});

test('an address that is none, and a place that is taken twice, are faults', () => {
  for (const address of ['0-00A1F2', '151-00A1F2', '1-00A1F', '1-00A1FG', 'A', 7])
    assert.deepEqual(chain({ nodes: [{ address, x: 1 }] }).faults, ['otherShape'], String(address));
  const twice = [
    { address: '1-00A1F2', x: 1 },
    { address: '1-00A1F3', x: 2 },
  ];
  assert.deepEqual(chain({ nodes: twice }), { uplinks: [], faults: ['nodesRepeat'] });
  assert.deepEqual(chain({ nodes: [] }).faults, ['otherShape']);
  assert.deepEqual(chain('{').faults, ['notJson']);
  assert.deepEqual(chain('').faults, ['otherShape']);
});

test('numbered columns are a list too; a number that is missing stays empty', () => {
  assert.deepEqual([...listsOf(['T(1)', 'v', 'T(3)', 'U(2)', 'U'])], [['T', [0, null, 2]]]);
  assert.deepEqual([...listsOf(['T(0)', 'T(151)', 'T(x)'])], []);
});

test('the file of a 15-node in-place inclinometer comes in by one row for each axis', needsRealFiles, () => {
  const content = new TextEncoder().encode(realText('inclinometer/ipi_toa5.dat'));
  const { uplinks, faults } = unwrap('toa5', content, arrival, { in: 'fixed', source: '' });
  assert.deepEqual([uplinks.length, faults, uplinks[0]?.source], [94, [], '16101']);
  const format = formatOf({ x: 'IPI_1_Tilt_A[*]', y: 'IPI_1_Tilt_B[*]', seventh: '["IPI_1_Tilt_A(7)"]' });
  for (const uplink of uplinks) {
    const { x, y, seventh } = decodeUplink(format, uplink).records[0]?.channels['1'] ?? {};
    assert.deepEqual([(x as number[]).length, (y as number[]).length], [15, 15]);
    assert.equal((x as number[])[6], seventh);
  }
});
