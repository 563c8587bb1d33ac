import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { rulesWithout } from '../build/antd-styles.ts';
import { pageFiles } from '../build/first.ts';

/**
 * What a browser must fetch before the first page is drawn, in JavaScript: at most 250 kB gzipped, in at most 6 files. Until
 * sign-in or Home can be drawn, at most 15 requests, the page itself and its words included.
 */
const dist = join(import.meta.dirname, '../dist');
const limitBytes = 250 * 1024;
const maxFiles = 6;
const maxRequests = 15;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** The scripts that index.html names: the entry and everything it imports statically. */
const firstFiles = (html: string): string[] =>
  Array.from(html.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g), (match) => match[1] ?? '');

const built = existsSync(join(dist, '.vite/manifest.json'));
const skip = !built && !process.env.CI ? 'web/dist is not built' : false;
let manifest: Record<string, Chunk> = {};
let html = '';
before(() => {
  if (skip) return;
  manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  html = readFileSync(join(dist, 'index.html'), 'utf8');
});

test('first-load JavaScript stays under 250 kB gzipped, in few files', { skip }, (t) => {
  const files = firstFiles(html);
  assert.ok(files.length > 0, 'index.html names no script');
  const sizes = files.map((file) => [file, gzipSync(readFileSync(join(dist, file)), { level: 9 }).length] as const);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  t.diagnostic(`first load ${(total / 1024).toFixed(1)} kB in ${files.length} files`);
  const largest = [...sizes].sort((a, b) => b[1] - a[1]).slice(0, 5);
  assert.ok(
    total <= limitBytes,
    `${(total / 1024).toFixed(1)} kB; largest: ${largest.map(([file, size]) => `${file} ${(size / 1024).toFixed(1)}`).join(', ')}`,
  );
  assert.ok(files.length <= maxFiles, `${files.length} files: ${files.join(', ')}`);
  const named = html.match(/(?:src|href)="\.\/[^"]+"/g) ?? [];
  assert.ok(named.length <= 10, `index.html names ${named.length} files`);
  const heavy = Object.keys(manifest).filter((key) => /echarts|maplibre/.test(key));
  assert.ok(
    !files.some((file) => heavy.some((key) => manifest[key]?.file === file)),
    'charts and maps are never in the first load',
  );
});

/** What the script in index.html requests at these addresses, by address. It is run apart, in a page that is none. */
function requestsAt(addresses: readonly string[], token: string | null): Record<string, string[]> {
  const [, script] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
  assert.ok(script, 'index.html has no script of its own');
  const run = `
    const localStorage = { getItem: (name) => (name === 'plumbline.token' ? ${JSON.stringify(token)} : null) };
    const sessionStorage = { getItem: () => null };
    const navigator = { language: 'en' };
    const window = {};
    const runAt = (hash) => {
      const requests = [];
      const location = { hash };
      const document = {
        documentElement: { dataset: {} },
        createElement: () => ({}),
        head: { append: ({ href }) => requests.push(href) },
      };
      const fetch = async (url) => requests.push(url);
      ${script}
      return requests;
    };
    const addresses = ${JSON.stringify(addresses)};
    console.log(JSON.stringify(Object.fromEntries(addresses.map((hash) => [hash, runAt(hash)]))));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module'], { input: run, encoding: 'utf8' });
  assert.equal(stderr, '');
  return JSON.parse(stdout);
}

test('sign-in and Home are drawn from 15 requests, all of them known when the page itself is here', { skip }, (t) => {
  // Nothing waits for icons and the manifest.
  const waitedFor = html.replace(/<link rel="(?:icon|manifest|apple-touch-icon)"[^>]*>/g, '');
  const named = (waitedFor.match(/(?:src|href)="\.\/[^"]+"/g) ?? []).length;
  for (const [address, token] of [
    ['', null],
    ['#/dashboard', 'token'],
  ] as const) {
    const requests = requestsAt([address], token)[address] ?? [];
    t.diagnostic(`${address || 'without a session'}: ${1 + named + requests.length} requests`);
    assert.ok(1 + named + requests.length <= maxRequests, requests.join('\n'));
    for (const file of requests.filter((each) => each.includes('assets/')))
      assert.ok(existsSync(join(dist, file)), `${file} is not there`);
    assert.equal(requests.includes('./api/session'), token !== null);
    const words = requests
      .filter((file) => /assets\/(?:en|zh-)/.test(file))
      .map((file) => /assets\/(.+)-/.exec(file)?.[1]);
    assert.deepEqual(words, token === null ? ['en.first'] : ['en.first', 'en'], 'one language');
  }
});

test('the script in index.html knows the files of every page', { skip }, () => {
  // A page that is nothing but a way to another stands in the entry itself.
  const addresses = pageFiles()
    .filter(({ file }) => !file.includes('SystemManagementPage'))
    .map(({ path }) => `#${path.replaceAll(/:\w+/g, '7')}`);
  const requests = requestsAt(['#/nowhere', ...addresses], 'token');
  const [nowhere = []] = Object.values(requests);
  assert.deepEqual(
    addresses.filter((address) => (requests[address] ?? []).length <= nowhere.length),
    [],
  );
});

test('no file of the build needs another that needs it: it would run before what it uses exists', { skip }, () => {
  const reached = (from: string, visited = new Set<string>()): Set<string> => {
    for (const next of manifest[from]?.imports ?? [])
      if (!visited.has(next)) {
        visited.add(next);
        reached(next, visited);
      }
    return visited;
  };
  assert.ok(Object.keys(manifest).length > 20, 'the manifest names no chunks');
  assert.deepEqual(
    Object.keys(manifest).filter((key) => reached(key).has(key)),
    [],
  );
});

test('styles of components that no page shows are left out, and no others', () => {
  const css =
    '.ant-tour{a:b;}.ant-btn,.ant-tour .ant-btn:is(.x,.y){c:d;}@media (min-width:1px){.ant-tour-x{e:f;}.ant-tourist{g:h;}}@keyframes k{from{i:j;}}';
  assert.equal(
    rulesWithout(css, /\.ant-tour(?![a-z0-9])/),
    '.ant-btn{c:d;}@media (min-width:1px){.ant-tourist{g:h;}}@keyframes k{from{i:j;}}',
  );
});
