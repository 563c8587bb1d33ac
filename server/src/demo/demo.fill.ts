/**
 * Fills in the demonstration's year of history, in a process of its own: the server stays small and quick meanwhile.
 * Started by main.ts with DATABASE_URL; tells its parent the share done. Ends with its parent.
 */
import { openDatabase } from '../kernel/db.ts';
import { openLog } from '../kernel/log.ts';
import { fillYear } from './demo.history.ts';

process.on('disconnect', () => process.exit(0));
const log = openLog('warn');
const database = openDatabase(process.env['DATABASE_URL'] ?? '', 2, log);
await fillYear({ database }, (share) => process.send?.(share));
await database.close();
process.exit(0);
