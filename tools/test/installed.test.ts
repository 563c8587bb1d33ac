/** Users install all that the server imports, nothing that only builds the web app, and not more than it was. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { extras, megabytesOf, packagesOf, readLock, served } from '../installed.mjs';
import { writeRelease } from '../release.ts';
import { isTest } from '../rules/import-rules.ts';
import { readModules } from '../rules/modules.ts';

const root = join(import.meta.dirname, '../..');
const lock = readLock(root);
const namesOf = (paths: Iterable<string>) => new Set([...paths].map((path) => path.replace(/^.*node_modules\//, '')));
const needed = namesOf(packagesOf(lock, served));

test('every package that the server imports is installed with it, or is an extra that it can do without', () => {
  const optional = namesOf(Object.values(extras).flatMap((workspace) => [...packagesOf(lock, [workspace])]));
  const missing = [...readModules(root).values()]
    .filter(({ path }) => /^(contract|science|server)\/src\//.test(path) && !isTest(path))
    .flatMap(({ path, imports }) => imports.filter(({ isType }) => !isType).map(({ to }) => ({ path, to })))
    .filter(({ to }) => !/^node:|^(contract|science|server|tools)\//.test(to) && !needed.has(to));
  assert.deepEqual(
    missing.map(({ to }) => to),
    ['tedious'],
    JSON.stringify(missing),
  );
  assert.ok(optional.has('tedious'));
});

test('what only builds or checks is not installed where the web app is built', () => {
  const builds = ['typescript', 'vite', 'rolldown', 'lightningcss', 'antd', 'echarts', 'maplibre-gl', 'pdfjs-dist'];
  const others = ['@fontsource/noto-sans-sc', 'tedious', '@azure/identity', '@biomejs/biome', 'playwright-core'];
  assert.deepEqual(
    [...builds, ...others].filter((name) => needed.has(name)),
    [],
  );
  assert.ok(needed.has(`node-${process.platform}-${process.arch}`) || process.platform !== 'linux');
});

test('users install less than 500 MB', () => {
  const megabytes = megabytesOf(root, served);
  assert.ok(megabytes > 200 && megabytes < 500, `${megabytes} MB`);
});

test('a release brings the web app built: prepare installs what runs, and builds nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync('tar', ['--extract', `--file=${writeRelease(folder)}`, `--directory=${folder}`, '--strip-components=1']);
  // A program in the place of npm writes down how it is called: nothing is fetched here.
  const called = join(folder, 'called');
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho "$@" >> ${called}\nmkdir -p node_modules/.bin\n`, {
    mode: 0o755,
  });
  const prepare = (...args: string[]) =>
    execFileSync(process.execPath, [join(folder, 'tools/prepare.mjs'), ...args], {
      env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` },
      encoding: 'utf8',
    });
  const first = prepare('--product');
  assert.doesNotMatch(first, /Building/);
  const named = (...names: string[]) => names.map((name) => `--workspace @plumbline/${name}`).join(' ');
  const command = `ci --omit=dev ${named('contract', 'science', 'server', 'tools')}`;
  const flags = '--no-audit --no-fund --loglevel=error\n';
  assert.equal(readFileSync(called, 'utf8'), `${command} ${flags}`);
  assert.equal(prepare('--product'), '', 'nothing changed');
  prepare('--product', '--sql-server');
  writeFileSync(join(folder, 'package.json'), `${readFileSync(join(folder, 'package.json'), 'utf8')}\n`);
  prepare('--product');
  const extra = `${command} ${named('sql-server')} ${flags}`;
  assert.equal(readFileSync(called, 'utf8'), `${command} ${flags}${extra}${extra}`, 'an extra stays through upgrades');
});
