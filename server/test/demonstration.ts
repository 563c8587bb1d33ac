/** The demonstration with its whole year, in a database: made once for all page tests, which copy it. */
import { pino } from 'pino';
import { fillRecent, fillYear } from '../src/demo/demo.history.ts';
import { makeDemonstration, setDemoPassword } from '../src/demo/demo.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { readConfig } from '../src/kernel/config.ts';
import { openDatabase } from '../src/kernel/db.ts';
import { openListener } from '../src/kernel/listen.ts';

/** As the first start makes it (main.ts), in a database that is migrated and empty. */
export async function fillWithDemonstration(url: string): Promise<void> {
  const log = pino({ level: 'silent' });
  const database = openDatabase(url, 4, log);
  const listener = await openListener(url, log);
  try {
    const config = { ...readConfig({ DATABASE_URL: url }), databaseUrl: url };
    const base = { config, clock: systemClock, log, database, listener };
    const demonstration = await makeDemonstration(base);
    await setDemoPassword(base);
    await fillRecent(base, demonstration);
    await fillYear(base, () => undefined);
    // Page tests make what they look at themselves: it is taken for one of an older version, which nobody furnishes.
    await database.pool.query("UPDATE setting SET value = value - 'furnished' WHERE key = 'demonstration'");
  } finally {
    await listener.close();
    await database.close();
  }
}
