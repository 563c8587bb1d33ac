import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { layerAt } from '@plumbline/science/profiles/strata';
import { incrementsOf } from '@plumbline/science/profiles/survey';
import { fitCircle } from '@plumbline/science/sections/circle';
import { contents } from './demo.contents.ts';
import { disturbance, firstKnown, signalOfPoint, thresholdsOf, watchedOf, yearMs } from './demo.signals.ts';
import { world } from './demo.world.ts';

const madeMs = Date.parse('2026-11-22T12:00:00Z');
const startMs = madeMs - yearMs;
const recentMs = 14 * 24 * hourMs;

const points = world.flatMap((project) =>
  project.structures.flatMap(({ groups }) =>
    groups.flatMap((group) => group.points.map((point) => ({ site: project.name, sncode: group.device, point }))),
  ),
);

/** The level of each hour of the year, as its limits say. */
function levelsOf({ site, sncode, point }: (typeof points)[number]): number[] | null {
  const signal = signalOfPoint(site, sncode, point, startMs);
  const laid = thresholdsOf(site, sncode, point, startMs);
  if (!laid) return null;
  const { kind, method, levels } = laid.threshold;
  const watched = watchedOf(kind === 'cumulative' ? kind : 'value', signal, startMs);
  const found: number[] = [];
  for (let at = startMs; at <= madeMs; at += hourMs) {
    const value = watched(at);
    const size = value === null ? 0 : method === 'upper' ? value : Math.abs(value);
    found.push(levels.filter((limit) => limit !== null && value !== null && size >= limit).length);
  }
  return found;
}

test('limits fit an ordinary year: only points that moved in the last two weeks cross them, and reach their level', () => {
  const level = new Map<string, number>();
  for (const each of points) {
    const levels = levelsOf(each);
    if (!levels) continue;
    const { name, alertLevel = 0 } = each.point;
    const ordinary =
      alertLevel > 0 || each.point.knocked || each.point.disturbed ? levels.slice(0, -recentMs / hourMs) : levels;
    assert.equal(Math.max(...ordinary), 0, `${name}: an ordinary year`);
    assert.deepEqual(levels.slice(-24), Array(24).fill(alertLevel), `${name}: the last day`);
    if (alertLevel > 0) level.set(name, alertLevel);
  }
  assert.deepEqual(
    level,
    new Map([
      ['PZ-240-1', 1],
      ['PZ-240-2', 2],
      ['IN-07', 4],
      ['CV-412', 3],
    ]),
  );
});

test('the water falls from the reservoir through the dam', () => {
  const levelOf = (name: string) => {
    const { site, sncode, point } = points.find((each) => each.point.name === name)!;
    const signal = signalOfPoint(site, sncode, point, startMs);
    return firstKnown(signal, startMs, 0);
  };
  const names = ['RL-01 level', 'PZ-180-1', 'PZ-180-2', 'PZ-180-3'];
  const levels = names.map(levelOf);
  assert.deepEqual(
    levels,
    [...levels].sort((a, b) => b - a),
  );
});

test('the casing of the pit bends in the soft seam of its strata, over the last floor of the excavation', () => {
  const project = contents['Luojia Bay Foundation Pit']!;
  const { site, sncode, point } = points.find((each) => each.point.name === 'IN-07')!;
  // maxX and maxY, then x and y of each node from the top; the foot does not move. Segments are 1 m long.
  const values = signalOfPoint(site, sncode, point, startMs).values(madeMs);
  const joints = [...values.filter((_, i) => i >= 2 && i % 2 === 0), 0].map((value) => value ?? 0);
  const increments = incrementsOf(joints, 'bottom').map((value) => Math.abs(value ?? 0));
  const middleM = increments.indexOf(Math.max(...increments)) + 0.5;
  assert.equal(layerAt(project.strata!.layers, middleM)?.soil, 'organic');
  const floors = project.happened.flatMap(({ kind, elevationM }) => (kind === 'excavation' ? [-elevationM!] : []));
  assert.ok(Math.abs(Math.max(...floors) - middleM) < 1.5, `bends at ${middleM} m`);
});

test('the prisms of one total station rise together once, beyond blue, and are back: a storm that means nothing', () => {
  const prisms = points.filter(({ point }) => point.disturbed);
  assert.equal(prisms.length, 8);
  for (const each of prisms) {
    const levels = levelsOf(each);
    assert.ok(levels, each.point.name);
    const reached = levels.flatMap((level, hour) => (level > 0 ? [hour] : []));
    assert.ok(
      reached.length >= 3 && reached.length <= disturbance.hours,
      `${each.point.name}: ${reached.length} hours`,
    );
    assert.ok((levels.length - reached[0]!) / 24 > 4, `${each.point.name}: days ago`);
  }
});

test('the prisms of one slope stand where the plan has them, and those of a section on its circle', () => {
  const placesOf = (names: RegExp) =>
    points
      .filter(({ point }) => names.test(point.name))
      .map(({ site, sncode, point }) => signalOfPoint(site, sncode, point, startMs).plan.parameters);
  const slope = placesOf(/^PR-[ABC]/);
  assert.equal(slope.length, 8);
  const apart = slope.map(({ e0 = 0, n0 = 0 }) =>
    Math.hypot(e0 - (slope[0]?.['e0'] ?? 0), n0 - (slope[0]?.['n0'] ?? 0)),
  );
  assert.ok(Math.max(...apart) > 50 && Math.max(...apart) < 200, `${apart}`);
  const section = placesOf(/^PR-405/).map(({ e0 = 0, h0 = 0 }) => ({ x: e0, y: h0 }));
  const circle = fitCircle(section);
  assert.ok(circle && circle.rms < 0.002, `${circle?.rms}`);
});
