/** Word documents of people: what is refused, which mistakes are found and where, what becomes of a sound one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '@plumbline/contract/kernel/errors';
import { wordLimits } from '@plumbline/contract/reports/templates.word';
import { paragraph as p, relation, table, wordOf, wordParts, zipOf } from '../../../../test/archives.ts';
import { partsOf } from './logic/docx-archive.ts';
import { checkDocument, exampleDocument } from './word.api.ts';

function refusal(bytes: Uint8Array): unknown {
  try {
    checkDocument(bytes);
    return null;
  } catch (error) {
    assert.ok(error instanceof Failure, String(error));
    const { fault } = (error.detail ?? {}) as { fault?: string };
    return fault === undefined ? error.name : `${error.name} ${fault}`;
  }
}
const faultsOf = (body: string) =>
  checkDocument(wordOf(body)).faults.map(({ fault, place, words }) => `${place}: ${fault} ${words}`);
const field = (...pieces: readonly string[]) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${pieces.map((text) => `<w:r><w:instrText>${text}</w:instrText></w:r>`).join('')}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

test('an archive that is none, or is more than it says, is refused before it is unpacked', () => {
  const sound = wordOf(p('x'));
  assert.equal(refusal(sound), null);
  assert.equal(refusal(Buffer.from('no archive at all, but long enough to look for one')), 'fileDamaged');
  assert.equal(refusal(sound.subarray(0, sound.length - 30)), 'fileDamaged');
  assert.equal(refusal(Buffer.from('d0cf11e0a1b11ae100000000', 'hex')), 'fileEncrypted');
  const bomb = Buffer.alloc(wordLimits.inflatedBytes + 1);
  assert.equal(refusal(wordOf(p('x'), { name: 'word/media/a.xml', text: bomb })), 'wordTooLarge inflated');
  const liar = { name: 'word/media/a.xml', text: bomb, declared: 10 };
  assert.equal(refusal(wordOf(p('x'), liar)), 'fileDamaged', 'a part that unpacks to more than it declares');
  const many = Array.from({ length: wordLimits.parts }, (_, i) => ({ name: `word/${i}.xml`, text: '<x/>' }));
  assert.equal(refusal(wordOf(p('x'), ...many)), 'wordTooLarge parts');
  assert.equal(refusal(wordOf(p('x'), { name: 'WORD/document.xml', text: '<x/>' })), 'fileDamaged', 'a part twice');
  assert.equal(refusal(wordOf(p('x'), { name: '../a.xml', text: '<x/>' })), 'fileDamaged');
  assert.equal(refusal(wordOf(p('x'.repeat(wordLimits.textBytes)))), 'wordTooLarge text');
  assert.equal(
    refusal(wordOf('<w:sdt><w:sdtContent>'.repeat(50) + '</w:sdtContent></w:sdt>'.repeat(50))),
    'wordTooLarge depth',
  );
  assert.equal(refusal(zipOf([{ name: 'a.txt', text: 'x' }])), 'fileDamaged', 'an archive of something else');
});

test('what runs, fetches or hides something is refused, links and page numbers are not', () => {
  assert.equal(refusal(wordOf(p('x'), { name: 'word/vbaProject.bin', text: 'x' })), 'wordUnsafe macros');
  assert.equal(refusal(wordOf(p('x'), { name: 'word/embeddings/oleObject1.bin', text: 'x' })), 'wordUnsafe embedded');
  const parts = wordParts(p('x')).map(({ name, text }) => ({
    name,
    text: String(text).replace('wordprocessingml.document.main', 'wordprocessingml.document.macroEnabled.main'),
  }));
  assert.equal(refusal(zipOf(parts)), 'wordUnsafe macros');
  for (const type of ['attachedTemplate', 'image', 'oleObject', 'frame', 'aFChunk', 'subDocument'])
    assert.equal(refusal(wordOf(p('x'), relation(type, 'http://example.org/a'))), 'wordUnsafe external', type);
  assert.equal(refusal(wordOf(p('x'), relation('hyperlink', 'file:///etc/passwd'))), 'wordUnsafe external');
  assert.equal(refusal(wordOf(p('x'), relation('hyperlink', 'https://example.org/'))), null);
  assert.equal(refusal(wordOf(field(' D', 'DEAUTO c:\\a "x"'))), 'wordUnsafe field', 'cut into pieces');
  assert.equal(refusal(wordOf(field('INCLUDEPICTURE "http://x/a.png"'))), 'wordUnsafe field');
  const hidden = `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${field('QUOTE 68 68 69')}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
  assert.equal(refusal(wordOf(hidden)), 'wordUnsafe field', 'written by another field');
  const open = (text: string) =>
    `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${text}</w:instrText></w:r></w:p>`;
  assert.equal(refusal(wordOf(open('INCLUDETEXT "c:/a.docx"'))), 'wordUnsafe field', 'a field that never ends');
  assert.equal(refusal(wordOf(open(' PAGE ') + open('INCLUDETEXT "c:/a.docx"'))), 'wordUnsafe field', 'behind another');
  assert.equal(refusal(wordOf('<w:p><w:fldSimple w:instr="LINK Excel.Sheet"/></w:p>')), 'wordUnsafe field');
  assert.equal(refusal(wordOf('<w:altChunk r:id="rId9"/>')), 'wordUnsafe embedded');
  assert.equal(refusal(wordOf(field(' PAGE ') + field(' TOC \\o "1-3" '))), null);
  const entities = wordParts(p('x')).map(({ name, text }) => ({
    name,
    text: name.endsWith('document.xml') ? `<!DOCTYPE x [<!ENTITY a "b">]>${text}` : text,
  }));
  assert.equal(refusal(zipOf(entities)), 'wordUnsafe entities');
  assert.equal(refusal(wordOf('<w:p>')), 'fileDamaged', 'no XML');
});

test('each mistake is named with its place: the paragraph, or the row of the table', () => {
  assert.deepEqual(faultsOf(p('a') + p('{{project.nam', 'e}} {{period.', 'first}}')), [], 'cut into runs');
  assert.deepEqual(faultsOf(p('a') + p('{{project.nom}}')), ['body 2: unknownPath project.nom']);
  assert.deepEqual(faultsOf(p('{{constructor}} {{__proto__.x}}')), [
    'body 1: unknownPath constructor',
    'body 1: unknownPath __proto__.x',
  ]);
  assert.deepEqual(faultsOf(p('{{period.first | number}}')), ['body 1: formatterUnfit period.first | number']);
  assert.deepEqual(faultsOf(p('{{period.first')), ['body 1: unclosed period.first']);
  assert.deepEqual(faultsOf(table(['a'], ['{{point.name}}'])), ['body table 1 row 2: unknownPath point.name']);
  assert.deepEqual(faultsOf(table(['{{#points}}{{point.name}}', '{{point.max | signed}}{{/points}}'])), []);
  assert.deepEqual(faultsOf(p('{{#points}}') + p('{{point.name}}')), ['body 1: loopOpen #points']);
  assert.deepEqual(faultsOf(p('{{/points}}')), ['body 1: loopUnopened /points']);
  assert.deepEqual(faultsOf(p('{{#points}}{{#if alerts}}{{/points}}{{/if}}')), [
    'body 1: loopCrossed /points',
    'body 1: loopUnopened /if',
  ]);
  assert.deepEqual(faultsOf(p('{{#points}}') + table(['{{/points}}'])), ['body 1: loopAcross #points']);
  assert.deepEqual(faultsOf(table(['{{#points}}']) + table(['{{/points}}'])), [
    'body table 1 row 1: loopAcross #points',
  ]);
  const deep = ['structures', 'families', 'points', 'alerts', 'photos'];
  assert.deepEqual(
    faultsOf(
      p(
        deep.map((name) => `{{#${name}}}`).join('') +
          deep
            .toReversed()
            .map((name) => `{{/${name}}}`)
            .join(''),
      ),
    ),
    ['body 1: loopDeep #photos'],
  );
  const bound = faultsOf(`<w:sdt><w:sdtContent>${p('{{#points}}{{/points}}')}</w:sdtContent></w:sdt>`);
  assert.deepEqual(bound, ['body 1: loopControl #points', 'body 1: loopControl /points']);
  assert.deepEqual(faultsOf(p('{{#points crack}}{{/points}} {{#points nothing}}{{/points}}')), [
    'body 1: unknownPath #points nothing',
  ]);
});

test('ten thousand repetitions are too many, and are counted no further', () => {
  const started = process.cpuUsage();
  const { faults, tags } = checkDocument(
    wordOf(Array.from({ length: 10_000 }, () => p('{{#points}}{{point.name}}{{/points}}')).join('')),
  );
  assert.deepEqual([...new Set(faults.map(({ fault }) => fault))], ['tooMany']);
  assert.ok(tags.length < 10);
  assert.ok(process.cpuUsage(started).user < 5_000_000);
});

test('the example is sound in every language, and asks for what it shows', async () => {
  for (const language of ['en', 'zh-CN', 'zh-TW'] as const) {
    const bytes = await exampleDocument(language);
    const { faults, tags } = checkDocument(bytes);
    assert.deepEqual(faults, []);
    assert.ok(tags.some(({ words, kind }) => words === '#structures' && kind === 'loop'));
    assert.ok(tags.some(({ words, kind }) => words === 'chart.picture' && kind === 'picture'));
    assert.ok(partsOf(bytes).has('word/document.xml'));
  }
});
