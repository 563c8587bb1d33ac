import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { type LogLimits, SegmentLog } from './segment-log.ts';
import { Unsent } from './unsent.ts';

const root = mkdtempSync(join(tmpdir(), 'edge-log-'));
after(() => rmSync(root, { recursive: true, force: true }));
let nth = 0;
const newFolder = () => join(root, String(nth++));
const roomy: LogLimits = { maxBytes: 100_000_000, whenFull: 'oldest' };
const limit = { count: 1_000, bytes: 1_000_000 };
const text = (n: number) => Buffer.from(`message ${n} ${'x'.repeat(40)}`);
const fill = (log: SegmentLog, from: number, count: number) =>
  Promise.all(Array.from({ length: count }, (_, i) => log.append(text(from + i))));
const numbersIn = async (log: SegmentLog, from: number, before = log.next) => {
  const numbers: number[] = [];
  for (let at = from; at < before; ) {
    const { entries, next } = await log.read(at, before, limit);
    for (const { number, content } of entries) {
      assert.equal(content.toString(), text(number).toString());
      numbers.push(number);
    }
    assert.ok(next > at, 'it goes on');
    at = next;
  }
  return numbers;
};
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

describe('messages on disk', () => {
  test('come out in the order and with the numbers in which they went in, also of a log that is opened again', async () => {
    const folder = newFolder();
    const log = new SegmentLog(folder, roomy);
    assert.deepEqual(await fill(log, 0, 1_000), range(0, 1_000));
    assert.deepEqual(await numbersIn(log, 0), range(0, 1_000));
    assert.deepEqual(await numbersIn(log, 700), range(700, 1_000), 'from the middle, between two marks of the index');
    await log.close();
    const again = new SegmentLog(folder, roomy);
    assert.equal(again.next, 1_000);
    await fill(again, 1_000, 10);
    assert.deepEqual(await numbersIn(again, 0), range(0, 1_010));
    await again.close();
  });

  test('a half-written end is cut off, and its number is given again', async () => {
    const folder = newFolder();
    const log = new SegmentLog(folder, roomy);
    await fill(log, 0, 10);
    await log.close();
    const [name = ''] = readdirSync(folder);
    appendFileSync(join(folder, name), Buffer.from([60, 0, 0, 0, 1, 2, 3, 4, 5, 6]));
    const again = new SegmentLog(folder, roomy);
    assert.equal(again.next, 10);
    assert.deepEqual(await fill(again, 10, 1), [10]);
    await again.close();
    assert.deepEqual(await numbersIn(new SegmentLog(folder, roomy), 0), range(0, 11));
  });

  test('damage inside of a file is passed over and said, and what follows is read', async () => {
    const folder = newFolder();
    // 16 files of 4 KiB.
    const log = new SegmentLog(folder, { maxBytes: 65_536, whenFull: 'newest' });
    for (let n = 0; n < 300; n++) await log.append(text(n));
    await log.close();
    const [first = '', second = ''] = readdirSync(folder).sort();
    const bytes = readFileSync(join(folder, first));
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 0xff;
    writeFileSync(join(folder, first), bytes);
    const again = new SegmentLog(folder, roomy);
    const end = Number.parseInt(second, 10);
    let [at, damaged, read] = [0, 0, 0];
    while (at < again.next) {
      const stretch = await again.read(at, again.next, limit);
      at = stretch.next;
      damaged += stretch.damaged;
      read += stretch.entries.length;
    }
    assert.equal(read + damaged, 300);
    assert.ok(damaged >= 1 && damaged <= 3, `${damaged} of the file that ends at ${end}`);
  });

  test('full, it lets the oldest go and says up to where', async () => {
    const log = new SegmentLog(newFolder(), { maxBytes: 65_536, whenFull: 'oldest' });
    const unsent = new Unsent(null, log);
    log.onDrop = async (before) => unsent.drop(before);
    for (let n = 0; n < 2_000; n++) await log.append(text(n));
    assert.ok(log.bytes <= 65_536);
    assert.ok(log.first > 0);
    assert.equal(unsent.dropped, log.first, 'each is counted');
    assert.equal(unsent.waiting(log.next) + unsent.dropped, 2_000);
    assert.deepEqual(await numbersIn(log, log.first), range(log.first, 2_000));
    await log.close();
  });

  test('full, it refuses what comes where it is told so, and takes again once something was taken off', async () => {
    const log = new SegmentLog(newFolder(), { maxBytes: 65_536, whenFull: 'newest' });
    let stored = 0;
    const failed = await (async () => {
      for (; ; stored++)
        try {
          await log.append(text(stored));
        } catch (error) {
          return error as Error;
        }
    })();
    assert.equal((failed as { name?: string }).name, 'storageFull');
    assert.deepEqual(await numbersIn(log, 0), range(0, stored), 'nothing was let go');
    log.removeWhere((_, end) => end < stored / 2);
    await log.append(text(stored));
    assert.deepEqual(await numbersIn(log, log.first), range(log.first, stored + 1));
    await log.close();
  });
});

describe('what the centre has not taken', () => {
  test('what was cut is behind, oldest first; what comes then is live', () => {
    const unsent = new Unsent(null, { first: 0, next: 10 });
    unsent.cut(10);
    assert.deepEqual([unsent.behind, unsent.live], [{ from: 0, to: 10 }, 10]);
    unsent.advanceLive(15);
    unsent.advanceBehind(4);
    unsent.cut(20);
    assert.deepEqual(unsent.toJSON().behind, [
      { from: 4, to: 10 },
      { from: 15, to: 20 },
    ]);
    assert.equal(unsent.waiting(22), 13);
    assert.equal(unsent.oldest(22), 4);
    assert.ok(unsent.needs(0, 5) && unsent.needs(16, 17) && !unsent.needs(10, 15) && !unsent.needs(0, 4));
    unsent.advanceBehind(10);
    assert.deepEqual(unsent.behind, { from: 15, to: 20 });
  });

  test('a file of before the newest messages, or of messages that are gone, makes nothing be lost or counted', () => {
    const saved = { behind: [{ from: 2, to: 8 }], live: 12, dropped: 3, damaged: 0, refusedFull: 1 };
    const unsent = new Unsent(saved, { first: 5, next: 20 });
    assert.deepEqual(unsent.toJSON(), { ...saved, behind: [{ from: 5, to: 8 }] });
    assert.equal(unsent.waiting(20), 11);
    assert.equal(new Unsent(null, { first: 5, next: 20 }).waiting(20), 15);
  });

  test('what is let go is counted once, and only what waited', () => {
    const unsent = new Unsent(null, { first: 0, next: 10 });
    unsent.cut(10);
    unsent.advanceBehind(3);
    unsent.advanceLive(14);
    unsent.drop(6);
    assert.equal(unsent.dropped, 3);
    unsent.drop(16);
    assert.equal(unsent.dropped, 3 + 4 + 2);
    assert.deepEqual([unsent.behind, unsent.live], [null, 16]);
  });
});
