/** Binary files of Campbell loggers, written here byte by byte as their description says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fp2Of } from '../src/formats/campbell-binary.ts';
import { unwrap } from '../src/formats/unwrap.ts';

const read = (content: Uint8Array, timeZone = 'UTC') =>
  unwrap('tob', content, { topic: 'a.dat', receivedAt: 0, timeZone }, { in: 'topic', level: 1 });
const lines = (...rows: string[][]) =>
  Buffer.from(rows.map((row) => `${row.map((cell) => `"${cell}"`).join(',')}\r\n`).join(''));
const bytes = (size: number, write: (buffer: Buffer) => void) => {
  const buffer = Buffer.alloc(size);
  write(buffer);
  return buffer;
};
/** 2024-02-13 14:00:00 on the logger's clock. */
const begin = (Date.UTC(2024, 1, 13, 14) - Date.UTC(1990, 0, 1)) / 1000;

test('FP2: sign, places and 13 bits; its largest are no numbers', () => {
  assert.deepEqual([0x0000, 0x1f3f, 0x3f3f, 0x5f3f, 0x7f3f, 0xe001, 0x9fff, 0x1fff, 0x9ffe].map(fp2Of), [
    0,
    7999,
    799.9,
    79.99,
    7.999,
    -0.001,
    null,
    null,
    null,
  ]);
});

test('TOB1: each record with its own time, on the clock of the logger', () => {
  const head = lines(
    ['TOB1', 'Weir', 'CR3000', '16101', 'OS', 'CPU:w.CR3', '1', 'Hourly'],
    ['SECONDS', 'NANOSECONDS', 'RECORD', 'Level', 'Note', 'Batt'],
    ['SECONDS', 'NANOSECONDS', 'RN', 'm', '', 'V'],
    ['', '', '', 'Smp', 'Smp', 'Min'],
    ['ULONG', 'ULONG', 'ULONG', 'IEEE4', 'ASCII(4)', 'FP2'],
  );
  const record = (nth: number, level: number, fp2: number) =>
    bytes(22, (b) => {
      b.writeUInt32LE(begin + nth, 0);
      b.writeUInt32LE(500_000_000, 4);
      b.writeUInt32LE(nth, 8);
      b.writeFloatLE(level, 12);
      b.write('abcd', 16);
      b.writeUInt16BE(fp2, 20);
    });
  const whole = Buffer.concat([head, record(0, 1.5, 0x2000 | 126), record(1, Number.NaN, 0x9ffe)]);
  const { uplinks, faults } = read(whole, 'Asia/Shanghai');
  assert.deepEqual(faults, []);
  assert.deepEqual(
    uplinks.map(({ source, at, object }) => [source, new Date(at ?? 0).toISOString(), object]),
    [
      ['16101', '2024-02-13T06:00:00.500Z', { RECORD: 0, Level: 1.5, Note: null, Batt: 12.6 }],
      ['16101', '2024-02-13T06:00:01.500Z', { RECORD: 1, Level: null, Note: null, Batt: null }],
    ],
  );
  const cut = read(whole.subarray(0, whole.length - 3));
  assert.deepEqual([cut.uplinks.length, cut.faults], [1, ['payloadDamaged']]);
});

test('TOB3: records of a frame follow by the interval; frames of another file, and parts of frames, are not read', () => {
  const stamp = 26_624;
  const head = lines(
    ['TOB3', 'Mast', 'CR6', '2991', 'OS', 'CPU:m.CR6', '52714', '2024-02-13 00:00:00'],
    ['data', '100 MSEC', '40', '9504', String(stamp), 'Sec100Usec', '0', '0', '0730014788'],
    ['Ux', 'Uy', 'n'],
    ['m/s', 'm/s', ''],
    ['Smp', 'Smp', 'Smp'],
    ['IEEE4B', 'IEEE4B', 'INT4'],
  );
  const frame = (seconds: number, ticks: number, first: number, footer: number) =>
    bytes(40, (b) => {
      b.writeUInt32LE(seconds, 0);
      b.writeUInt32LE(ticks, 4);
      b.writeUInt32LE(first, 8);
      for (const nth of [0, 1]) {
        b.writeFloatBE(first + nth + 0.5, 12 + nth * 12);
        b.writeFloatBE(-2, 16 + nth * 12);
        b.writeInt32LE(-(first + nth), 20 + nth * 12);
      }
      b.writeUInt32LE(footer >>> 0, 36);
    });
  const valid = stamp * 65_536;
  const { uplinks, faults } = read(
    Buffer.concat([
      head,
      frame(begin, 2_000, 0, valid),
      frame(begin, 4_000, 2, (stamp ^ 0xffff) * 65_536),
      frame(begin, 6_000, 4, 12_345 * 65_536),
      frame(begin, 6_000, 4, valid | 0x4000),
      frame(begin, 6_000, 4, valid | 0x2000),
      Buffer.alloc(40),
    ]),
  );
  assert.deepEqual(faults, ['payloadDamaged']);
  assert.deepEqual(
    uplinks.map(({ at, object }) => [new Date(at ?? 0).toISOString().slice(17), object]),
    [
      ['00.200Z', { Ux: 0.5, Uy: -2, n: 0 }],
      ['00.300Z', { Ux: 1.5, Uy: -2, n: -1 }],
      ['00.400Z', { Ux: 2.5, Uy: -2, n: -2 }],
      ['00.500Z', { Ux: 3.5, Uy: -2, n: -3 }],
    ],
  );
});

test('what is no such file says so', () => {
  for (const content of [
    '',
    '"TOA5","x"\n',
    '"TOB1","x"\n"a"\n"b"\n"c"\n',
    '"TOB1","x"\n"a"\n"b"\n"c"\n"COMPLEX"\n\0\0',
  ])
    assert.deepEqual(read(Buffer.from(content)), { uplinks: [], faults: ['otherShape'] });
});
