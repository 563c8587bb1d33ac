/** Limits on curves of paper: the axis is that of the readings, and a limit far away is a sign at the edge with its distance. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartSvg, type PaperLimit } from '../src/display/chart-svg.ts';

const frame = { fromMs: 0, toMs: 10 * 3_600_000, timeZone: 'UTC' };
const curve = (name: string, low: number, high: number) => ({
  name,
  times: Array.from({ length: 11 }, (_, i) => i * 3_600_000),
  values: Array.from({ length: 11 }, (_, i) => low + ((high - low) * i) / 10),
});
const limit = (value: number, name = `L ${value}`, more: Partial<PaperLimit> = {}): PaperLimit => ({
  value,
  name,
  colour: '#A37F00',
  ...more,
});
const field = { unit: 'mm', precision: 2 };
/** How high the path of the only curve is, px of 160. */
function heightOf(svg: string): number {
  const [, path = ''] = /<path d="(M[^"]*)" stroke="#0072B2"[^>]*stroke-width="1.5"/.exec(svg) ?? [];
  const heights = [...path.matchAll(/ ([\d.]+)/g)].map(([, y]) => Number(y));
  return Math.max(...heights) - Math.min(...heights);
}

test('readings between limits far away fill the chart, and each limit says how far they are from it', () => {
  const limits = [-20, -10, 10, 20].map((value) => limit(value));
  const svg = chartSvg({ curves: [curve('A', 5.16, 5.68)], field, limits }, frame);
  assert.ok(heightOf(svg) > 100, `${heightOf(svg)}`);
  for (const words of ['L 20 (+14.32)', 'L 10 (+4.32)', 'L -10 (-15.16)', 'L -20 (-25.16)'])
    assert.ok(svg.includes(`>${words}</text>`), words);
  assert.equal(svg.match(/z" fill="#A37F00"/g)?.length, 4, 'a sign for each');
  assert.doesNotMatch(svg, /L[\d.]+ [\d.]+" stroke="#A37F00"/, 'and no line');
});

test('a limit that is near, or that was crossed, is a line on the axis', () => {
  const svg = chartSvg({ curves: [curve('A', 5, 6)], field, limits: [limit(5.5), limit(7), limit(40)] }, frame);
  assert.ok(svg.includes('>L 5.5</text>') && svg.includes('>L 7</text>'), 'without a distance');
  assert.ok(svg.includes('>L 40 (+34.00)</text>'));
  assert.ok(heightOf(svg) >= 0.4 * 150, `${heightOf(svg)}`);
});

test('limits of single curves have the stroke of theirs, and count from their readings', () => {
  const curves = [curve('A', 5, 6), curve('B', 1, 2)];
  const limits = [limit(2.5, 'Blue', { curve: 1 }), limit(90, 'Red', { curve: 1 }), limit(60, 'Red', { curve: 0 })];
  const svg = chartSvg({ curves, field, limits }, frame);
  assert.match(svg, /stroke="#D55E00" stroke-dasharray="7 3" stroke-width="0.7"/);
  assert.match(svg, /z" fill="#D55E00"\/><text[^>]*>Red \(\+88\.00\)/);
  assert.match(svg, /z" fill="#0072B2"\/><text[^>]*>Red \(\+54\.00\)/);
  assert.doesNotMatch(svg, /#A37F00/);
});

test('names stand one below the other, and a chart without readings is that of its limits', () => {
  const limits = Array.from({ length: 8 }, (_, i) => limit(i < 4 ? 20 + i : -20 - i));
  const svg = chartSvg({ curves: [curve('A', 5, 5.1)], field, limits }, frame);
  const rows = [...svg.matchAll(/y="([\d.]+)"[^>]*>L -?2\d/g)].map(([, y]) => Number(y));
  assert.equal(rows.length, 8);
  assert.ok(
    rows.every((y, i) => i === 0 || y - rows[i - 1]! >= 13.9),
    `${rows}`,
  );
  const empty = chartSvg(
    { curves: [{ name: 'A', times: [], values: [] }], field, limits: [limit(1), limit(2)] },
    frame,
  );
  assert.ok(empty.includes('>L 1</text>') && empty.includes('>L 2</text>') && !empty.includes('NaN'));
});
