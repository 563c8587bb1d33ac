import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { freshDatabase } from '../../test/database.ts';
import { testClock } from './clock.ts';
import { openDatabase } from './db.ts';
import { type JobContext, type Schedule, startJobs } from './jobs.ts';

const log = pino({ level: 'silent' });
const clock = testClock('2026-03-18T06:00:00Z');
const { url, drop } = await freshDatabase();
const { pool, db, close } = openDatabase(url, 4, log);
after(async () => {
  await close();
  await drop();
});
const start = (schedules: readonly Schedule[]) =>
  startJobs({ url, silenceMs: 60_000, clock, log, db, pool, schedules });

test('what is due at the start runs at once, knows the clock, and is told to stop', async () => {
  const began = Promise.withResolvers<JobContext>();
  const release = Promise.withResolvers<void>();
  let ended = false;
  const jobs = await start([
    {
      name: 'at-start',
      cron: '0 3 * * *',
      atStart: true,
      async run(context) {
        began.resolve(context);
        await release.promise;
        ended = true;
      },
    },
    { name: 'at-night', cron: '30 2 * * *', run: () => assert.fail('nothing but the clock starts it') },
  ]);
  const context = await began.promise;
  assert.deepEqual(context.now(), clock.now());
  assert.equal(context.signal.aborted, false);
  const stopped = jobs.stop();
  assert.equal(context.signal.aborted, true);
  release.resolve();
  await stopped;
  assert.equal(ended, true, 'what runs is waited for');
});

test('each schedule stands in the database with its time, once for all processes', async () => {
  const schedule: Schedule = { name: 'at-night', cron: '30 2 * * *', run: async () => undefined };
  const [one, other] = [await start([schedule]), await start([{ ...schedule, cron: '45 2 * * *' }])];
  const { rows } = await pool.query('SELECT name, cron FROM jobs.schedule WHERE name = $1', ['at-night']);
  assert.deepEqual(rows, [{ name: 'at-night', cron: '45 2 * * *' }]);
  await one.stop();
  await other.stop();
});
