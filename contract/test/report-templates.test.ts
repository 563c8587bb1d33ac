/** Templates of reports: what placeholders may say, and what a block may be told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  blockKinds,
  defaultContent,
  ReportBlock,
  reportBlocks,
  TemplateContent,
  templateLimits,
} from '../src/reports/templates.blocks.ts';
import { textProblems } from '../src/reports/templates.checks.ts';
import { parseText } from '../src/reports/templates.placeholders.ts';
import { TemplateFile, templateFileFormat } from '../src/reports/templates.ts';

test('a placeholder is a path and formatters; whatever else is written is named as wrong, and nothing is run', () => {
  const { pieces, faults } = parseText(
    'From {{period.first}} to {{ period.last | upper }}: {{counts.points|number:0}}',
  );
  assert.deepEqual(faults, []);
  assert.deepEqual(pieces, [
    { text: 'From ' },
    { of: 'report', path: 'period.first', formatters: [] },
    { text: ' to ' },
    { of: 'report', path: 'period.last', formatters: [{ name: 'upper', digits: null }] },
    { text: ': ' },
    { of: 'report', path: 'counts.points', formatters: [{ name: 'number', digits: 0 }] },
  ]);
  for (const [text, fault] of [
    ['{{project.nam}}', 'unknownPath'],
    ['{{constructor}}', 'unknownPath'],
    ['{{__proto__}}', 'unknownPath'],
    ['{{project.name.length}}', 'unknownPath'],
    ['{{1 + 1}}', 'unknownPath'],
    ['{{period.first', 'unclosed'],
    ['{{counts.points | number:9}}', 'unknownFormatter'],
    ['{{counts.points | toString}}', 'unknownFormatter'],
    ['{{project.name | number:2}}', 'formatterUnfit'],
    ['{{level.count}}', 'unknownPath'],
    ['{{}}', 'unknownPath'],
    ['{{x}}'.repeat(500), 'unknownPath'],
  ] as const)
    assert.equal(parseText(text).faults[0]?.fault, fault, text);
  assert.equal(parseText('{{project.name}}'.repeat(10_000)).faults[0]?.fault, 'tooMany');
  assert.deepEqual(parseText('{{level.count}}', true).faults, []);
});

test('a point is named by its name, whatever letters that has', () => {
  for (const name of ['CX-01', 'Main dam/CX-01', '裂缝计(2)', 'a|b', '😀 x', '{x}'])
    assert.deepEqual(parseText(`{{point(${name}).max | number:2}}`).pieces, [
      { of: 'point', point: name, path: 'max', formatters: [{ name: 'number', digits: 2 }] },
    ]);
  assert.equal(parseText('{{point().max}}').faults[0]?.fault, 'unknownPath');
  assert.equal(parseText('{{point(A).constructor}}').faults[0]?.fault, 'unknownPath');
});

test('a mistake says its block and place', () => {
  const content = TemplateContent.parse({
    blocks: [
      {
        kind: 'cover',
        fields: [
          { label: 'A', value: '{{period.first}}' },
          { label: 'B', value: '{{nothing}}' },
        ],
      },
      { kind: 'conclusions', phrases: { red: '{{level.points}} {{level.wrong}}' } },
    ],
  });
  assert.deepEqual(
    textProblems(content).map(({ block, place, fault, words }) => [block, place, fault, words]),
    [
      [1, 'fields.2.value', 'unknownPath', 'nothing'],
      [2, 'phrases.red', 'unknownPath', 'level.wrong'],
    ],
  );
});

test('each kind of block begins by itself, and all of them are in the union', () => {
  for (const kind of blockKinds) {
    assert.equal(ReportBlock.parse({ kind }).kind, kind);
    assert.deepEqual(reportBlocks[kind].parse({ kind }), ReportBlock.parse({ kind }));
  }
  assert.deepEqual(textProblems(defaultContent), []);
});

test('what is too much for a template is refused', () => {
  const wrong = (content: unknown) => !TemplateContent.safeParse(content).success;
  assert.ok(wrong({ blocks: [] }));
  assert.ok(wrong({ blocks: Array.from({ length: templateLimits.blocks + 1 }, () => ({ kind: 'cover' })) }));
  assert.ok(wrong({ blocks: [{ kind: 'text', text: 'x'.repeat(templateLimits.textLength + 1) }] }));
  assert.ok(wrong({ blocks: [{ kind: 'script' }] }));
  const picture = `data:image/png;base64,${'A'.repeat(templateLimits.pictureLength)}`;
  assert.ok(wrong({ blocks: [{ kind: 'cover', picture }] }));
  assert.ok(wrong({ blocks: [{ kind: 'cover', picture: 'data:image/svg+xml;base64,AAAA' }] }));
  assert.ok(wrong({ blocks: [{ kind: 'cover', picture: 'https://elsewhere.example/x.png' }] }));
  const nine = Array.from({ length: 9 }, () => ({ role: 'x', picture: 'data:image/png;base64,AAAA' }));
  assert.ok(wrong({ blocks: [{ kind: 'cover', signatures: nine }] }));
  const file = { format: templateFileFormat, version: 1, name: 'A', content: { blocks: [{ kind: 'cover' }] } };
  assert.ok(TemplateFile.safeParse(file).success);
  assert.ok(!TemplateFile.safeParse({ ...file, format: 'other' }).success);
  assert.ok(!TemplateFile.safeParse({ ...file, version: 2 }).success);
});
