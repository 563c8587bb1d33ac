/**
 * The acceptance files that lie beside the repository and may not all be published. Tests that read them are skipped,
 * with the reason, where they are not there.
 */
import { existsSync, readFileSync } from 'node:fs';

const folder = new URL('../../../shared/data/', import.meta.url);

/** Option of a test that needs the acceptance files. */
export const needsRealFiles = {
  skip: existsSync(folder) ? false : 'the acceptance files (shared/data beside the repository) are not there',
};

export const realText = (path: string): string => readFileSync(new URL(path, folder), 'utf8');
export const answer = <T>(name: string): T => JSON.parse(realText(`answers/${name}.json`)) as T;
