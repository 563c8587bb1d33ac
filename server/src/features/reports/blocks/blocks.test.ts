/** What the blocks of a report conclude, compare and name of what was measured. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelColours } from '@plumbline/contract/kernel/constants';
import {
  fromMs,
  printedRows,
  reportAlert,
  reportContent,
  reportLine,
  templateOf,
  toMs,
} from '../../../../test/report-content.fixtures.ts';
import type { PaperPart } from '../paper/paper.api.ts';
import { localTimes, noExtras, offsetText, paperOf, textWriter } from './blocks.api.ts';

const partsOf = (change: Parameters<typeof reportContent>[0]): readonly PaperPart[] =>
  paperOf(reportContent(change)).paper.sections.flatMap(({ parts }) => parts);
const tablesOf = (change: Parameters<typeof reportContent>[0]) =>
  partsOf(change).flatMap((each) => (each.part === 'table' ? [printedRows(each.table)] : []));
const textsOf = (change: Parameters<typeof reportContent>[0]) =>
  partsOf(change).flatMap((each) => (each.part === 'text' ? [each.text] : each.part === 'list' ? each.items : []));

const stale = { state: 'stale', level: 0, at: fromMs, staleAt: fromMs + 1 } as const;

test('a point that fell silent at its normal level has no colour of normal and is not concluded to be so', () => {
  const lines = [
    reportLine(1),
    reportLine(2, { status: stale }),
    reportLine(3, { status: { ...stale, level: 3 } }),
    reportLine(4, { status: { ...stale, state: 'reporting', level: null } }),
  ];
  const template = templateOf({ kind: 'statistics', columns: ['status'] });
  const [rows = []] = tablesOf({ lines, template });
  assert.deepEqual(
    rows.map((row) => [row[1]?.text, row[1]?.colour]),
    [
      ['Normal', levelColours[0]],
      ['Stale', '#9ca3af'],
      ['Orange, stale', levelColours[3]],
      ['No limits', '#9ca3af'],
    ],
  );
  const phrases = {
    normal: 'normal {{level.points}}',
    orange: 'orange {{level.points}}',
    unknown: 'not known {{level.points}}',
  };
  assert.deepEqual(textsOf({ lines, template: templateOf({ kind: 'conclusions', phrases }) }), [
    'orange W-3',
    'normal W-1',
    'not known W-2, W-4',
  ]);
});

test('the greatest change is the one that moved most, upwards or downwards, of main fields alone', () => {
  const lines = [
    reportLine(1, { figures: { change: 2 } }),
    reportLine(2, { figures: { change: -5 } }),
    reportLine(3, { isMain: false, figures: { change: 90 } }),
  ];
  const template = templateOf({ kind: 'statistics', columns: ['change'], extremes: true });
  const [sentence = ''] = textsOf({ lines, template });
  assert.ok(sentence.includes('; Greatest change in the period -5.000 mm (W-2); '), sentence);
});

test('a comparison on paper is what it is now less what it was, point by point', () => {
  const lines = [
    reportLine(2, { figures: { last: { atMs: fromMs - 1, value: 5 } } }),
    reportLine(1, { figures: { last: null } }),
  ];
  const extras = { ...noExtras, before: { firstDay: '2026-02-23', lastDay: '2026-03-01', lines } };
  const [rows = []] = tablesOf({ template: templateOf({ kind: 'comparison' }), extras });
  assert.deepEqual(
    rows.map((row) => row.slice(2, 5).map(({ text }) => text)),
    [
      ['–', '2.000', '–'],
      ['5.000', '2.000', '-3.000'],
    ],
  );
});

test('completeness on paper is 100 % only where no reading is missing', () => {
  const lines = [
    reportLine(1, { figures: { expected: 5000, missing: 1 } }),
    reportLine(2),
    reportLine(3, { figures: { expected: 0 } }),
  ];
  const [rows = []] = tablesOf({ lines, template: templateOf({ kind: 'statistics', columns: ['complete'] }) });
  assert.deepEqual(
    rows.map((row) => row[1]?.text),
    ['99.9 %', '100 %', '–'],
  );
});

test('alerts beyond those that are listed are said, and those below the wanted level are not listed', () => {
  const alerts = [1, 2, 3].map((level) => reportAlert({ id: level, level, pointName: `W-${level}` }));
  const all = { alerts, alertTotal: 40, template: templateOf({ kind: 'alerts', handling: false }) };
  assert.ok(textsOf(all).includes('Only the first 3 of 40 alerts are listed.'));
  const [rows = []] = tablesOf({ ...all, template: templateOf({ kind: 'alerts', fromLevel: 2 }) });
  assert.deepEqual(
    rows.map((row) => row[1]?.text),
    ['W-2', 'W-3'],
  );
});

test('a placeholder of a name that two points have is a dash, and of one with its structure the point of that', () => {
  const lines = [
    reportLine(1, { point: { name: 'W', structure: 'North' } }),
    reportLine(2, { point: { name: 'W', structure: 'South' }, figures: { max: 8 } }),
    reportLine(3, { isMain: false, point: { name: 'W', structure: 'South' }, figures: { max: 90 } }),
  ];
  const { write } = textWriter(reportContent({ lines }));
  assert.equal(write('{{point(W).max}} {{point(South/W).max}} {{counts.points}}'), '– 8.000 2');
});

test('times are those of the zone of the project, west of Greenwich too', () => {
  const at = Date.parse('2026-03-02T01:30:00Z');
  assert.deepEqual(
    ['Asia/Shanghai', 'America/St_Johns', 'UTC'].map((zone) => [localTimes(zone).text(at), offsetText(zone, at)]),
    [
      ['2026-03-02 09:30', 'UTC+08:00'],
      ['2026-03-01 22:00', 'UTC-03:30'],
      ['2026-03-02 01:30', 'UTC+00:00'],
    ],
  );
  assert.equal(
    localTimes('Asia/Shanghai')
      .cell(toMs - 1)
      .toISOString(),
    '2026-03-08T23:59:59.000Z',
  );
});
