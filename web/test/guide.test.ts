/** The guide as the product shows it: every page is read whole, every link leads somewhere, every page has its topic. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { allPages } from '../src/app/pages.ts';
import { anchorOf, type Block, blocksOf, inlineOf } from '../src/features/guide/markdown.ts';
import { topicAt, topics } from '../src/features/guide/topics.ts';

const folder = join(import.meta.dirname, '../../docs/guide');
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.md') ? [file.slice(0, -3)] : []));
const blocks = new Map(
  names.map((name) => [name, blocksOf(readFileSync(join(folder, `${name}.md`), 'utf8').slice(2))]),
);

const textsOf = (block: Block): readonly string[] => {
  if (block.kind === 'list') return block.items;
  if (block.kind === 'table') return [...block.heading, ...block.rows.flat()];
  return block.kind === 'code' ? [] : [block.text];
};

test('blocks and words of a page are what they are written as', () => {
  assert.deepEqual(
    blocksOf(
      '## A `b`\n\nOne\ntwo\n- x\n  y\n- z\n\n1. n\n\n| a | b \\| c |\n| --- | --- |\n| 1 | |\n```sh\n# no\n```',
    ),
    [
      { kind: 'heading', level: 2, text: 'A `b`' },
      { kind: 'paragraph', text: 'One two' },
      { kind: 'list', ordered: false, items: ['x y', 'z'] },
      { kind: 'list', ordered: true, items: ['n'] },
      { kind: 'table', heading: ['a', 'b | c'], rows: [['1', '']] },
      { kind: 'code', text: '# no' },
    ],
  );
  assert.deepEqual(inlineOf('a **b** [c](d.md#e) `f*g*` <script>'), [
    { kind: 'text', text: 'a ' },
    { kind: 'bold', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'c', to: 'd.md#e' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'f*g*' },
    { kind: 'text', text: ' <script>' },
  ]);
});

test('every page is written in what is understood: tables are even, and no mark is left over', () => {
  const wrong: string[] = [];
  for (const [name, list] of blocks)
    for (const block of list) {
      if (block.kind === 'table')
        for (const row of block.rows)
          if (row.length !== block.heading.length) wrong.push(`${name}: ${row.join(' | ')} has ${row.length} cells`);
      for (const text of textsOf(block))
        for (const part of inlineOf(text))
          if (part.kind === 'text' && /\*\*|`|\]\(|^#{1,6} |!\[/.test(part.text)) wrong.push(`${name}: ${part.text}`);
    }
  assert.deepEqual(wrong, []);
});

test('links within the guide lead to a page, and to a heading that it has', () => {
  const wrong: string[] = [];
  for (const [name, list] of blocks)
    for (const part of list.flatMap(textsOf).flatMap(inlineOf)) {
      if (part.kind !== 'link') continue;
      const [, page, at] = /^([\w-]*)(?:\.md)?(?:#([\w-]+))?$/.exec(part.to) ?? [];
      if (page === undefined) continue;
      const target = blocks.get(page || name);
      const headings = target?.flatMap((block) => (block.kind === 'heading' ? [anchorOf(block.text)] : []));
      if (!headings || (at !== undefined && !headings.includes(at))) wrong.push(`${name}: ${part.to}`);
    }
  assert.deepEqual(wrong, []);
});

test('each page of the product has its topic, which is a page of the guide', () => {
  // Before sign-in, outside of the product, or the guide itself.
  const without = [
    'Sign',
    'Setup',
    'PublicStatus',
    'WallScreen',
    'ReportLink',
    'Verify',
    'VerifyReport',
    'ShortLink',
    'Gallery',
    'Documents',
  ];
  assert.deepEqual(
    allPages.map(({ name }) => name as string).filter((name) => !(name in topics)),
    allPages.map(({ name }) => name as string).filter((name) => without.includes(name)),
  );
  for (const topic of Object.values(topics)) assert.ok(names.includes(topic), topic);
  assert.equal(topicAt('/projects/7/alerts'), 'handling-alerts');
  assert.equal(topicAt('/projects/7/console/structures/3/mps/9'), 'points');
  assert.equal(topicAt('/nowhere'), null);
});
