import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { emptyWhole, pointStatus, wholeStatus } from '@plumbline/contract/kernel/status';
import { type FamilyCode, fieldsOf, stateNamed } from '@plumbline/contract/points/families';
import type { Threshold } from '@plumbline/contract/points/points';
import { defaultChartConfig } from '@plumbline/contract/points/points.settings';
import type { TreeNode } from '@plumbline/contract/site/projects';
import { fieldsOfView, quantityNamed, viewNamed, viewsOf } from '@plumbline/contract/views/views';
import { distanceToNext } from '@plumbline/science/limits/limit-distances';
import { drawnLimits, levelOfRow, limitsOf } from '../src/charts/point-limits.ts';
import { allowedRange, historyMs, rangeOf, requestedRange } from '../src/charts/range/ranges.ts';
import { presentLevel } from '../src/design/status-words.ts';
import { differencesOf } from '../src/features/readings/history/change-detail.ts';
import { begin, readView, startPreset, writeView } from '../src/features/views/views/view-state.parts.ts';
import { mainFieldOf, mainValueOf } from '../src/kernel/main-field.ts';
import { chosenZone } from '../src/kernel/zone.ts';
import { groupsOf, treeRows, worstPoint } from '../src/screens/data-view/tree-rows.ts';

const now = Date.parse('2026-03-18T06:30:15Z');
const iso = (at: number) => new Date(at).toISOString();

test('calendar presets begin by the clocks of the project', () => {
  const from = (preset: Parameters<typeof rangeOf>[0]) => iso(rangeOf(preset, now, 'Asia/Shanghai').from);
  assert.equal(from('thisHour'), '2026-03-18T06:00:00.000Z');
  assert.equal(from('thisDay'), '2026-03-17T16:00:00.000Z');
  // 18 March 2026 is a Wednesday; the week began on Monday.
  assert.equal(from('thisWeek'), '2026-03-15T16:00:00.000Z');
  assert.equal(from('thisMonth'), '2026-02-28T16:00:00.000Z');
  assert.equal(from('thisYear'), '2025-12-31T16:00:00.000Z');
  assert.deepEqual(rangeOf('past1Day', now, 'Asia/Shanghai'), { from: now - dayMs, to: now });
});

test('times are read by the clocks of the site, of the reader or of nobody', () => {
  assert.equal(chosenZone('project', 'Asia/Shanghai'), 'Asia/Shanghai');
  assert.equal(chosenZone('utc', 'Asia/Shanghai'), 'UTC');
  assert.equal(chosenZone('mine', 'Asia/Shanghai'), Intl.DateTimeFormat().resolvedOptions().timeZone);
  assert.equal(readView(new URLSearchParams('zone=mars&panels=many')).zone, null);
});

test('what is asked stays within the history, however far one zooms out', () => {
  const wide = allowedRange({ from: now - 4 * historyMs, to: now + historyMs }, now);
  assert.ok(wide.to - wide.from <= historyMs);
  for (const range of [wide, { from: now - 365 * dayMs, to: now }, { from: now - dayMs, to: now }]) {
    const requested = requestedRange(range, now);
    assert.ok(
      requested.from <= range.from &&
        requested.to >= Math.min(range.to, now) &&
        requested.to - requested.from <= historyMs,
    );
  }
  const narrow = allowedRange({ from: now - 10, to: now }, now);
  assert.equal(narrow.to - narrow.from, 10_000);
});

test('an address says all that the view shows, and only what it must', () => {
  const address =
    'point=5&from=2026-03-01T00%3A00%3A00.000Z&to=2026-03-02T00%3A00%3A00.000Z&quantity=rate&field=temp&compare=6%2C7&panels=unit&zone=utc&full=1';
  assert.equal(writeView(readView(new URLSearchParams(address))).toString(), address);
  assert.equal(writeView(readView(new URLSearchParams('point=5'))).toString(), 'point=5');
  const odd = readView(
    new URLSearchParams(
      'point=x&range=ever&quantity=size&compare=5,5,a,9,10,11,12,13,14,15,16&from=2026-03-02&to=2026-03-01',
    ),
  );
  assert.deepEqual([odd.pointId, odd.preset, odd.custom, odd.quantity], [null, null, null, null]);
  const view = begin(odd);
  assert.deepEqual([view.preset, view.quantity], ['past30Days', 'value']);
  assert.deepEqual(odd.compare, [5, 9, 10, 11, 12, 13, 14]);
});

test('what the address does not say, the point says; what it says holds, the usual included', () => {
  const start = { preset: 'past1Day', quantity: 'cumulative' } as const;
  const viewOf = (address: string) => {
    const { preset, custom, quantity } = begin(readView(new URLSearchParams(address)), start);
    return [preset, custom !== null, quantity];
  };
  assert.deepEqual(viewOf('point=5'), ['past1Day', false, 'cumulative']);
  assert.deepEqual(viewOf('range=past30Days&quantity=value'), ['past30Days', false, 'value']);
  assert.deepEqual(viewOf('from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z'), [null, true, 'cumulative']);
});

test('a point that is measured seldom begins with a range that holds readings; a span that somebody chose holds', () => {
  const day = 86_400;
  const month = defaultChartConfig.spanSeconds;
  const byInterval = (intervalSeconds: number) => startPreset(month, false, intervalSeconds);
  assert.deepEqual([60, 3_600, 3 * day, 7 * day, 31 * day, 91 * day, 365 * day, 3_650 * day].map(byInterval), [
    ...['past30Days', 'past30Days', 'past30Days', 'pastHalfYear', 'past1Year', 'past3Years'],
    ...['past10Years', 'past10Years'],
  ]);
  assert.equal(startPreset(month, true, 31 * day), 'past30Days');
  assert.equal(startPreset(day, false, 31 * day), 'past1Day');
});

const point = (id: string, parentId: string, level = 0, minutesAgo: number | null = 0): TreeNode => ({
  id,
  parentId,
  kind: 'point',
  ref: Number(id.slice(1)),
  name: `name ${id}`,
  status: pointStatus(
    {
      atMs: minutesAgo === null ? null : now - minutesAgo * 60_000,
      level,
      hasLimits: true,
      failed: false,
      intervalSeconds: 60,
    },
    now,
  ),
});
const group = (id: string, parentId: string | null, status = emptyWhole()): TreeNode => ({
  id,
  parentId,
  kind: id[0] === 's' ? 'structure' : 'item',
  ref: Number(id.slice(1)),
  name: `name ${id}`,
  status,
});
const nodes = [
  group('s1', null),
  group('s2', null),
  group('i3', 's1'),
  point('p1', 'i3', 2),
  point('p2', 'i3', 4, 31),
  point('p3', 's1'),
  point('p4', 's2', 1),
];

test('a group has the status of its points; a stale one is in no level, and leaves no group normal', () => {
  const rows = treeRows(nodes, (id) => id === 's1', null);
  assert.deepEqual(
    rows.map((row) => [row.node.id, row.depth, row.open, row.count, row.status.state, row.status.level]),
    [
      ['s1', 0, true, 3, 'silent', 2],
      ['i3', 1, false, 2, 'silent', 2],
      ['p3', 1, null, 0, 'reporting', 0],
      ['s2', 0, false, 1, 'reporting', 1],
    ],
  );
  const silent = treeRows([group('s1', null), point('p1', 's1'), point('p2', 's1', 0, null)], () => false, null);
  assert.equal(presentLevel(silent[0]!.status), null);
  const visibleRows = treeRows(
    nodes,
    () => false,
    (each) => each.id === 'p4',
  );
  assert.deepEqual(
    visibleRows.map((row) => row.node.id),
    ['s2', 'p4'],
  );
  // Until its points are here a group stands as the server says.
  const counts = { levels: [30, 0, 0, 1, 0], withoutLimits: 0, failed: 0, stale: 9, neverRead: 0, lastLevel: 0 };
  const early = treeRows([group('s1', null, wholeStatus(counts))], () => true, null);
  assert.deepEqual([early[0]?.count, early[0]?.status.level], [40, 3]);
  assert.equal(worstPoint(nodes)?.id, 'p1');
  assert.deepEqual(
    groupsOf(nodes, 2).map((each) => each.id),
    ['s1', 'i3'],
  );
});

test('the main field is the one that is set, not the first', () => {
  const of = { family: 'waterLevel' as const, nodeCount: 0, mainField: 'pressure' };
  const latest = { at: '2026-03-18T06:00:00Z', receivedAt: '2026-03-18T06:00:01Z', values: [1, 2, 3, 4] };
  assert.deepEqual([mainFieldOf(of)?.field.unit, mainValueOf({ ...of, latest })], ['kPa', 3]);
  assert.equal(mainValueOf({ ...of, latest: null }), null);
});

const rule = (part: Partial<Threshold>): Threshold => ({
  field: 'level',
  kind: 'value',
  method: 'upper',
  levels: [10, null, 30, 40],
  base: 'value',
  combine: 'and',
  rateLevels: null,
  releaseRatio: 0.95,
  releaseCount: 2,
  consecutive: 1,
  enabled: true,
  ...part,
});

test('limits are drawn and labelled on the side that they watch', () => {
  const both = limitsOf(
    [rule({ method: 'twoSided' }), rule({ enabled: false }), rule({ field: 'temp' })],
    'level',
    'value',
  );
  assert.equal(both.length, 1);
  assert.deepEqual(distanceToNext(-12, both), { level: 3, distance: 18 });
  assert.equal(distanceToNext(45, both), null);
  assert.equal(distanceToNext(null, both), null);
  const onChange = drawnLimits(
    [rule({ kind: 'cumulative', levels: [1, null, null, null], method: 'twoSided' })],
    'level',
    'value',
    100,
  );
  assert.deepEqual(onChange, [
    { level: 1, value: 101, cumulative: 1 },
    { level: 1, value: 99, cumulative: -1 },
  ]);
  const multi = [rule({ kind: 'multi', rateLevels: [1, 2, 3, 4] })];
  assert.deepEqual(limitsOf(multi, 'level', 'rate')[0]?.levels, [1, 2, 3, 4]);
});

test('a stored reading has the level of its worst limit', () => {
  const rules = [rule({}), rule({ kind: 'cumulative', method: 'twoSided', levels: [1, 2, 3, 4] })];
  assert.equal(levelOfRow(rules, ['level'], [12], [null]), 1);
  assert.equal(levelOfRow(rules, ['level'], [12], [-4]), 4);
  assert.equal(levelOfRow(rules, ['level'], [null], [null]), 0);
});

test('an act of the change log says what it made otherwise: old and new, and only what differs', () => {
  const act = (kind: Parameters<typeof differencesOf>[0]['kind'], detail: Record<string, unknown>, pointId = 5) =>
    differencesOf({ kind, detail }, pointId).map(({ part, key, before, after }) => [part, key, before, after]);
  const points = [
    { pointId: 4, before: { mode: 1 }, after: { mode: 4 } },
    {
      pointId: 5,
      before: { parameters: { pipeTop: 108.61, K: 0.1 }, initialValues: { level: 97.7 } },
      after: { parameters: { pipeTop: 108.66, K: 0.1, f0: 2862.4 }, initialValues: {} },
    },
  ];
  assert.deepEqual(act('recompute', { points }), [
    ['parameters', 'pipeTop', 108.61, 108.66],
    ['parameters', 'f0', undefined, 2862.4],
    ['initialValues', 'level', 97.7, undefined],
  ]);
  assert.deepEqual(act('recompute', { points }, 4), [['mode', undefined, 1, 4]]);
  assert.deepEqual(act('recompute', { points }, 6), [], 'nothing of another point');
  const whole = { before: { formulaType: 'SYSTEM_FORMULA' }, after: { formulaType: 'CUSTOM_FORMULA' } };
  assert.deepEqual(act('recompute', { scope: 'values', ...whole }), [
    ['formulaType', undefined, 'SYSTEM_FORMULA', 'CUSTOM_FORMULA'],
  ]);
  const record = { id: 1, kind: 'shift', startAt: '2026-03-01T00:00:00Z', endAt: null, fixes: { level: 0.5 } };
  assert.deepEqual(act('correction', { before: [record], after: [{ ...record, fixes: { level: 0.7 } }] }), [
    ['fixes', 'level', 0.5, 0.7],
  ]);
  assert.deepEqual(act('correction', { before: [], after: [record] }), [
    ['startAt', undefined, undefined, record.startAt],
    ['fixes', 'level', undefined, 0.5],
  ]);
  assert.deepEqual(act('flag', { verdict: { fields: ['level'], quality: 'fail', between: null } }), [
    ['quality', 'level', undefined, 'fail'],
  ]);
  assert.deepEqual(act('import', { fileName: 'april.csv' }), [['fileName', undefined, undefined, 'april.csv']]);
  assert.deepEqual(act('reset', { cleared: true }), []);
});

test('covers and smoke detectors have views of their own, and their names of the specification lead there', () => {
  const of = (family: FamilyCode) => viewsOf({ family, nodeCount: 0, type: 0, parameters: {} });
  assert.ok(of('manholeCover').includes('manhole-cover-chart'));
  assert.ok(of('manholeCover').includes('manhole-cover-ott-chart'));
  assert.ok(of('smoke').includes('hiksmoke-chart'));
  assert.ok(!of('crack').some((view) => fieldsOfView(view).length > 0));
  // What a view draws by itself, its family has.
  for (const family of ['manholeCover', 'smoke'] as const)
    for (const key of of(family).flatMap(fieldsOfView))
      assert.ok(
        fieldsOf(family).some((field) => field.key === key),
        `${family} ${key}`,
      );
  assert.equal(viewNamed('adm-prop-horizontal'), 'adm-settlement');
  assert.deepEqual([quantityNamed('rdm-change-chart'), quantityNamed('adm-prop')], ['cumulative', null]);
});

test('a value that stands for a state has its name; an amount, a missing value and an unknown state have none', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, null].map((value) => stateNamed('solution', value)),
    ['solution.invalid', 'solution.single', 'solution.differential', null, 'solution.fixed', 'solution.floating', null],
  );
  assert.deepEqual([stateNamed('open', 1), stateNamed('gas', 1)], ['open.open', null]);
});
