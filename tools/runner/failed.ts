/** The test files of a run that failed, and which of them CI runs once more (decision 0076). */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** More than these are no accident of a busy machine. */
const maxAgain = 3;

/** Writes down the paths of the files that failed; the whole list each time. */
export const writeFailed = (at: string, paths: readonly string[]): void => writeFileSync(at, JSON.stringify(paths));

/** Reads the record of `writeFailed`; nothing where a run ended without failing, or before any file had ended. */
export const readFailed = (at: string): readonly string[] =>
  existsSync(at) ? (JSON.parse(readFileSync(at, 'utf8')) as string[]) : [];

/**
 * The files that are run once more: those that failed if they are few, else none. None either where something failed that
 * is no file of the run, as the process of several does when it dies.
 */
export const toRunAgain = (failed: readonly string[], files: readonly string[]): readonly string[] =>
  failed.length <= maxAgain && failed.every((path) => files.includes(path)) ? failed : [];
