/** Drawings in the web: their axes, their colours, and the steps of placing points. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { themes } from '@plumbline/contract/kernel/constants';
import { paperColours, roleSheet, themed } from '@plumbline/science/display/drawing-roles';
import { tokens } from '../src/design/tokens.ts';
import { chainageText, stepOf, ticksBetween } from '../src/features/site/drawings/plane-ticks.ts';
import { changesOf, formerPlaces, moved, newest, placesWith, undone } from '../src/screens/drawings/moved-places.ts';

describe('axes of a drawing', () => {
  test('steps are 1, 2 or 5, and never more ticks than fit', () => {
    assert.deepEqual([stepOf(100, 10), stepOf(160, 9), stepOf(47, 10), stepOf(0.9, 4)], [10, 20, 5, 0.5]);
    for (const span of [0.03, 1, 7.7, 46, 166, 4_321])
      assert.ok(ticksBetween(0, span, 900, 90).length <= 11, `${span}`);
  });

  test('they run either way, with as many decimals as the step has, and are none where nothing fits', () => {
    assert.deepEqual(
      ticksBetween(103, 57, 300, 46).map(({ text }) => text),
      ['60', '70', '80', '90', '100'],
    );
    assert.deepEqual(
      ticksBetween(-1, 1, 500, 100).map(({ text }) => text),
      ['\u22121.0', '\u22120.5', '0.0', '0.5', '1.0'],
    );
    assert.deepEqual(ticksBetween(5, 5, 500, 100), [{ value: 5, text: '5' }]);
    assert.deepEqual(ticksBetween(Number.NaN, 5, 500, 100), []);
  });

  test('chainage is written as engineers write it', () => {
    assert.deepEqual(
      [0, 240, 999.96, 12_345.67, -35].map((each) => chainageText(each, 1)),
      ['0+000.0', '0+240.0', '1+000.0', '12+345.7', '\u22120+035.0'],
    );
    assert.deepEqual(
      [240.4, -0.2].map((each) => chainageText(each)),
      ['0+240', '0+000'],
    );
  });
});

describe('colours of a drawing', () => {
  for (const theme of themes)
    test(`${theme}: no role has the colour of a level`, () => {
      const sheet = roleSheet(tokens[theme]).toLowerCase();
      for (const [name, value] of Object.entries(tokens[theme]))
        if (/^lv[0-4]/.test(name)) assert.ok(!sheet.includes(`:${String(value).toLowerCase()}`), name);
      assert.doesNotMatch(sheet, /undefined/);
    });

  test('paper has those of the white theme', () => {
    for (const [name, colour] of Object.entries(paperColours))
      assert.equal(colour, tokens.white[name as keyof typeof paperColours], name);
  });

  test('the sheet stands before what the drawing says itself', () => {
    const svg = '<svg viewBox="0 0 1 1"><style>.pl-water{fill:blue}</style></svg>';
    assert.match(
      themed(svg, tokens.white),
      /^<svg viewBox="0 0 1 1"><style>\.pl-water\{[^<]*<\/style><style>\.pl-water\{fill:blue\}/,
    );
  });
});

describe('placing points', () => {
  const drawing = { places: [{ pointId: 1, x: 0.1, y: 0.2, byName: '', placedAt: '' }] };
  test('each step is undone by itself, a drag is one', () => {
    let steps = moved([], 1, { x: 0.3, y: 0.3 }, false);
    steps = moved(steps, 2, { x: 0.5, y: 0.5 }, false);
    steps = moved(steps, 2, { x: 0.6, y: 0.5 }, true);
    assert.equal(steps.length, 2);
    assert.deepEqual(
      [...placesWith(drawing, newest(steps))],
      [
        [1, { x: 0.3, y: 0.3 }],
        [2, { x: 0.6, y: 0.5 }],
      ],
    );
    steps = undone(steps);
    assert.deepEqual([...newest(steps).keys()], [1]);
    assert.deepEqual(undone(undone(steps)), []);
  });

  test('only what lies elsewhere is sent, and what puts it back is known', () => {
    let steps = moved([], 1, { x: 0.1, y: 0.2 }, false);
    steps = moved(steps, 2, { x: 0.5, y: 0.5 }, false);
    assert.deepEqual(changesOf(drawing, newest(steps)), [{ pointId: 2, place: { x: 0.5, y: 0.5 } }]);
    steps = moved(steps, 1, null, false);
    const changes = changesOf(drawing, newest(steps));
    assert.deepEqual(
      changes.map(({ pointId }) => pointId),
      [1, 2],
    );
    assert.deepEqual(formerPlaces(drawing, changes), [
      { pointId: 1, place: { x: 0.1, y: 0.2 } },
      { pointId: 2, place: null },
    ]);
    assert.equal(placesWith(drawing, newest(steps)).has(1), false);
  });
});
