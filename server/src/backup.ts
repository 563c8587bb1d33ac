/** `npm run backup -- <folder>`: copies this installation, while it runs or while it does not, and tries the copy. */
import { resolve } from 'node:path';
import { noteBackup } from './kernel/backup.record.ts';
import { makeBackup } from './kernel/backup.ts';
import { systemClock } from './kernel/clock.ts';
import { readConfig } from './kernel/config.ts';

const usage = 'npm run backup -- <folder> [--no-trial]';
const print = (line: string) => process.stdout.write(`${line}\n`);

async function backup(args: readonly string[]) {
  const [folder, ...rest] = args.filter((argument) => argument !== '--no-trial');
  if (!folder || folder.startsWith('-') || rest.length > 0) throw new Error(`Use: ${usage}`);
  const config = readConfig(process.env);
  if (config.databaseUrl)
    throw new Error(
      'DATABASE_URL is set: back up that PostgreSQL with its own programs, and DATA_DIR beside it (docs/guide/platform/install.md)',
    );
  const target = resolve(process.env['INIT_CWD'] ?? '.', folder);
  const takenAt = systemClock.now();
  const contents = await makeBackup({
    dataDir: config.dataDir,
    target,
    trial: !args.includes('--no-trial'),
    bucket: config.s3 !== null,
    takenAt,
    report: (line) => print(`  ${line} ...`),
  }).catch((error: Error) => {
    noteBackup(config.dataDir, { failed: { at: takenAt.toISOString(), problem: error.message.slice(0, 300) } });
    throw error;
  });
  noteBackup(config.dataDir, { done: { at: takenAt.toISOString(), isTried: contents !== null } });
  if (config.s3) print(`  The files lie in the bucket ${config.s3.bucket} and are not part of it.`);
  print(
    contents
      ? `Backed up to ${target}, restored as a trial: ${contents.readings} readings, ${contents.alerts} alerts, ${contents.files} files.`
      : `Backed up to ${target}. It was not tried: restore it into an empty folder to see whether it works.`,
  );
}

backup(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`\nNo backup was made: ${error.message}\n`);
  process.exit(1);
});
