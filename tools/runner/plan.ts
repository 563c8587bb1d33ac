/**
 * Which test files run, in which processes and in which order. Starting a process and importing the server costs more
 * than most files take, so files share processes; the slowest begin first, so that none is left alone at the end.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folders = ['contract', 'science', 'tools', 'web', 'server', 'e2e', 'bench'];
const skipped = new Set(['node_modules', 'dist', 'data']);
/** They start, stop and kill whole servers, or count the processor time of their process: a process each. */
const alone = /^server\/test\/(crash|start|every-body|pages-apart)\.test\.ts$/;
/** They drive a browser, which the files of a process share. */
const withBrowser = /^e2e\//;
/** Work of one shared process, in seconds beside three others; more and the last process runs alone at the end. */
const shareSeconds = 60;
/** The same of page tests, which wait more than they work. */
const browserShareSeconds = 200;
/** What a file takes that is not in the list of seconds. */
const usualSeconds = 1;

/** Every test file under the root by its path, sorted. */
export function findTests(root: string): string[] {
  const testsIn = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : testsIn(path);
      return entry.name.endsWith('.test.ts') ? [path] : [];
    });
  const present = new Set(readdirSync(root));
  return folders
    .filter((folder) => present.has(folder))
    .flatMap(testsIn)
    .sort();
}

export type Seconds = Readonly<Record<string, number>>;

const secondsFile = 'tools/runner/seconds.json';

/** Returns the seconds that files took in the last run that measured them, by path; shorter ones are left out. */
export const readSeconds = (root: string): Seconds => JSON.parse(readFileSync(join(root, secondsFile), 'utf8'));

/** Writes what files took in a run of all of them, longest first. */
export function writeSeconds(root: string, seconds: Seconds): void {
  const slow = Object.entries(seconds)
    .map(([path, each]) => [path, Math.round(each)] as const)
    .filter(([, each]) => each > usualSeconds)
    .sort(([pathA, a], [pathB, b]) => b - a || (pathA < pathB ? -1 : 1));
  writeFileSync(join(root, secondsFile), `${JSON.stringify(Object.fromEntries(slow), null, 2)}\n`);
}

/** The files of each process, longest first. */
export function shareOut(files: readonly string[], seconds: Seconds): string[][] {
  const secondsOf = (path: string) => seconds[path] ?? usualSeconds;
  const sum = (paths: readonly string[]) => paths.reduce((total, path) => total + secondsOf(path), 0);
  const longestFirst = (a: string, b: string) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1);
  const share = (some: readonly string[], most: number): string[][] => {
    const count = Math.min(some.length, Math.max(2, Math.ceil(sum(some) / most)));
    const shares = Array.from({ length: count }, (): string[] => []);
    for (const path of some.toSorted(longestFirst))
      shares.reduce((min, each) => (sum(each) < sum(min) ? each : min)).push(path);
    return shares;
  };
  const {
    pages = [],
    single = [],
    rest = [],
  } = Object.groupBy(files, (path) => (alone.test(path) ? 'single' : withBrowser.test(path) ? 'pages' : 'rest'));
  return [
    ...single.map((path) => [path]),
    ...(pages.length ? share(pages, browserShareSeconds) : []),
    ...(rest.length ? share(rest, shareSeconds) : []),
  ].sort((a, b) => sum(b) - sum(a));
}
