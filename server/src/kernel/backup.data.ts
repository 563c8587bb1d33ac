/**
 * What of DATA_DIR a backup holds beside the database, `files` and the key of the secrets: everything that is not named
 * here. Uploads that wait to be taken are copied before and after the database, so that each is in one of the two, or in
 * both and counts once; their times stay, because they stand in for what a file does not say.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Checksums, copyFile, copyTree } from './backup.copy.ts';

/** The folder of a backup that they are in. */
export const restName = 'data';
/** Copied in ways of their own, or of this machine alone. */
const leftOut = new Set(['postgres', 'files', 'vault.key', 'backups.json', 'restore-unfinished', 'lost+found']);
/** Half uploads, which nobody was told are there, and what is written under another name until it is whole. */
const isHalf = (path: string) => /(?:^|\/)(?:\.upload-[^/]*|[^/]*\.new-\d+)$/.test(path);

/** Returns the files of DATA_DIR that belong under `data`, by name. */
export const restOf = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => !leftOut.has(name) && !isHalf(name))
    .sort();

/** Copies what has come since the last call too; gives what is neither file nor folder and is left out. */
export async function copyRest(dataDir: string, folder: string, sums: Checksums): Promise<string[]> {
  const leftOutPaths: string[] = [];
  for (const name of restOf(dataDir)) {
    const from = join(dataDir, name);
    // A link at the top is followed: large folders are put on other disks by one.
    const found = existsSync(from) ? statSync(from) : null;
    const into = { into: sums, prefix: `${restName}/${name}/` };
    if (found?.isDirectory())
      await copyTree(from, join(folder, restName, name), {
        skip: isHalf,
        sums: into,
        keepsTimes: true,
        onLeftOut: (path) => leftOutPaths.push(`${name}/${path}`),
      });
    else if (found?.isFile() && !sums.has(`${restName}/${name}`)) {
      const sum = await copyFile(from, join(folder, restName, name), true);
      if (sum !== false) sums.set(`${restName}/${name}`, sum);
    } else if (!found?.isFile()) leftOutPaths.push(name);
  }
  return leftOutPaths;
}
