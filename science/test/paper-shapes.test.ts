/** Lines and sections on paper: where what was measured is drawn, and what is not known is not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineSvg } from '../src/display/line-svg.ts';
import { sectionSvg } from '../src/display/section-svg.ts';

/** The paths that are curves: those with dashes, or with none said. */
const curves = (svg: string): string[] =>
  [...svg.matchAll(/<path d="([^"]*)" stroke="[^"]*" stroke-dasharray="[^"]*" stroke-width="1.5"/g)].map(
    ([, path]) => path ?? '',
  );
const places = (path: string): [number, number][] =>
  [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

test('a line falls where it settled, is broken where nothing is known, and names its dates', () => {
  const svg = lineSvg(
    [
      { name: '1 March', values: [0, 0, 0, 0], places: [0, 10, 20, 30] },
      { name: '31 March', values: [0, -12, null, -4], places: [0, 10, 20, 30] },
    ],
    { across: 'Distance, m', up: 'Movement upwards, mm' },
  );
  const [first = '', second = ''] = curves(svg);
  assert.equal(places(first).length, 4);
  assert.equal(new Set(places(first).map(([, y]) => y)).size, 1, 'level');
  assert.match(second, /^M[\d.]+ [\d.]+L[\d.]+ [\d.]+M[\d.]+ [\d.]+$/, 'two parts');
  const [[, zero], [, deepest], [, shallow]] = places(second) as [[number, number], [number, number], [number, number]];
  assert.ok(deepest > shallow && shallow > zero, 'down is down');
  assert.ok(Math.abs((deepest - zero) / (shallow - zero) - 3) < 0.02, 'to scale');
  for (const word of ['1 March', '31 March', 'Distance, m', 'Movement upwards, mm'])
    assert.ok(svg.includes(word), word);
});

test('a section is drawn with movements enlarged by the factor that it names; a prism that is not known is left out', () => {
  const prisms = [
    { acrossM: -3, upM: 0 },
    { acrossM: 0, upM: 3 },
    { acrossM: 3, upM: 0 },
  ];
  const survey = (name: string, acrossMm: (number | null)[], upMm: (number | null)[]) => ({ name, acrossMm, upMm });
  const svg = sectionSvg(
    { prisms, surveys: [survey('now', [10, 0, -10], [0, -6, 0]), survey('gap', [10, null, -10], [0, null, 0])] },
    { enlarged: (factor) => `enlarged ${factor} times` },
  );
  // 15 % of 6 m are 900 mm: ninety times 10 mm, and 50 is the round factor below.
  assert.ok(svg.includes('enlarged 50 times'));
  const rest = places(svg.match(/<path d="([^"]*)" stroke="#999"/)?.[1] ?? '');
  const [moved = '', broken = ''] = curves(svg);
  const pxPerM = (rest[2]![0] - rest[0]![0]) / 6;
  assert.ok(Math.abs(places(moved)[0]![0] - rest[0]![0] - 0.01 * 50 * pxPerM) < 0.2, 'inwards');
  assert.ok(places(moved)[1]![1] > rest[1]![1], 'the crown came down');
  assert.match(broken, /^M[\d.]+ [\d.]+M[\d.]+ [\d.]+$/, 'no line over the gap');
  assert.ok(sectionSvg({ prisms, surveys: [] }, { enlarged: String }).includes('>1<'), 'nothing moved: true to scale');
});
