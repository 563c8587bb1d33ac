/** What lies beside a casing: the layers of soil, and how deep the pit before it was dug when. Depths are m, downwards. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, paging } from './fields.ts';
import { reason } from './points.point.ts';

/** Soils of layers, from loose to firm; each has its mark and tint in drawings. */
export const soils = [
  'fill',
  'organic',
  'clay',
  'siltyClay',
  'silt',
  'sand',
  'gravel',
  'weatheredRock',
  'rock',
  'concrete',
  'other',
] as const;
export type Soil = (typeof soils)[number];

/** No casing reaches farther; what is typed in mm or with a slipped point is found by it. */
export const deepestM = 1_000;
export const maxLayers = 60;
export const maxExcavations = 100;
/** Records of the strata that a point keeps; the oldest make room. */
export const maxStrataRecords = 100;

const depthM = z.number().min(0).max(deepestM);

export const layerShape = {
  topM: depthM.describe('m below the level from which the depths of the casing count'),
  bottomM: depthM,
  soil: z.enum(soils),
  name: z.string().trim().max(40).default('').describe('As on the log of the borehole; empty = what it is made of'),
};
/** A layer ends below where it begins. */
export const SoilLayer = z
  .object(layerShape)
  .refine(({ topM, bottomM }) => topM < bottomM, { path: ['bottomM'], message: 'layerOrder' })
  .meta({ id: 'SoilLayer' });
export type SoilLayer = z.output<typeof SoilLayer>;

export const excavationShape = {
  on: z.iso.date().describe('The day on which it was reached, by the clocks of the project'),
  depthM: depthM.describe('m below the same level as the layers'),
};
export const Excavation = z.object(excavationShape).meta({ id: 'Excavation' });
export type Excavation = z.output<typeof Excavation>;

/** The first layer that begins above the end of the one before it; null = they are in order. */
export function overlappingLayer(layers: readonly Pick<SoilLayer, 'topM' | 'bottomM'>[]): number | null {
  const place = layers.findIndex(({ topM }, i) => topM < (layers[i - 1]?.bottomM ?? 0));
  return place < 0 ? null : place;
}
/** The first day that is in the list before; null = none. */
export function repeatedDay(excavations: readonly Pick<Excavation, 'on'>[]): number | null {
  const place = excavations.findIndex(({ on }, i) => excavations.slice(0, i).some((before) => before.on === on));
  return place < 0 ? null : place;
}

const layers = z
  .array(SoilLayer)
  .max(maxLayers)
  .check(({ value, issues }) => {
    const place = overlappingLayer(value);
    if (place !== null) issues.push({ code: 'custom', message: 'layersOverlap', input: value, path: [place, 'topM'] });
  })
  .describe('From the top down; there may be gaps between them');
const excavations = z
  .array(Excavation)
  .max(maxExcavations)
  .check(({ value, issues }) => {
    const place = repeatedDay(value);
    if (place !== null) issues.push({ code: 'custom', message: 'daysRepeat', input: value, path: [place, 'on'] });
  })
  .describe('By day; each counts until the next one');

export const Strata = z.object({ layers: z.array(SoilLayer), excavations: z.array(Excavation) }).meta({ id: 'Strata' });
export type Strata = z.output<typeof Strata>;

/** The strata as somebody entered them, from one act on. */
export const StrataRecord = z
  .object({
    id: z.int(),
    at: z.string(),
    byName: z.string(),
    reason: z.string(),
    strata: Strata,
  })
  .meta({ id: 'StrataRecord' });
export type StrataRecord = z.output<typeof StrataRecord>;

export const strata = {
  get: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/strata',
    summary: 'The soil layers beside a casing and its excavation levels; both empty where nobody has entered them.',
    shows: ['strata'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id }),
    reply: z.object({ strata: Strata }),
  }),
  set: route({
    method: 'PUT',
    path: '/measuring-points/{pointId}/strata',
    summary: 'Sets the soil layers and excavation levels of a casing as a whole. No reading changes; what was is kept.',
    changes: ['strata'],
    guards: { read: 'get', part: 'strata' },
    needs: 'Update:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id, layers, excavations, reason }),
    reply: z.object({ strata: Strata }),
    fails: ['badInput'],
    example: {
      pointId: 1,
      layers: [{ topM: 0, bottomM: 2.5, soil: 'fill' }],
      excavations: [{ on: '2026-03-01', depthM: 4.5 }],
    },
  }),
  changes: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/strata-changes',
    summary:
      'Returns the strata as they were entered, by whom, when and why; the newest first. The first of all is in force.',
    shows: ['strata'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id, ...paging }),
    reply: z.object({ records: z.array(StrataRecord), total: z.int() }),
  }),
};
