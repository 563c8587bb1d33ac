/**
 * `npm run release -- <folder>`: the program as an archive with its web app built, so that whoever unpacks it installs
 * no build tools. Holds what is committed, and refuses where something is not.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = dirname(import.meta.dirname);
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });

/** Writes `plumbline-<version>.tar.gz` into the folder and returns its path. */
export function writeRelease(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const name = `plumbline-${version}`;
  const path = join(resolve(folder), `${name}.tar.gz`);
  const input = `${git('ls-files', '--cached', '--others', '--exclude-standard', '-z')}web/dist\0`;
  const options = ['--null', '--files-from=-', `--transform=flags=r;s,^,${name}/,`, '--owner=0', '--group=0'];
  execFileSync('tar', ['--create', '--gzip', `--file=${path}`, ...options], { cwd: root, input });
  return path;
}

if (import.meta.main) {
  const changed = git('status', '--porcelain');
  if (changed !== '') throw new Error(`Commit first:\n${changed}`);
  process.stdout.write(`${writeRelease(process.argv[2] ?? '.')}\n`);
}
