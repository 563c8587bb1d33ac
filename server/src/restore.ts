/** `npm run restore -- <folder>`: puts a backup into an empty DATA_DIR, and counts what is there. */
import { resolve } from 'node:path';
import { readManifest } from './kernel/backup.manifest.ts';
import { restoreBackup, unknownOfFormat } from './kernel/backup.restore.ts';
import { readConfig } from './kernel/config.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

async function restore([folder, ...rest]: readonly string[]) {
  if (!folder || folder.startsWith('-') || rest.length > 0) throw new Error('Use: npm run restore -- <folder>');
  const config = readConfig(process.env);
  if (config.databaseUrl)
    throw new Error('DATABASE_URL is set: a backup is restored into the embedded database, without DATABASE_URL');
  const backup = resolve(process.env['INIT_CWD'] ?? '.', folder);
  const manifest = readManifest(backup);
  const { takenAt, bucket } = manifest;
  const report = (line: string) => print(`  ${line} ...`);
  const contents = await restoreBackup({ backup, dataDir: config.dataDir, report });
  print(
    `Restored to ${config.dataDir} as of ${takenAt}: ${contents.readings} readings, ${contents.alerts} alerts, ${contents.files} files.`,
  );
  const unknown = unknownOfFormat(manifest);
  if (unknown) print(unknown);
  if (bucket) print('The files lie in the bucket that they were in: start with the same S3_BUCKET.');
}

restore(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`\nNothing was restored that may be used: ${error.message}\n`);
  process.exit(1);
});
