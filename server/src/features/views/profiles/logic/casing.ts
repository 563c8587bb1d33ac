/** The chain of segments that a point is in a stretch of time, from the parameters that convert its readings then. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Casing, ChainDrawing } from '@plumbline/contract/views/profiles';
import { restOf } from '@plumbline/science/profiles/rest';
import type { Plane } from '@plumbline/science/sections/plane';
import { chainDrawing, chainOf, usualSegmentMm } from '@plumbline/science/sensors/chain';
import { Settings } from '@plumbline/science/sensors/settings';
import type { PeriodConversion } from '../../../points/bindings/bindings.conversions.api.ts';
import { iso } from '../../../readings/readings/readings.query.api.ts';

export interface DatedCasing extends Casing {
  readonly nodeCount: number;
  /** Of a ring, as its initial directions miss it; else null. */
  readonly misclosure: Plane | null;
  /** [fromMs, toMs), epoch ms. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** The chains of a point, oldest first; stretches of the same chain are one. */
export function casingsOf(periods: readonly PeriodConversion[]): DatedCasing[] {
  const casings: DatedCasing[] = [];
  for (const period of periods) {
    const casing = casingOf(period);
    const before = casings.at(-1);
    if (before && isSame(before, casing)) casings[casings.length - 1] = { ...before, toMs: casing.toMs };
    else casings.push(casing);
  }
  return casings;
}

function casingOf({ parameters, nodeCount, depthM, fromMs, toMs }: PeriodConversion): DatedCasing {
  const settings = new Settings(parameters);
  const chain = chainOf(settings, nodeCount);
  const { form, lengthsMm, fixedEnd, panelAngleDeg } = chain;
  return {
    form,
    segmentMm: lengthsMm[0] ?? usualSegmentMm,
    lengthsMm: [...lengthsMm],
    fixedEnd,
    panelAngleDeg: Number.isNaN(panelAngleDeg) ? null : panelAngleDeg,
    markAzimuthDeg: chainDrawing(settings).markAzimuthDeg,
    fromAt: Number.isFinite(fromMs) ? iso(fromMs) : null,
    // Of a casing its upper end.
    ...known(restOf(chain, depthM ?? 0)),
    nodeCount,
    fromMs,
    toMs,
  };
}

/** As answers hold it: places that cannot be calculated (directions that are not set) are left out. */
const known = ({ chainagesM, depthsM, elevationsM, nodes, misclosure }: ReturnType<typeof restOf>) => ({
  chainagesM: [...chainagesM],
  depthsM: [...depthsM],
  elevationsM: elevationsM.filter(Number.isFinite),
  nodes: nodes.some(({ x, y }) => Number.isNaN(x + y)) ? [] : nodes.map(({ x, y }) => ({ x, y })),
  misclosure,
});

const geometry = (casing: DatedCasing): string =>
  JSON.stringify([
    casing.form,
    casing.fixedEnd,
    casing.lengthsMm,
    casing.depthsM,
    casing.elevationsM,
    casing.panelAngleDeg,
    casing.markAzimuthDeg,
    casing.nodes,
  ]);
const isSame = (a: DatedCasing, b: DatedCasing): boolean => geometry(a) === geometry(b);

/** Returns the casing that was in force at a time. */
export const casingAt = (casings: readonly DatedCasing[], atMs: number): DatedCasing =>
  casings.find(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs) ?? elementAt(casings, -1);

/** How the point is drawn: as its parameters say now. */
export const drawingOf = (periods: readonly PeriodConversion[]): ChainDrawing => ({
  ...chainDrawing(new Settings(elementAt(periods, -1).parameters)),
});
