import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

/** What a browser must fetch before the first page is drawn, in JavaScript: at most 300 kB gzipped. */
const dist = join(import.meta.dirname, '../dist');
const limitBytes = 300 * 1024;

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

/** The entry and everything it imports statically: what index.html names as script and modulepreload. */
export function firstFiles(manifest: Readonly<Record<string, Chunk>>): string[] {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const each of manifest[key]?.imports ?? []) visit(each);
  };
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) visit(key);
  return [...seen].map((key) => manifest[key]!.file);
}

const built = existsSync(join(dist, '.vite/manifest.json'));
test('first-load JavaScript stays under 300 kB gzipped', {
  skip: !built && !process.env.CI ? 'web/dist is not built' : false,
}, (t) => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const files = firstFiles(manifest);
  const sizes = files.map((file) => [file, gzipSync(readFileSync(join(dist, file)), { level: 9 }).length] as const);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  t.diagnostic(`first load ${(total / 1024).toFixed(1)} kB in ${files.length} files`);
  const largest = [...sizes].sort((a, b) => b[1] - a[1]).slice(0, 5);
  assert.ok(
    total <= limitBytes,
    `${(total / 1024).toFixed(1)} kB; largest: ${largest.map(([file, size]) => `${file} ${(size / 1024).toFixed(1)}`).join(', ')}`,
  );
  const heavy = Object.keys(manifest).filter((key) => /echarts|maplibre/.test(key));
  assert.ok(
    !files.some((file) => heavy.some((key) => manifest[key]?.file === file)),
    'charts and maps are never in the first load',
  );
});
