/** Every link of the documents leads somewhere: files, pictures, and headings within them. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { readHouse } from '../rules/wings.ts';

const root = join(import.meta.dirname, '../..');
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md', { cwd: root })];

/** As repository viewers make them from a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replace(/ /g, '-');

const textOf = (page: string) => readFileSync(join(root, page), 'utf8').replace(/```[\s\S]*?```/g, '');
const anchorsOf = (page: string) =>
  new Set([...textOf(page).matchAll(/^#{1,6} (.+)$/gm)].map((match) => anchorOf(match[1]!)));

test('every link of the documents leads somewhere', () => {
  const broken = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
      if (/^[a-z]+:/.test(target)) return [];
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : relative(root, join(root, dirname(page), path));
      if (!existsSync(join(root, file))) return [`${page}: ${target}`];
      return anchor === undefined || anchorsOf(file).has(anchor) ? [] : [`${page}: no heading ${target}`];
    }),
  );
  assert.deepEqual(broken, []);
});

test('every file that the documents name in code exists', () => {
  const named = /`((?:contract|science|server|web|tools|e2e|bench|docs)\/[\w./-]+\.(?:ts|tsx|mjs|md|json|sql))`/g;
  const missing = pages.flatMap((page) =>
    [...textOf(page).matchAll(named)].flatMap(([, path = '']) =>
      existsSync(join(root, path)) ? [] : [`${page}: ${path}`],
    ),
  );
  assert.deepEqual(missing, []);
});

test('every decision stands once in the list by wing', () => {
  const folder = join(root, 'docs/decisions');
  const listed = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)];
  const files = globSync('[0-9]*.md', { cwd: folder });
  assert.deepEqual(listed.map(([, file]) => file).sort(), files.sort());
});

test('every feature stands on the page of its wing, with the tables that it owns', () => {
  for (const { wing, features } of readHouse(root).wings) {
    const page = readFileSync(join(root, `docs/architecture/${wing}.md`), 'utf8');
    const rows = [...page.matchAll(/^\| ([a-z][\w-]*) \| ([^|]+) \|.*\| ([^|]*) \|$/gm)];
    assert.deepEqual(
      rows.map(([, feature, , tables = '']) => ({ feature, tables: tables.match(/\w+/g) ?? [] })),
      features.map(({ feature, tables }) => ({ feature, tables: [...tables] })),
      `docs/architecture/${wing}.md`,
    );
  }
});
