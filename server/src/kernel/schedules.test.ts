import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { waitFor } from '../../../e2e/wait-for.ts';
import { freshDatabase } from '../../test/database.ts';
import { testClock } from './clock.ts';
import { openDatabase } from './db.ts';
import { openListener } from './listen.ts';
import {
  believing,
  dailyAt,
  everyMinutes,
  hourlyAt,
  nextTime,
  type Schedule,
  type ScheduleContext,
} from './schedules.ts';
import type { WorkContext } from './work.context.ts';
import { startWork, type Worker } from './work.ts';

const log = pino({ level: 'silent' });
const startAt = '2026-03-18T06:00:30Z';
const clock = testClock(startAt);
const { url, drop } = await freshDatabase();
const database = openDatabase(url, 8, log);
const listener = await openListener(url, log);
const open: Worker[] = [];
/** The schedules here use the clock and the database alone. */
const context = {} as WorkContext;
afterEach(async () => {
  await Promise.all(open.splice(0).map((work) => work.stop()));
  await database.db.deleteFrom('work').execute();
  clock.set(new Date(startAt));
});
after(async () => {
  await listener.close();
  await database.close();
  await drop();
});
/** A process that runs schedules. */
async function start(...schedules: Schedule[]): Promise<Worker> {
  const work = await startWork({ context, clock, log, listener, soon: database, long: database, schedules });
  open.push(work);
  return work;
}
const row = async (name: string) =>
  database.db.selectFrom('work').select(['due_at', 'attempts']).where('name', '=', name).executeTakeFirstOrThrow();

test('the next time of a schedule comes after now, in UTC', () => {
  const next = (times: Parameters<typeof nextTime>[0], now: string) => nextTime(times, new Date(now)).toISOString();
  assert.equal(next(everyMinutes(1), '2026-03-18T06:00:30Z'), '2026-03-18T06:01:00.000Z');
  assert.equal(next(everyMinutes(1), '2026-03-18T06:01:00Z'), '2026-03-18T06:02:00.000Z');
  assert.equal(next(everyMinutes(20), '2026-03-18T06:20:01Z'), '2026-03-18T06:40:00.000Z');
  assert.equal(next(hourlyAt(17), '2026-03-18T06:17:00Z'), '2026-03-18T07:17:00.000Z');
  assert.equal(next(dailyAt(3, 47), '2026-03-18T03:46:59Z'), '2026-03-18T03:47:00.000Z');
  assert.equal(next(dailyAt(3, 47), '2026-12-31T23:00:00Z'), '2027-01-01T03:47:00.000Z');
});

test('what is due at the start runs at once, knows the clock, and gets the signal to stop', async () => {
  const began = Promise.withResolvers<ScheduleContext>();
  const release = Promise.withResolvers<void>();
  let ended = false;
  const work = await start(
    {
      name: 'at-start',
      times: dailyAt(3, 0),
      atStart: true,
      async run(context) {
        began.resolve(context);
        await release.promise;
        ended = true;
      },
    },
    { name: 'at-night', times: dailyAt(2, 30), run: () => assert.fail('nothing but the clock starts it') },
  );
  const context = await began.promise;
  assert.deepEqual(context.now(), clock.now());
  assert.equal(context.signal.aborted, false);
  const stopped = work.stop();
  for (let i = 0; i < 100 && !context.signal.aborted; i++) await wait(10);
  assert.equal(context.signal.aborted, true);
  release.resolve();
  await stopped;
  assert.equal(ended, true, 'what runs is waited for');
});

test('a schedule runs once for all processes at its time, and once for all times that it missed', async () => {
  let runs = 0;
  const schedule: Schedule = { name: 'each-minute', times: everyMinutes(1), run: async () => void runs++ };
  const [one, other] = [await start(schedule), await start(schedule)];
  const both = () => Promise.all([one.settle(), other.settle()]);
  await both();
  assert.equal(runs, 0);
  clock.advance(30_000);
  await both();
  assert.equal(runs, 1);
  assert.deepEqual((await row('each-minute')).due_at, new Date('2026-03-18T06:02:00Z'));
  clock.advance(3_600_000);
  await both();
  assert.equal(runs, 2, 'an hour without a server is made up for by one run');
  assert.deepEqual((await row('each-minute')).due_at, new Date('2026-03-18T07:02:00Z'));
});

test('a schedule that fails is tried again, at its next time at the latest, and holds up no other', async () => {
  let fails = true;
  let others = 0;
  const work = await start(
    {
      name: 'fails',
      times: everyMinutes(1),
      run: async () => {
        if (fails) throw new Error('not yet');
      },
    },
    { name: 'other', times: everyMinutes(1), run: async () => void others++ },
  );
  clock.advance(30_000);
  await work.settle();
  assert.equal(others, 1);
  assert.deepEqual(await row('fails'), { attempts: 1, due_at: new Date('2026-03-18T06:01:01Z') });
  for (let i = 0; i < 8; i++) {
    clock.set((await row('fails')).due_at);
    await work.settle();
  }
  const { attempts, due_at } = await row('fails');
  assert.equal(attempts, 9);
  assert.ok(due_at.getTime() - clock.now().getTime() <= 60_000, 'no later than its next time');
  fails = false;
  clock.set(due_at);
  await work.settle();
  assert.equal((await row('fails')).attempts, 0);
});

test('what no version knows any more is forgotten after a week, and not before: another process may know it', async () => {
  const schedule = (name: string): Schedule => ({ name, times: everyMinutes(1), run: async () => undefined });
  await start(schedule('old'));
  await open.pop()?.stop();
  await start(schedule('new'));
  assert.ok(await row('old'));
  clock.advance(8 * 86_400_000);
  await start(schedule('new'));
  await assert.rejects(row('old'));
});

test('a clock that was a day ahead for a minute leaves no schedule and no work put off for a day', async () => {
  let runs = 0;
  const each = (name: string, times: Schedule['times']): Schedule => ({
    name,
    times,
    run: async () => {
      runs++;
      throw new Error('it fails, so that it is put off too');
    },
  });
  const schedules = [each('each-minute', everyMinutes(1)), each('hourly', hourlyAt(17)), each('daily', dailyAt(3, 47))];
  await start(...schedules);
  await database.db
    .insertInto('work')
    .values({ lane: 'delivery', name: 'of-nobody', input: '{}', created_at: clock.now(), due_at: clock.now() })
    .execute();
  clock.jump(86_400_000);
  await waitFor(async () => runs >= 3, true);
  await database.db
    .updateTable('work')
    .set({ due_at: new Date(clock.now().getTime() + 60_000) })
    .where('lane', '=', 'delivery')
    .execute();
  clock.jump(-86_400_000);
  for (const { name, times } of schedules)
    await waitFor(async () => (await row(name)).due_at <= nextTime(times, clock.now()), true, name);
  await waitFor(async () => (await row('of-nobody')).due_at <= clock.now(), true);
});

test('what ends and deletes by age goes by the believed time, everything else by the clock', async () => {
  const at: Record<string, string> = {};
  const noted = (name: string): Schedule => ({
    name,
    times: everyMinutes(1),
    run: async ({ now }) => {
      at[name] = now().toISOString();
    },
  });
  const watched = { now: () => new Date('2030-01-01T00:00:00Z'), believed: () => new Date('2026-01-01T00:00:00Z') };
  for (const schedule of [noted('as-it-is'), { ...noted('by-age'), byBelievedTime: true } as const])
    await believing(schedule, watched).run({ now: watched.now } as ScheduleContext);
  assert.deepEqual(at, { 'as-it-is': '2030-01-01T00:00:00.000Z', 'by-age': '2026-01-01T00:00:00.000Z' });
});

test('what waits for a schedule brings it at its time, and not at the next regular one; a failed one keeps its pause', async () => {
  const dueAt = new Date('2026-03-18T06:10:12.500Z');
  let ran: string[] = [];
  let questions = 0;
  let isBroken = false;
  const schedule: Schedule = {
    name: 'escalate',
    times: everyMinutes(60),
    isDue: async (_, now) => {
      questions++;
      return now >= dueAt;
    },
    run: async ({ now }) => {
      ran.push(now().toISOString());
      if (isBroken) throw new Error('not now');
    },
  };
  await start(schedule);
  /** The worker has looked again, with what that began. */
  const nextPoll = async () => {
    const before = questions;
    await waitFor(async () => questions >= before + 2, true);
    await open[0]?.settle();
  };
  clock.set(new Date(dueAt.getTime() - 1));
  await nextPoll();
  assert.deepEqual(ran, [], 'a millisecond before');
  clock.set(dueAt);
  await waitFor(async () => ran.length > 0, true);
  assert.equal(ran[0], dueAt.toISOString());
  isBroken = true;
  await waitFor(async () => (await row('escalate')).attempts, 1);
  ran = [];
  await nextPoll();
  assert.deepEqual(ran, [], 'the pause of a failed one is kept');
});

test('a schedule that cannot be asked whether it is due keeps no other from its time', async () => {
  const dueAt = new Date(clock.now().getTime() + 12_500);
  const ran: string[] = [];
  const common = { times: everyMinutes(60) };
  await start(
    { ...common, name: 'broken', isDue: () => Promise.reject(new Error('no table')), run: async () => undefined },
    { ...common, name: 'sound', isDue: async (_, now) => now >= dueAt, run: async () => void ran.push('sound') },
  );
  clock.set(dueAt);
  await waitFor(async () => ran.length > 0, true);
});
