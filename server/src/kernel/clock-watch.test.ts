import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { freshDatabase } from '../../test/database.ts';
import { testClock } from './clock.ts';
import { type ClockWatch, callClockRight, exposeClock, watchClock } from './clock-watch.ts';
import { openDatabase } from './db.ts';
import { removeSetting } from './settings.ts';

const log = pino({ level: 'silent' });
const { url, drop } = await freshDatabase();
const database = openDatabase(url, 2, log);
const { db } = database;
const [minute, day] = [60_000, 86_400_000];
const open: ClockWatch[] = [];
const begin = async (clock: ReturnType<typeof testClock>) => {
  const watch = await watchClock(clock, db, log);
  open.push(watch);
  return watch;
};
beforeEach(() => removeSetting(db, 'clock'));
after(async () => {
  for (const watch of open) watch.close();
  await database.close();
  await drop();
});
const start = '2026-11-28T12:00:00Z';

for (const [words, byMs] of [
  ['a day', day],
  ['four years', 4 * 365 * day],
] as const)
  test(`a clock that is ${words} ahead is not believed, and is again when it is back`, async () => {
    const clock = testClock(start);
    const watch = await begin(clock);
    clock.jump(byMs);
    assert.equal(watch.clock.believed().toISOString(), '2026-11-28T12:00:00.000Z');
    assert.equal(watch.clock.now().getTime(), clock.now().getTime(), 'everything else goes by the clock');
    for (let nth = 0; nth < 6; nth++) {
      clock.advance(minute / 6);
      await watch.check();
    }
    assert.equal(watch.clock.believed().toISOString(), '2026-11-28T12:01:00.000Z', 'time passes');
    assert.equal(watch.state().aheadSeconds, byMs / 1000);
    clock.jump(-byMs);
    assert.equal(watch.clock.believed().toISOString(), clock.now().toISOString());
    assert.deepEqual(
      [watch.state().aheadSeconds, watch.state().jumps.map(({ seconds }) => seconds), watch.jumpCount],
      [0, [byMs / 1000, -byMs / 1000], 2],
    );
    clock.advance(day + minute);
    assert.deepEqual(watch.state().jumps, [], 'a day later it is no news');
  });

test('what NTP does, a clock that runs a little wrong, one that is set back and a correction of minutes are believed', async () => {
  const clock = testClock(start);
  const watch = await begin(clock);
  for (let nth = 0; nth < 200; nth++) {
    clock.advance(10_000);
    clock.jump(nth % 2 === 0 ? 400 : -100);
    await watch.check();
    assert.equal(watch.clock.believed().getTime(), clock.now().getTime());
  }
  assert.equal(watch.jumpCount, 0);
  for (const byMs of [10 * minute, -10 * minute, -3 * day]) {
    clock.jump(byMs);
    assert.equal(watch.clock.believed().getTime(), clock.now().getTime());
  }
  assert.equal(watch.jumpCount, 3);
});

test('after a night off a clock is believed, after months or with another year only when somebody says that it is right', async () => {
  const clock = testClock(start);
  (await begin(clock)).close();
  const night = testClock('2026-11-29T08:00:00Z');
  const second = await begin(night);
  assert.equal(second.state().aheadSeconds, 0);
  second.close();
  const far = testClock('2030-01-01T00:00:00Z');
  const third = await begin(far);
  assert.equal(third.clock.believed().toISOString(), '2026-11-29T08:00:00.000Z');
  third.close();
  const again = await begin(far);
  assert.equal(again.clock.believed().toISOString(), '2026-11-29T08:00:00.000Z', 'a restart changes nothing');
  far.advance(minute);
  await callClockRight(db, far.now());
  await again.check();
  assert.equal(again.clock.believed().toISOString(), far.now().toISOString());
  far.jump(day);
  assert.notEqual(again.clock.believed().getTime(), far.now().getTime(), 'the word was about that time alone');
});

test('jumps and what the clock is ahead are told to watchers and to whoever tells people', async () => {
  const clock = testClock(start);
  const watch = await begin(clock);
  const reported: unknown[] = [];
  watch.onJump = ({ seconds }, aheadSeconds) => reported.push([seconds, aheadSeconds]);
  const registry = new Registry();
  exposeClock(registry, watch);
  clock.jump(day);
  assert.match(await registry.metrics(), /^plumbline_clock_ahead_seconds 86400$/m);
  clock.jump(-day);
  const text = await registry.metrics();
  assert.match(text, /^plumbline_clock_ahead_seconds 0$/m);
  assert.match(text, /^plumbline_clock_jumps_total 2$/m);
  assert.deepEqual(reported, [
    [86_400, 86_400],
    [-86_400, 0],
  ]);
});

test('a clock that nobody sets is believed', async () => {
  let at = new Date(start);
  const watch = await watchClock({ now: () => at }, db, log);
  at = new Date('2030-01-01T00:00:00Z');
  assert.equal(watch.clock.believed().getTime(), at.getTime());
});
