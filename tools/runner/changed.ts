/**
 * Which test files a change concerns, by the import graph. Every server test reaches every feature through app.ts, and every
 * page test everything through the browser: neither way counts. So this is for the hour of work; the whole run decides.
 */
import { spawnSync } from 'node:child_process';
import { basename, dirname } from 'node:path';
import type { Module } from '../rules/modules.ts';

/** They put everything together: what is imported by way of them is everything. */
const roots = new Set(['server/src/app.ts', 'server/src/main.ts', 'web/src/main.tsx']);
/** Asks everything that app.ts puts together. */
const everyRoute = 'server/test/every-route.test.ts';

/** Lines that git prints about a repository. Throws an Error with what git says. */
function git(root: string, ...args: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(stderr.trim() || `git ${args.join(' ')} failed`);
  return stdout.split('\n').filter(Boolean);
}

/** Files that are there and that git knows, or would if it were told. */
export const filesOf = (root: string): string[] => {
  const gone = new Set(git(root, 'ls-files', '--deleted'));
  return git(root, 'ls-files', '--cached', '--others', '--exclude-standard').filter((path) => !gone.has(path));
};

/** Files that differ from a commit, and those that git does not know yet. */
export function changedSince(root: string, base: string): string[] {
  return [
    ...git(root, 'diff', '--name-only', '--no-renames', '--merge-base', base, '--'),
    ...git(root, 'ls-files', '--others', '--exclude-standard'),
  ];
}

/** The tests that changed files concern: `all` where a file is changed that is no module and that nothing imports. */
export function testsOf(
  changed: readonly string[],
  modules: ReadonlyMap<string, Module>,
  tests: readonly string[],
): readonly string[] {
  const importers = new Map<string, Set<string>>();
  for (const { path, imports } of modules.values())
    for (const { to, isType } of imports) if (!isType) importers.set(to, (importers.get(to) ?? new Set()).add(path));
  const concerned = new Set<string>();
  const visit = (path: string): void => {
    if (concerned.has(path)) return;
    concerned.add(path);
    if (!roots.has(path)) for (const importer of importers.get(path) ?? []) visit(importer);
  };
  for (const path of changed) {
    const known = modules.has(path) || importers.has(path);
    const words = path.endsWith('.md');
    if (!known && !words) return tests;
    if (words)
      for (const test of tests) if (test.startsWith('tools/') || test.startsWith('server/test/settings')) visit(test);
    visit(path);
  }
  // A test asks its feature over HTTP more often than it imports it.
  const folders = new Set([...concerned].filter((path) => !isTest(path)).map(dirname));
  return tests.filter((test) => {
    if (test.startsWith('e2e/')) return changed.some((path) => path.startsWith('e2e/')) && concerned.has(test);
    if (concerned.has(test)) return true;
    return test === everyRoute ? concerned.has('server/src/app.ts') : folders.has(dirname(test));
  });
}

const isTest = (path: string) => basename(path).includes('.test.') || path.split('/').includes('test');
