/** The embedded database alone, for the tests that kill it: `only-postgres.ts <folder>` prints "ready" and stays until its input ends. */
import { startPostgres } from '../src/kernel/postgres.ts';

try {
  const postgres = await startPostgres(process.argv[2] ?? '', (line) => process.stdout.write(`${line}\n`));
  process.stdout.write(`ready ${postgres.url}\n`);
  process.stdin.resume();
  process.stdin.once('end', () => void postgres.stop().then(() => process.exit(0)));
} catch (error) {
  process.stdout.write(`failed ${(error as Error).message}\n`);
  process.exit(1);
}
