/** The folder of plug-ins: which packages lie there, and what each is. Nothing but a plain file with a plain name is looked at. */
import { constants } from 'node:fs';
import { lstat, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pluginLimits, pluginName } from '@plumbline/contract/platform/plugins.package';
import { ending, type OpenedPackage, openPackage, type Publisher, type RefusedPackage } from './plugin-package.ts';

export interface FoundPackage {
  readonly file: string;
  /** As its file is called. */
  readonly name: string;
  readonly opened: OpenedPackage | RefusedPackage;
}

const nameOf = (file: string): string | null =>
  file.endsWith(ending) && pluginName.safeParse(file.slice(0, -ending.length)).success
    ? file.slice(0, -ending.length)
    : null;

/** Every package in the order of its name; a folder that is not there holds none. */
export async function packagesIn(folder: string, publishers: readonly Publisher[]): Promise<FoundPackage[]> {
  const files = (await namesIn(folder)).filter((file) => file.endsWith(ending)).sort();
  const packages: FoundPackage[] = [];
  for (const file of files.slice(0, pluginLimits.packages)) {
    const name = nameOf(file);
    if (name === null) packages.push({ file, name: file, opened: { fault: 'fileName', detail: file.slice(0, 100) } });
    else {
      const opened = await packageOf(folder, name, publishers);
      if (opened) packages.push({ file, name, opened });
    }
  }
  return packages;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The package of a plug-in; null = there is no such file. */
export async function packageOf(
  folder: string,
  name: string,
  publishers: readonly Publisher[],
): Promise<OpenedPackage | RefusedPackage | null> {
  try {
    // A link would lead out of the folder.
    const file = await open(join(folder, `${name}${ending}`), constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const { size } = await file.stat();
      if (size > pluginLimits.bytes) return { fault: 'tooLarge', detail: '' };
      return openPackage(`${name}${ending}`, await file.readFile(), publishers);
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? null : { fault: 'unreadable', detail: String(code) };
  }
}

/** By what it is known whether a file has become another one; null = there is none. */
export async function markOf(folder: string, name: string): Promise<string | null> {
  try {
    const { size, mtimeMs, ino } = await lstat(join(folder, `${name}${ending}`));
    return `${size} ${mtimeMs} ${ino}`;
  } catch {
    return null;
  }
}

/** Deletes the file of a plug-in; one that is gone already is as good. */
export const removePackage = (folder: string, name: string): Promise<void> =>
  rm(join(folder, `${name}${ending}`), { force: true });
