import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

/** What a browser must fetch before the first page is drawn, in JavaScript: at most 270 kB gzipped, in at most 6 files; in all at most 15 requests. */
const dist = join(import.meta.dirname, '../dist');
const limitBytes = 270 * 1024;
const maxFiles = 6;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** The scripts that index.html names: the entry and everything it imports statically. */
const firstFiles = (html: string): string[] =>
  Array.from(html.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g), (match) => match[1] ?? '');

const built = existsSync(join(dist, '.vite/manifest.json'));
test('first-load JavaScript stays under 270 kB gzipped, in few files', {
  skip: !built && !process.env.CI ? 'web/dist is not built' : false,
}, (t) => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
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

test('no chunk of the component library needs another that needs it: it would run before what it uses exists', {
  skip: !built && !process.env.CI ? 'web/dist is not built' : false,
}, () => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const kits = Object.keys(manifest).filter((key) => /\/(?:first-)?kit[-~][^/]*\.js$/.test(manifest[key]?.file ?? ''));
  assert.ok(kits.length > 0, 'the manifest names no chunk of the library');
  const reached = (from: string, visited = new Set<string>()): Set<string> => {
    for (const next of manifest[from]?.imports ?? [])
      if (!visited.has(next)) {
        visited.add(next);
        reached(next, visited);
      }
    return visited;
  };
  assert.deepEqual(
    kits.filter((key) => reached(key).has(key)),
    [],
  );
});
