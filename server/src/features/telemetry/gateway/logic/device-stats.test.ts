/** What the gateway writes into the log about messages, however many go wrong. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { pino } from 'pino';
import type { Db } from '../../../../kernel/context.ts';
import { openDeviceStats } from './device-stats.ts';

test('of a storm of messages that cannot be stored a few lines a second are written, and how many more there were', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  // No device is in the news, so nothing is written to the database.
  const stats = openDeviceStats({ db: null as unknown as Db, clock: { now: () => new Date(0) }, log, lease: 'one' });
  const failMany = (count: number) => {
    for (let i = 0; i < count; i++) stats.failed(`RT-${i}`, new Error('the database is away'));
  };
  failMany(10_000);
  assert.equal(lines.length, 5);
  assert.deepEqual(
    lines.map(({ sncode }) => sncode),
    ['RT-0', 'RT-1', 'RT-2', 'RT-3', 'RT-4'],
  );
  mock.timers.tick(1_000);
  assert.deepEqual([lines.length, lines.at(-1)?.['suppressed']], [6, 9_995]);
  failMany(1);
  assert.equal(lines.length, 7, 'the next second begins anew');
  mock.timers.tick(1_000);
  assert.equal(lines.length, 7, 'nothing was left out, and nothing is said');
  await stats.close();
  mock.timers.reset();
});
