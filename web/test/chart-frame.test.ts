/** What the frame of all charts promises, whichever way a kind lies, and what the first kind answers it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pressKey } from '../src/charts/frame/crosshair-keys.ts';
import type { Drawing } from '../src/charts/frame/kind.ts';
import { Plane } from '../src/charts/frame/plane.ts';
import { boundedBy, nearest, panned, type Range, zoomed } from '../src/charts/frame/range.ts';
import { hiddenAmong, isolated } from '../src/charts/frame/use-hidden.ts';
import { withColours } from '../src/charts/kinds/time-value/curve-kinds.ts';
import { panelsOf } from '../src/charts/kinds/time-value/panels.ts';
import type { PanelChoice, TimeValueContent } from '../src/charts/kinds/time-value/shapes.ts';
import { timeValue } from '../src/charts/kinds/time-value/time-value.ts';
import { tokens } from '../src/design/tokens.ts';

const drawing: Drawing = {
  option: {},
  layout: { left: 50, right: 50, top: 20, bottom: 30 },
  scale: { min: 0, max: 10, step: 1, decimals: 0 },
};
const size = { widthPx: 300, heightPx: 150 };
/** 200 x 100 px of plot. */
const planeOf = (direction: 'x' | 'y', view: Range, minSpan = 1_000) =>
  new Plane({ direction, minSpan }, view, drawing, size);

test('a chart that lies along x reads its values upwards, one along y reads positions downwards', () => {
  const over = planeOf('x', { from: 0, to: 2_000 });
  assert.deepEqual([over.pxOf(1_000), over.acrossPxOf(10), over.acrossPxOf(0)], [150, 20, 120]);
  const down = planeOf('y', { from: 0, to: 40 }, 1);
  assert.deepEqual([down.pxOf(10), down.acrossPxOf(0), down.acrossPxOf(10)], [45, 50, 250]);
  assert.equal(over.acrossPxOf(10.1), null);
});

test('a press finds the nearest stop in view, and none outside of the plot', () => {
  const plane = planeOf('x', { from: 0, to: 2_000 });
  const stops = [-500, 400, 900, 5_000];
  assert.equal(plane.stopAt({ x: 130, y: 0 }, stops), 900);
  assert.equal(plane.stopAt({ x: 49, y: 60 }, stops), null);
  assert.equal(plane.stopAt({ x: 130, y: 60 }, [5_000]), null);
  assert.equal(plane.stopAt({ x: 130, y: 60 }, []), null);
});

test('a drag along the numbers of the axis chooses a stretch, beside them and on the plot it does not', () => {
  const over = planeOf('x', { from: 0, to: 2_000 });
  const on = (x: number, y: number) => over.isOnAxis({ x, y });
  assert.deepEqual([on(150, 130), on(150, 60), on(20, 130), on(280, 130)], [true, false, false, false]);
  assert.deepEqual(over.bandOf({ x: 10, y: 130 }, { x: 150, y: 140 }), {
    from: { x: 50, y: 20 },
    to: { x: 150, y: 120 },
  });
  const down = planeOf('y', { from: 0, to: 40 }, 1);
  assert.deepEqual([down.isOnAxis({ x: 20, y: 60 }), down.isOnAxis({ x: 60, y: 60 })], [true, false]);
});

test('one entry is shown alone, and all of them when it was alone already', () => {
  const ids = ['a', 'b', 'c'];
  const alone = isolated(ids, new Set(), 'b');
  assert.deepEqual([...alone], ['a', 'c']);
  assert.deepEqual([...isolated(ids, alone, 'b')], []);
  assert.deepEqual([...isolated(ids, alone, 'a')], ['b', 'c']);
});

test('a box is a stretch and values, wherever it begins; one that is too small is none', () => {
  const over = planeOf('x', { from: 0, to: 2_000 });
  assert.deepEqual(over.boxOf({ x: 250, y: 20 }, { x: 150, y: 70 }), { from: 1_000, to: 2_000, lower: 5, upper: 10 });
  const down = planeOf('y', { from: 0, to: 40 }, 1);
  assert.deepEqual(down.boxOf({ x: 50, y: 20 }, { x: 150, y: 45.02 }), { from: 0, to: 10.008, lower: 0, upper: 5 });
  assert.equal(over.boxOf({ x: 150, y: 20 }, { x: 152, y: 90 }), null);
});

test('positions that are no times keep their digits when they are moved', () => {
  assert.deepEqual(zoomed({ from: 0, to: 10 }, 0.5, 0.25, 1), { from: 3.75, to: 6.25 });
  assert.deepEqual(zoomed({ from: 4, to: 5 }, 0.5, 0.01, 1), { from: 4, to: 5 });
  assert.deepEqual(panned({ from: 0, to: 10 }, 0.1234567, 1), { from: -1.235, to: 8.765 });
});

test('the nearest of positions: between two equally near ones the later, and none of none', () => {
  assert.deepEqual(
    [nearest([10, 20], 14), nearest([10, 20], 15), nearest([10, 20], 99), nearest([], 1)],
    [0, 1, 1, -1],
  );
});

test('where everything that is left was hidden before, nothing is', () => {
  assert.deepEqual([...hiddenAmong(['a', 'b'], new Set(['b', 'gone']))], ['b']);
  assert.deepEqual([...hiddenAmong(['b'], new Set(['b', 'gone']))], []);
});

test('arrows step from stop to stop along the chart; keys of the other direction are the page’s', () => {
  const press = (key: string, direction: 'x' | 'y', at: number | null) => {
    const done: unknown[] = [];
    const isKnown = pressKey(key, {
      kind: { direction },
      stops: [1, 2, 3],
      crosshair: { at, cross: (next) => done.push(next), onPick: undefined },
      moving: { view: { from: 0, to: 8 }, move: (next) => done.push(next) },
    });
    assert.equal(isKnown, done.length > 0);
    return done[0];
  };
  assert.deepEqual([press('ArrowLeft', 'x', null), press('ArrowLeft', 'x', 1), press('ArrowRight', 'x', 1)], [2, 1, 2]);
  assert.deepEqual(
    [press('ArrowUp', 'x', 2), press('ArrowUp', 'y', 2), press('ArrowRight', 'y', 2)],
    [undefined, 1, undefined],
  );
  assert.deepEqual(
    [press('+', 'x', null), press('-', 'x', null)],
    [
      { from: 2, to: 6 },
      { from: -4, to: 12 },
    ],
  );
  assert.equal(press('Escape', 'x', 2), null);
});

const curve = (id: string, values: readonly (number | null)[]) => ({
  id,
  name: id,
  unit: 'm',
  times: values.map((_, i) => i * 1_000),
  values,
});
const rain = { ...curve('rain', [1, 2]), kind: 'hanging' as const };

test('hiding a curve changes the colour of no other; what is drawn on the first is hidden with it', () => {
  const content = { curves: [curve('a', [1, 2]), rain, curve('b', [3, 4])], thresholds: [{ level: 1, value: 2 }] };
  assert.deepEqual(
    withColours(content.curves).map(({ colour }) => colour),
    [0, undefined, 1],
  );
  const withoutFirst = timeValue.without(content, new Set(['a']));
  assert.deepEqual(
    withoutFirst.curves.map(({ id, colour }) => [id, colour]),
    [
      ['rain', undefined],
      ['b', 1],
    ],
  );
  assert.deepEqual(
    [withoutFirst.thresholds, timeValue.without(content, new Set(['b'])).thresholds?.length],
    [undefined, 1],
  );
});

test('the crosshair follows the first line, whatever hangs before it, and marks what the left axis measures', () => {
  const right = { ...curve('r', [7, 8]), axis: 'right' as const };
  const content = { curves: [rain, curve('a', [5, null]), right] };
  assert.deepEqual(timeValue.stopsOf(content), [0, 1_000]);
  assert.deepEqual(timeValue.stopsOf({ curves: [rain] }), []);
  const dotsAt = (at: number) => timeValue.dotsAt(content, at, tokens.default).map(({ id, value }) => [id, value]);
  assert.deepEqual([dotsAt(0), dotsAt(1_000)], [[['a', 5]], []]);
  const values = (at: number | null) => timeValue.entriesOf(content, at, tokens.default).map(({ value }) => value);
  assert.deepEqual(
    [values(0), values(null)],
    [
      ['1.000', '5.000', '7.000'],
      ['2.000', '5.000', '8.000'],
    ],
  );
});

test('the caption names as many curves as the line holds, then how many more', () => {
  const content = { curves: Array.from({ length: 12 }, (_, i) => curve(`PZ-240-${i}`, [1])), zone: 'UTC' };
  const caption = timeValue.captionOf(content, { from: 0, to: 86_400_000 });
  assert.match(caption, /^1970-01-01 00:00:00 – 1970-01-02 00:00:00 .*UTC.* {3}PZ-240-0 \(m\), .*PZ-240-4 \(m\), \+7$/);
});

/** Two units over one time, a second curve of the first, and rain. */
const several = {
  curves: withColours([
    { id: 'a', name: 'A', unit: 'mm', times: [0, 1_000], values: [1, 2] },
    { id: 'b', name: 'B', unit: 'kPa', times: [0, 1_000], values: [100, 200], axis: 'right' },
    { id: 'c', name: 'C', unit: 'mm', times: [0, 1_000], values: [3, 4] },
    { id: 'rain', name: 'Rain', unit: 'mm', times: [0, 1_000], values: [5, 6], kind: 'hanging' },
  ]),
  thresholds: [{ level: 1, value: 2 }],
  annotations: [{ from: 0, to: null, words: 'Storm' }],
  zone: 'UTC',
} satisfies TimeValueContent;
const canvas = {
  widthPx: 800,
  heightPx: 480,
  tokens: tokens.white,
  language: 'en',
  t: ((key: string) => key) as never,
};

test('curves are shared out among charts under each other by unit or one by one, with their colours and limits', () => {
  const idsOf = (panels: PanelChoice) =>
    panelsOf({ ...several, panels }).map(({ curves }) => curves.map(({ id }) => id).join(' '));
  assert.deepEqual(idsOf('one'), ['a b c rain']);
  assert.deepEqual(idsOf('unit'), ['a c rain', 'b']);
  assert.deepEqual(idsOf('curve'), ['a', 'b', 'c', 'rain']);
  const [first, second] = panelsOf({ ...several, panels: 'unit' });
  assert.deepEqual([first?.thresholds?.length, second?.thresholds], [1, undefined]);
  assert.deepEqual([first?.annotations?.[0]?.words, second?.annotations?.[0]?.words], ['Storm', '']);
  assert.deepEqual([second?.curves[0]?.axis, second?.curves[0]?.colour], ['left', 1]);
});

test('charts under each other have one crosshair: each dot lies in the chart of its curve, by that chart’s own axis', () => {
  const content = { ...several, panels: 'unit' } as const;
  const drawing = timeValue.draw(content, { from: 0, to: 1_000 }, canvas);
  assert.equal(drawing.panels?.length, 2);
  const plane = new Plane(timeValue, { from: 0, to: 1_000 }, drawing, canvas);
  const places = timeValue.dotsAt(content, 1_000, tokens.white).map(({ id, value, panel }) => {
    const px = plane.acrossPxOf(value, panel) ?? Number.NaN;
    const { top = 0, heightPx = 0 } = drawing.panels?.[panel ?? 0] ?? {};
    return [id, px >= top && px <= top + heightPx];
  });
  assert.deepEqual(places, [
    ['a', true],
    ['c', true],
    ['b', true],
  ]);
  const [upper, lower] = drawing.panels ?? [];
  assert.ok(upper && lower && lower.top >= upper.top + upper.heightPx);
  const { series } = drawing.option as { series: { id: string; xAxisIndex: number; yAxisIndex: number }[] };
  assert.deepEqual(
    ['0 a', '1 b'].map((id) =>
      series.filter((each) => each.id === id).map((each) => [each.xAxisIndex, each.yAxisIndex]),
    ),
    [[[0, 0]], [[1, 3]]],
  );
  // A file holds all of them.
  assert.equal(timeValue.tableOf(content, { from: 0, to: 1_000 }, canvas.t)[0]?.length, 5);
  assert.deepEqual(timeValue.pictureOf?.(content), { widthPx: 800, heightPx: 450 });
});

test('a stretch of an axis with ends never leaves them', () => {
  const whole = { from: 0, to: 100 };
  assert.deepEqual(boundedBy({ from: 20, to: 40 }, whole), { from: 20, to: 40 });
  assert.deepEqual(boundedBy({ from: -30, to: 10 }, whole), { from: 0, to: 40 });
  assert.deepEqual(boundedBy({ from: 90, to: 130 }, whole), { from: 60, to: 100 });
  assert.deepEqual(boundedBy({ from: -500, to: 900 }, whole), whole);
});
