/** The editor of report templates: its steps, and the templates that one can begin with. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { languages } from '@plumbline/contract/kernel/constants';
import { blockKinds, defaultContent, ReportBlock, TemplateContent } from '@plumbline/contract/reports/templates.blocks';
import { textProblems } from '@plumbline/contract/reports/templates.checks';
import { libraryContent, libraryKeys } from '@plumbline/contract/reports/templates.library';
import { libraryText, shownTexts, storedTexts } from '@plumbline/contract/reports/templates.library-words';
import { blockFields } from '../src/features/reports/templates/block-fields.ts';
import {
  blockGroups,
  contentOf,
  type EditorAct,
  edit,
  openEditor,
} from '../src/features/reports/templates/editor-state.ts';
import { readTemplate } from '../src/features/reports/templates/template-file.ts';

const begin = openEditor(defaultContent);
const after = (...acts: readonly EditorAct[]) => acts.reduce(edit, begin);
const kinds = (state: typeof begin) => state.draft.blocks.map(({ block }) => block.kind);
const textBlock = (text: string) => ReportBlock.parse({ kind: 'text', text });

test('blocks are added after the chosen one, moved, copied and removed; the last one stays', () => {
  const added = after({ act: 'choose', key: 1 }, { act: 'add', block: textBlock('a') });
  assert.deepEqual(kinds(added).slice(0, 4), ['cover', 'contents', 'text', 'summary']);
  const moved = edit(added, { act: 'move', key: 0, to: 99 });
  assert.equal(kinds(moved).at(-1), 'cover');
  assert.equal(kinds(edit(added, { act: 'copy', key: 0 }))[1], 'cover');
  const one = openEditor({ ...defaultContent, blocks: defaultContent.blocks.slice(0, 1) });
  assert.equal(edit(one, { act: 'remove', key: 0 }), one);
});

test('what is typed into a block is one step, and every step can be undone and done again', () => {
  const typed = after(
    { act: 'add', block: textBlock('') },
    { act: 'change', key: 7, block: textBlock('a') },
    { act: 'change', key: 7, block: textBlock('ab') },
    { act: 'move', key: 7, to: 0 },
  );
  assert.equal(typed.past.length, 3);
  const back = [1, 2, 3].reduce((state) => edit(state, { act: 'undo' }), typed);
  assert.deepEqual(contentOf(back.draft), defaultContent);
  const again = [1, 2, 3].reduce((state) => edit(state, { act: 'redo' }), back);
  assert.deepEqual(contentOf(again.draft), contentOf(typed.draft));
  assert.equal(edit(edit(back, { act: 'add', block: textBlock('') }), { act: 'redo' }).future.length, 0);
});

test('every kind of block is offered once, and its fields are options that it has', () => {
  assert.deepEqual(blockGroups.flatMap(({ kinds }) => kinds).toSorted(), [...blockKinds].toSorted());
  for (const kind of blockKinds) {
    const block = ReportBlock.parse({ kind }) as unknown as Record<string, Record<string, unknown>>;
    for (const { prop } of blockFields[kind]) {
      const [first = '', second] = prop.split('.');
      assert.ok(first in block && (second === undefined || second in (block[first] ?? {})), `${kind}: ${prop}`);
    }
    const edited = new Set(blockFields[kind].map(({ prop }) => prop.split('.')[0]));
    const missing = Object.keys(block).filter((name) => name !== 'kind' && !edited.has(name));
    assert.deepEqual(missing, [], `${kind} has options that nobody can change`);
  }
});

test('the ready templates are whole and without mistakes, and each has its name and source in every language', () => {
  for (const language of languages) {
    const { library } = JSON.parse(
      readFileSync(new URL(`../src/languages/${language}/reports/reportTemplates.json`, import.meta.url), 'utf8'),
    ) as { library: Record<string, { name: string; source: string }> };
    for (const key of libraryKeys) {
      const { name = '', source = '' } = library[key] ?? {};
      assert.ok(name !== '' && name.length <= 50 && source !== '', `${key} in ${language}`);
      if (key !== 'product') assert.equal(libraryText(key, language), name, 'the title on its cover');
    }
  }
  for (const key of libraryKeys) {
    const content = libraryContent(key);
    assert.deepEqual(TemplateContent.parse(content), content);
    assert.deepEqual(textProblems(content), [], key);
  }
});

test('texts of the library are shown in the language of the screen, and kept as keys until somebody edits them', () => {
  const [cover] = libraryContent('pitDaily').blocks;
  assert.ok(cover?.kind === 'cover');
  const displayed = shownTexts(cover, 'zh-CN');
  assert.deepEqual(
    [displayed.title, displayed.fields[1], displayed.signatures[0]?.role],
    ['基坑监测日报', { label: '报告编号', value: '第 {{report.number}} 期' }, '监测'],
  );
  assert.deepEqual(storedTexts(displayed, cover, 'zh-CN'), cover, 'opened and saved it is as it was');
  const edited = { ...displayed, title: '二号基坑日报', fields: displayed.fields.toSpliced(0, 1) };
  const stored = storedTexts(edited, cover, 'zh-CN');
  assert.deepEqual([stored.title, stored.fields], ['二号基坑日报', cover.fields.slice(1)]);
  // A word that was never a key stays as it was typed, in every language.
  assert.deepEqual(storedTexts({ title: '日期' }, { title: '' }, 'zh-CN'), { title: '日期' });
});

test('a file is judged before anything is made of it', () => {
  assert.deepEqual(readTemplate('no json'), { wrongAt: '' });
  assert.deepEqual(readTemplate('x'.repeat(3_000_000)), { wrongAt: '' });
  const file = {
    format: 'plumbline-report-template',
    version: 1,
    name: 'A',
    content: { blocks: [{ kind: 'cover', counts: 'yes' }] },
  };
  assert.deepEqual(readTemplate(JSON.stringify(file)), { wrongAt: 'content.blocks.0.counts' });
  assert.ok('content' in readTemplate(JSON.stringify({ ...file, content: { blocks: [{ kind: 'cover' }] } })));
});
