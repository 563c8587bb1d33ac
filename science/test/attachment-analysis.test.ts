/** What is found in files of instruments. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyse } from '../src/diagnosis/attachment.ts';

const line = (text: string, label: string) => `${text.padEnd(60)}${label}`;
const header = (version: string) => [
  line(`     ${version}           OBSERVATION DATA    M`, 'RINEX VERSION / TYPE'),
  line('NORTH-1', 'MARKER NAME'),
  line('    30.000', 'INTERVAL'),
  line('', 'END OF HEADER'),
];

test('RINEX 3 and 2: epochs of observations, not of events', () => {
  const three = [
    ...header('3.04'),
    '> 2024 02 13 14 00  0.0000000  0  2',
    'G01 1',
    'G02 1',
    '> 2024 02 13 14 00 30.0000000  0  1',
    'G01 1',
    '>                              4  1',
    line('', 'COMMENT'),
  ];
  assert.deepEqual(analyse(new TextEncoder().encode(three.join('\n'))), {
    content: 'rinex',
    version: '3.04',
    marker: 'NORTH-1',
    intervalSeconds: 30,
    epochs: 2,
    firstAt: '2024-02-13 14:00:00',
    lastAt: '2024-02-13 14:00:30',
  });
  const two = [
    ...header('2.11'),
    ' 24  2 13 14  0  0.0000000  0  2G01G02',
    '  20000000.000',
    ' 24  2 13 14  0 30.0000000  0  2G01G02',
  ];
  const found = analyse(new TextEncoder().encode(two.join('\n')));
  assert.deepEqual(found.content === 'rinex' && [found.epochs, found.firstAt, found.lastAt], [
    2,
    '2024-02-13 14:00:00',
    '2024-02-13 14:00:30',
  ]);
});

test('corrections: how many of each type, and where stations stand', () => {
  const example = Buffer.from('D300133ED7D30202980EDEEF34B4BD62AC0941986F33360B98', 'hex');
  assert.deepEqual(analyse(Buffer.concat([Buffer.from([0xff]), example, example])), {
    content: 'rtcm3',
    frames: 2,
    passed: 1,
    types: { 1005: 2 },
    stations: [{ id: 2003, x: 1114104.5999, y: -4850729.7108, z: 3975521.4643 }],
  });
  assert.deepEqual(analyse(Uint8Array.of(0xff, 0, 1)), { content: 'other' });
  assert.deepEqual(analyse(new Uint8Array()), {
    content: 'text',
    lines: 0,
    errors: 0,
    warnings: 0,
    firstAt: null,
    lastAt: null,
    samples: [],
  });
});
