/** The guide as the product shows it: every page is read whole, every link leads somewhere, every page has its topic. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { inTaiwan } from '../../tools/languages.ts';
import { allPages } from '../src/app/pages.ts';
import { anchorOf, type Block, blocksOf, guideLink, inlineOf } from '../src/features/platform/guide/markdown.ts';
import { topicAt, topics } from '../src/features/platform/guide/topics.ts';

const folder = join(import.meta.dirname, '../../docs/guide');
/** The pages of a language by their names, each with its path below the folder of the language. */
const pathsIn = (language: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(join(folder, language), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md') && (language !== '' || !path.startsWith('zh-')))
      .map((path) => [basename(path, '.md'), path]),
  );
const textsIn = (language: string): (readonly [name: string, text: string])[] =>
  [...pathsIn(language)].map(([name, path]) => [name, readFileSync(join(folder, language, path), 'utf8')]);
const blocksIn = (language: string): Map<string, Block[]> =>
  new Map(textsIn(language).map(([name, text]) => [name, blocksOf(text.slice(2))]));
const names = [...pathsIn('').keys()];
const english = blocksIn('');
/** By language; English under none. */
const guides = ['', 'zh-CN', 'zh-TW'].map((language) => ({ language, blocks: blocksIn(language) }));

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
  assert.deepEqual(blocksOf('一。\n二\nthree\n四'), [{ kind: 'paragraph', text: '一。二 three 四' }]);
  assert.deepEqual(guideLink('points.md#新建-测点'), { name: 'points', at: '新建-测点' });
  assert.deepEqual(guideLink('../alerts/duty.md#steps'), { name: 'duty', at: 'steps' });
  for (const outside of ['../architecture.md', '../../decisions/0003-the-door.md'])
    assert.equal(guideLink(outside), null);
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
  for (const [name, list] of guides.flatMap(({ blocks }) => [...blocks]))
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
  for (const { language, blocks } of guides)
    for (const [name, list] of blocks)
      for (const part of list.flatMap(textsOf).flatMap(inlineOf)) {
        const link = part.kind === 'link' ? guideLink(part.to) : null;
        if (link === null) continue;
        const target = blocks.get(link.name || name);
        const headings = target?.flatMap((block) => (block.kind === 'heading' ? [anchorOf(block.text)] : []));
        if (!headings || (link.at !== undefined && !headings.includes(link.at)))
          wrong.push(`${language} ${name}: ${part.kind === 'link' ? part.to : ''}`);
      }
  assert.deepEqual(wrong, []);
});

test('each link of a file leads to a file, so that the guide can be read in the source too', () => {
  const wrong: string[] = [];
  for (const { language } of guides)
    for (const path of pathsIn(language).values()) {
      const file = join(folder, language, path);
      for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/\]\(([^)#\s:]+\.md)(?:#[^)\s]*)?\)/g))
        if (!existsSync(join(dirname(file), target))) wrong.push(`${language} ${path}: ${target}`);
    }
  assert.deepEqual(wrong, []);
});

test('a page lies in the folder of a wing, in the same one in each language', () => {
  const wings = readdirSync(join(import.meta.dirname, '../src/features'));
  const folders = new Set([...pathsIn('').values()].map((path) => dirname(path)));
  assert.deepEqual(
    [...folders].filter((each) => each !== '.' && !wings.includes(each)),
    [],
  );
  for (const { language } of guides) assert.deepEqual(pathsIn(language), pathsIn(''), language);
});

/** What a page is built of, whatever its language: kinds and levels in order, rows of tables, targets outside of the guide. */
const shapeOf = (blocks: readonly Block[]): string[] =>
  blocks.map((block) => {
    if (block.kind === 'heading') return `heading ${block.level}`;
    if (block.kind === 'table') return `table ${block.rows.length}x${block.heading.length}`;
    if (block.kind === 'list') return `list ${block.items.length}`;
    if (block.kind === 'code') return `code ${block.text.split('\n').length}`;
    if (block.kind === 'picture') return `picture ${block.name}`;
    return 'paragraph';
  });
const codesOf = (blocks: readonly Block[]): string[] =>
  blocks
    .flatMap(textsOf)
    .flatMap(inlineOf)
    .flatMap((part) => (part.kind === 'code' ? [part.text] : []))
    .sort();

test('every page is there in Chinese, built as the English one is, with the same names of code', () => {
  for (const { language, blocks } of guides.slice(1))
    for (const [name, list] of blocks) {
      const of = english.get(name) ?? [];
      assert.deepEqual(shapeOf(list), shapeOf(of), `${language}/${name}`);
      assert.deepEqual(new Set(codesOf(list)), new Set(codesOf(of)), `${language}/${name}`);
    }
});

test('each picture is there in each language, small, and each that is there is shown', () => {
  const pictures = join(import.meta.dirname, '../public/guide');
  const pictureNames = [...english.values()].flat().flatMap((block) => (block.kind === 'picture' ? [block.name] : []));
  assert.ok(pictureNames.length >= 10);
  for (const language of ['en', 'zh-CN', 'zh-TW']) {
    assert.deepEqual(
      readdirSync(join(pictures, language)).sort(),
      pictureNames.map((name) => `${name}.webp`).sort(),
      language,
    );
    for (const name of pictureNames) assert.ok(statSync(join(pictures, language, `${name}.webp`)).size < 100_000, name);
  }
  const picture = '![A dam](../../../web/public/guide/en/dam.webp)';
  assert.deepEqual(blocksOf(`One\n${picture}\nTwo`), [
    { kind: 'paragraph', text: 'One' },
    { kind: 'picture', text: 'A dam', name: 'dam' },
    { kind: 'paragraph', text: 'Two' },
  ]);
});

test('traditional Chinese is made from the simplified pages of today', () => {
  const now = new Map(textsIn('zh-TW'));
  for (const [name, simplified] of textsIn('zh-CN'))
    assert.ok(now.get(name) === inTaiwan(simplified), `zh-TW, ${name}: npm run languages`);
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
    'NotFound',
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
