/** The codec of segments, by properties: whatever goes in comes out, and damage never comes out as a number. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { packInts, Reader, unpackInts, Writer } from '../src/segments/bits.ts';
import { DamagedSegment } from '../src/segments/chunk.ts';
import { frameOf, merge, pick, recordReader, slice } from '../src/segments/frame.ts';
import type { StoredRecord } from '../src/segments/record.ts';
import {
  capacity,
  decodeSegment,
  decodeTimes,
  decodeValues,
  encodeSegment,
  type Segment,
} from '../src/segments/segment.ts';
import { readBlocks, readExtremes } from '../src/segments/summary.ts';

const runs = { numRuns: 150 };

const decimal = fc
  .tuple(fc.integer({ min: -2_000_000, max: 2_000_000 }), fc.integer({ min: 0, max: 9 }))
  .map(([whole, scale]) => whole / 10 ** scale);
/** What sensors send, and what they should not. */
const value = fc.oneof(
  { weight: 6, arbitrary: decimal },
  { weight: 2, arbitrary: fc.double({ noDefaultInfinity: true, noNaN: true }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(0, -0, 1e300, -1e300, 5e-324, 2 ** 53, -(2 ** 53), 2 ** 50 + 1, 1 / 3, 0.1 + 0.2),
  },
  { weight: 2, arbitrary: fc.constant(null) },
);
const raw = fc.oneof(
  fc.record({ frequency: fc.integer({ min: 0, max: 30_000 }).map((f) => f / 10), temperature: fc.option(decimal) }),
  fc.record({ x: fc.array(fc.option(decimal), { maxLength: 12 }) }),
  fc.jsonValue({ maxDepth: 3 }).map((each) => JSON.parse(JSON.stringify(each)) as unknown),
);
const flag = fc.integer({ min: 1, max: 2041 });

function recordsOf(width: number, max: number): fc.Arbitrary<StoredRecord[]> {
  const record = fc.record({
    step: fc.oneof(
      fc.constant(60_000),
      fc.integer({ min: 1, max: 5_000_000 }),
      fc.integer({ min: 1, max: 30_000_000_000 }),
    ),
    delay: fc.integer({ min: -300_000, max: 1e10 }),
    values: fc.array(value, { minLength: width, maxLength: width }),
    raw,
    flags: fc.option(fc.array(flag, { minLength: width, maxLength: width }), { freq: 2, nil: null }),
    deviceId: fc.option(fc.integer({ min: 1, max: 2 ** 31 - 1 })),
    changeId: fc.option(fc.integer({ min: 1, max: 3 })),
  });
  return fc
    .tuple(
      fc.integer({ min: 0, max: 4e12 }),
      fc.array(record, { minLength: 1, maxLength: max, size: 'max' }),
      fc.boolean(),
    )
    .map(([start, list, flagged]) => {
      let at = start;
      return list.map(({ step, delay, flags, ...rest }) => {
        at += step;
        return { ...rest, at, receivedAt: at + delay, flags: flagged && width > 0 ? flags : null };
      });
    });
}
/** -0 is stored as 0, and so compared. */
const plain = (records: readonly StoredRecord[]) =>
  records.map((each) => ({
    ...each,
    values: each.values.map((v) => (v === null ? null : v + 0)),
    raw: unsigned(each.raw),
  }));
function unsigned(sample: unknown): unknown {
  if (typeof sample === 'number') return sample + 0;
  if (Array.isArray(sample)) return sample.map(unsigned);
  if (typeof sample !== 'object' || sample === null) return sample;
  return JSON.parse(JSON.stringify(sample)) as unknown;
}
function all(frame: ReturnType<typeof decodeSegment>): StoredRecord[] {
  const read = recordReader(frame);
  return Array.from(frame.times, (_, i) => read(i));
}

test('whole numbers come back, whatever their spread', () => {
  const number = fc.oneof(
    fc.integer({ min: -8, max: 8 }),
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    fc.maxSafeInteger().map((n) => Math.trunc(n / 8)),
  );
  fc.assert(
    fc.property(
      fc.array(number, { maxLength: 500, size: 'max' }),
      fc.array(fc.integer({ min: 0, max: 33 }), { maxLength: 4 }),
      (list, widths) => {
        const values = [
          ...list,
          ...widths.flatMap((w) => Array.from({ length: 130 }, (_, i) => (i % 3 === 0 ? 2 ** w - 1 : i % 2))),
        ];
        const writer = new Writer(16);
        packInts(writer, values);
        writer.append(Buffer.alloc(4));
        const out = new Float64Array(values.length);
        unpackInts(new Reader(writer.take()), values.length, out);
        assert.deepEqual(
          [...out],
          values.map((v) => v + 0),
        );
      },
    ),
    runs,
  );
});

test('records come back as they were: any doubles, gaps, flags, samples of any shape', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 6 }).chain((width) => recordsOf(width, 300)),
      (records) => {
        const segment = encodeSegment(frameOf(records));
        assert.deepEqual([segment.t0, segment.t1, segment.n], [records[0]!.at, records.at(-1)!.at, records.length]);
        assert.deepEqual(all(decodeSegment(segment)), plain(records));
      },
    ),
    runs,
  );
});

test('up to 302 fields, one record or many, and columns alone', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 2, 150, 302).chain((width) => recordsOf(width, 8)),
      (records) => {
        const segment = encodeSegment(frameOf(records));
        assert.deepEqual(all(decodeSegment(segment)), plain(records));
        const last = segment.ends.length - 2;
        assert.deepEqual(
          [...decodeValues(segment.payload.subarray(segment.ends[last]!, segment.ends[last + 1]!), segment.n, last)],
          plain(records).map((each) => each.values[last] ?? Number.NaN),
        );
        assert.deepEqual(
          [...decodeTimes(segment.payload.subarray(0, segment.ends[0]!), segment.n)],
          records.map((each) => each.at),
        );
      },
    ),
    { numRuns: 60 },
  );
  assert.deepEqual(
    [capacity(0), capacity(1), capacity(16), capacity(150), capacity(302)],
    [4096, 4096, 4096, 436, 217],
  );
});

const simple = (at: number, values: (number | null)[]): StoredRecord => ({
  at,
  receivedAt: at,
  values,
  raw: { v: values[0] ?? null },
  flags: null,
  deviceId: 7,
  changeId: null,
});

test('infinities, times twice or out of order, and nothing at all are refused', () => {
  for (const bad of [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
    assert.throws(() => encodeSegment(frameOf([simple(1, [bad])])), /not finite/);
  assert.throws(() => encodeSegment(frameOf([simple(5, [1]), simple(5, [2])])), /twice/);
  assert.throws(() => encodeSegment(frameOf([simple(6, [1]), simple(5, [2])])), /order/);
  assert.throws(() => encodeSegment(frameOf([])), /at least one/);
  // Merged, the later record of a time wins.
  const merged = merge(frameOf([simple(1, [1]), simple(5, [2])]), frameOf([simple(3, [3]), simple(5, [4])]));
  assert.deepEqual(
    all(merged).map(({ at, values }) => [at, values[0]]),
    [
      [1, 1],
      [3, 3],
      [5, 4],
    ],
  );
});

test('merging and picking frames is merging and picking records', () => {
  fc.assert(
    fc.property(recordsOf(2, 60), recordsOf(3, 60), fc.boolean(), (older, newer, near) => {
      const shift = near ? older[0]!.at - newer[0]!.at + 60_000 : 0;
      const moved = newer.map((each) => ({ ...each, at: each.at + shift, receivedAt: each.receivedAt + shift }));
      const expected = [...new Map([...older, ...moved].map((each) => [each.at, each])).values()].sort(
        (a, b) => a.at - b.at,
      );
      const merged = merge(frameOf(older), frameOf(moved));
      const wide = expected.map((each) => ({
        ...each,
        values: [...each.values, ...Array<null>(3 - each.values.length).fill(null)],
        flags: each.flags && [...each.flags, ...Array<number>(3 - each.flags.length).fill(0)],
      }));
      assert.deepEqual(plain(all(merged)), plain(wide));
      const chosen = Uint32Array.from([...wide.keys()].filter((i) => i % 3 !== 1));
      const picked = pick(merged, chosen);
      const left = wide.filter((_, i) => i % 3 !== 1);
      assert.deepEqual(all(decodeSegment(encodeSegment(picked))), plain(left));
      assert.deepEqual(plain(all(slice(merged, 1, wide.length))), plain(wide.slice(1)));
    }),
    { numRuns: 150 },
  );
});

test('the summary holds every extreme of every block, with its time', () => {
  fc.assert(
    fc.property(recordsOf(2, 400), (records) => {
      const segment = encodeSegment(frameOf(records));
      const grid = readBlocks(segment.summary.subarray(0, segment.summaryEnds[0]!), segment.n);
      let widest = 0;
      for (const field of [0, 1]) {
        const chunk = segment.summary.subarray(segment.summaryEnds[field]!, segment.summaryEnds[field + 1]!);
        const found = readExtremes(chunk, segment.n, field, grid);
        for (let b = 0; b * 64 < records.length; b++) {
          const block = records.slice(b * 64, b * 64 + 64);
          const known = block.filter((each) => each.values[field] !== null);
          const values = known.map((each) => each.values[field]! + 0);
          const [min, max] = [Math.min(...values), Math.max(...values)];
          const timeOf = (v: number) => known[values.indexOf(v)]?.at;
          widest = Math.max(widest, block.at(-1)!.at - block[0]!.at);
          assert.deepEqual([grid.first[b], grid.last[b]], [block[0]!.at, block.at(-1)!.at]);
          assert.equal(found.count[b], known.length);
          const gap = block.find((each) => each.values[field] === null)?.at ?? Number.NaN;
          assert.deepEqual(found.gapAt[b], gap);
          if (known.length === 0) {
            assert.ok(Number.isNaN(found.min[b]));
            continue;
          }
          assert.deepEqual(
            [found.first[b], found.last[b], found.min[b], found.max[b]],
            [values[0], values.at(-1), min, max],
          );
          assert.deepEqual(
            [found.firstAt[b], found.lastAt[b], found.minAt[b], found.maxAt[b]],
            [known[0]!.at, known.at(-1)!.at, timeOf(min), timeOf(max)],
          );
        }
      }
      assert.equal(segment.blockMs, widest);
    }),
    { numRuns: 100 },
  );
});

test('a damaged byte is an error, never a wrong number', () => {
  const parts = ['payload', 'flags', 'raw'] as const;
  fc.assert(
    fc.property(
      recordsOf(3, 40),
      fc.constantFrom(...parts),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      fc.boolean(),
      (records, part, place, mask, cut) => {
        const segment = encodeSegment(frameOf(records));
        const bytes = segment[part];
        if (bytes === null) return;
        const damaged = Buffer.from(bytes);
        damaged[place % damaged.length]! ^= mask;
        const wrong: Segment = { ...segment, [part]: cut ? bytes.subarray(0, place % bytes.length) : damaged };
        assert.throws(() => decodeSegment(wrong), DamagedSegment);
      },
    ),
    { numRuns: 500 },
  );
  const good = encodeSegment(frameOf([simple(1, [1, 2]), simple(2, [3, 4])]));
  const [, one, two] = good.ends;
  assert.throws(() => decodeValues(good.payload.subarray(one, two), good.n, 0), /checksum of its values of field 0/);
  assert.throws(() => decodeSegment({ ...good, n: 3 }), DamagedSegment);
  assert.throws(() => decodeSegment({ ...good, format: 9 }), /format 9/);
});
