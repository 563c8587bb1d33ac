/** What a person says of a condition: its terms in groups, its delays. Checked by one schema on both sides. */
import { z } from 'zod';
import { healthStatuses } from '../devices/devices.words.ts';
import { id, instant, name } from '../points/fields.ts';

export const termKinds = [
  'value',
  'change',
  'rate',
  'difference',
  'sum',
  'tangent',
  'failure',
  'season',
  'profile',
  'slope',
  'vibration',
  'silence',
  'completeness',
  'health',
] as const;
export type TermKind = (typeof termKinds)[number];
/** Kinds without a bound: they hold or they do not. */
export const isBounded = (kind: TermKind): boolean => kind !== 'silence' && kind !== 'health';
export const termSides = ['above', 'below', 'outside'] as const;
export const combines = ['all', 'any', 'atLeast'] as const;
export type Combine = (typeof combines)[number];

const hour = 3600;
const day = 24 * hour;
const bound = z.number().min(-1e12).max(1e12);
const span = z
  .int()
  .min(60)
  .max(90 * day);

/** Axes of the joints of a casing: along each of its two, or the length of both. */
export const termAxes = ['x', 'y', 'resultant'] as const;
/** Findings of the health of a device. */
export const watchedStatuses = healthStatuses.filter((each) => each !== 'normal');

/** A limit of the peak particle velocity by frequency. */
const VelocityCurve = z
  .object({
    shape: z
      .enum(['line', 'steps'])
      .describe('line = straight between the corners; steps = the limit of a corner holds up to its frequency'),
    corners: z
      .array(z.object({ hz: z.number().positive().max(1e5), limit: z.number().positive().max(1e5).describe('mm/s') }))
      .min(1, 'required')
      .max(20),
  })
  .refine(({ corners }) => corners.every(({ hz }, i) => i === 0 || hz > (corners[i - 1]?.hz ?? 0)), {
    path: ['corners'],
    message: 'conditionCorners',
  });
export type VelocityCurve = z.output<typeof VelocityCurve>;

/** value = intercept + sine sin(w t) + cosine cos(w t) + trend days + degree (temperature - mean); w is a year's. */
const SeasonModel = z.object({
  intercept: z.number(),
  sine: z.number(),
  cosine: z.number(),
  trendPerDay: z.number().nullable(),
  perDegree: z.number().nullable(),
  meanTemperature: z.number().nullable(),
  deviation: z.number().positive().describe('Standard deviation of the residuals'),
  r2: z.number(),
  readings: z.int().describe('Of the training span that it was fitted to'),
});
const Season = z.object({
  trainFrom: instant,
  trainTo: instant,
  hasTrend: z.boolean().default(false),
  model: SeasonModel.nullable()
    .default(null)
    .describe('null = it is fitted when the condition is saved; as it was read = it stays'),
});
export type Season = z.output<typeof Season>;

export const term = z
  .object({
    pointId: id,
    field: z.string().max(16),
    kind: z
      .enum(termKinds)
      .describe(
        'value; change = since `sinceAt`; rate = per day over `spanSeconds`; difference = less `otherField` of `otherPointId`; sum = over the last `spanSeconds`; tangent = tangent angle in degrees; failure = hours to the failure that the inverse velocity over `spanSeconds` predicts; season = departure from `season` in standard deviations of its residuals; profile, slope = the farthest joint of a casing, mm, or segment, mm/m; vibration = the strongest waveform of `spanSeconds` in percent of `curve`; silence = no good value for `spanSeconds`; completeness = readings there of those due in `spanSeconds`, percent; health = the device is in one of `statuses`',
      ),
    side: z.enum(termSides).default('above'),
    low: bound.nullable().default(null).describe('below, outside: reached at this or less'),
    high: bound.nullable().default(null).describe('above, outside: reached at this or more'),
    deadBand: z
      .number()
      .min(0)
      .max(1e12)
      .default(0)
      .describe('A bound that was reached is left beyond this much inside'),
    consecutive: z.int().min(1).max(10).default(1).describe('Readings in a row that must reach the bound'),
    maxAgeSeconds: z
      .int()
      .min(60)
      .max(90 * day)
      .default(hour)
      .describe('After this without a good value: unknown'),
    spanSeconds: span.nullable().default(null),
    sinceAt: instant.nullable().default(null),
    otherPointId: id
      .nullable()
      .default(null)
      .describe('difference: what is subtracted; season: the temperature, if any'),
    otherField: z.string().max(16).nullable().default(null),
    uniformRate: z.number().positive().max(1e12).nullable().default(null).describe('tangent: uniform creep, per day'),
    minR2: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .default(null)
      .describe('failure: a line that fits worse predicts nothing'),
    season: Season.nullable().default(null),
    axis: z.enum(termAxes).nullable().default(null).describe('profile, slope'),
    curve: VelocityCurve.nullable().default(null).describe('vibration'),
    intervalSeconds: z
      .int()
      .min(1)
      .max(90 * day)
      .nullable()
      .default(null)
      .describe('completeness: a reading is due so often'),
    statuses: z
      .array(z.enum(watchedStatuses as [(typeof watchedStatuses)[number], ...(typeof watchedStatuses)[number][]]))
      .min(1, 'required')
      .max(watchedStatuses.length)
      .nullable()
      .default(null)
      .describe('health'),
  })
  .meta({ id: 'ConditionTerm' });
export type ConditionTerm = z.output<typeof term>;

const group = z.object({
  combine: z.enum(combines).default('all'),
  count: z.int().min(1).max(20).nullable().default(null).describe('atLeast: how many'),
  terms: z.array(term).min(1, 'required').max(20),
});
export type ConditionGroup = z.output<typeof group>;

/** Terms of one condition. */
export const maxTerms = 20;
/** What is watched and when it raises: where one of these changes, the condition begins anew. */
const watched = {
  structureId: id,
  level: z.int().min(1).max(4).describe('1 blue, 2 yellow, 3 orange, 4 red'),
  combine: z.enum(combines).default('all').describe('Of the groups'),
  count: z.int().min(1).max(20).nullable().default(null).describe('atLeast: how many groups'),
  groups: z.array(group).min(1, 'required').max(20),
  raiseDelaySeconds: z
    .int()
    .min(0)
    .max(30 * day)
    .default(0)
    .describe('True for so long before it raises'),
  clearDelaySeconds: z
    .int()
    .min(0)
    .max(30 * day)
    .default(0)
    .describe('False for so long before it clears'),
  enabled: z.boolean().default(true),
};
export const conditionParts = {
  name: name(50),
  note: z.string().trim().max(500).default('').describe('What it means, and what to do'),
  ...watched,
};
export const watchedKeys = Object.keys(watched) as (keyof typeof watched)[];
export const ConditionRules = z.object(conditionParts).meta({ id: 'ConditionRules' });
export type ConditionRules = z.output<typeof ConditionRules>;

/** Settings that a kind needs beside its point and field. */
export const termNeeds: Readonly<Record<TermKind, readonly (keyof ConditionTerm)[]>> = {
  value: [],
  change: ['sinceAt'],
  rate: ['spanSeconds'],
  difference: ['otherPointId', 'otherField'],
  sum: ['spanSeconds'],
  tangent: ['spanSeconds', 'uniformRate'],
  failure: ['spanSeconds', 'minR2'],
  season: ['season'],
  profile: ['axis'],
  slope: ['axis'],
  vibration: ['spanSeconds', 'curve'],
  silence: ['spanSeconds'],
  completeness: ['spanSeconds', 'intervalSeconds'],
  health: ['statuses'],
};
/** The unit of what a term measures; `unit` = that of its field. */
export function termUnit({ kind }: Pick<ConditionTerm, 'kind'>, unit: string): string {
  switch (kind) {
    case 'rate':
      return `${unit}/d`;
    case 'tangent':
      return '°';
    case 'silence':
    case 'failure':
      return 'h';
    case 'season':
      return 'σ';
    case 'slope':
      return 'mm/m';
    case 'vibration':
    case 'completeness':
      return '%';
    case 'health':
      return '';
    default:
      return unit;
  }
}
/** Kinds that only one side of a limit makes sense for. */
export const onlySide: Partial<Readonly<Record<TermKind, (typeof termSides)[number]>>> = {
  failure: 'below',
  completeness: 'below',
  vibration: 'above',
};
/** Training spans are at least so long: a wave of a year is not told from a trend before. */
export const shortestTrainingDays = 330;

type Grouped = Pick<ConditionRules, 'combine' | 'count' | 'groups'>;
interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Returns the contradictions in a condition, each with its place. */
export function faultsOf({ combine, count, groups }: Grouped): Fault[] {
  const faults: Fault[] = [];
  const checkCount = (
    path: readonly (string | number)[],
    each: { combine: Combine; count: number | null },
    of: number,
  ) => {
    if (each.combine !== 'atLeast') return;
    if (each.count === null) faults.push({ path: [...path, 'count'], message: 'required' });
    else if (each.count > of) faults.push({ path: [...path, 'count'], message: 'conditionCount' });
  };
  checkCount([], { combine, count }, groups.length);
  const terms = groups.reduce((sum, each) => sum + each.terms.length, 0);
  if (terms > maxTerms) faults.push({ path: ['groups'], message: 'conditionTerms' });
  for (const [g, each] of groups.entries()) {
    checkCount(['groups', g], each, each.terms.length);
    for (const [t, one] of each.terms.entries())
      faults.push(...faultsIn(one).map(({ path, message }) => ({ path: ['groups', g, 'terms', t, ...path], message })));
  }
  return faults;
}

function faultsIn(one: ConditionTerm): Fault[] {
  const faults: Fault[] = termNeeds[one.kind]
    .filter((need) => one[need] === null)
    .map((need) => ({ path: [need], message: 'required' }));
  if (!isBounded(one.kind)) return faults;
  const side = onlySide[one.kind];
  if (side !== undefined && one.side !== side) faults.push({ path: ['side'], message: 'conditionSide' });
  if (one.kind === 'completeness' && (one.intervalSeconds ?? 0) > (one.spanSeconds ?? 0))
    faults.push({ path: ['intervalSeconds'], message: 'conditionInterval' });
  if (one.kind === 'season' && one.season) faults.push(...seasonFaults(one.season));
  if (one.side !== 'below' && one.high === null) faults.push({ path: ['high'], message: 'required' });
  if (one.side !== 'above' && one.low === null) faults.push({ path: ['low'], message: 'required' });
  if (one.side === 'outside' && one.low !== null && one.high !== null && one.low >= one.high)
    faults.push({ path: ['high'], message: 'conditionBounds' });
  if (one.kind === 'difference' && one.otherPointId === one.pointId && one.otherField === one.field)
    faults.push({ path: ['otherPointId'], message: 'conditionSame' });
  return faults;
}

function seasonFaults({ trainFrom, trainTo }: Season): Fault[] {
  const days = (Date.parse(trainTo) - Date.parse(trainFrom)) / (day * 1000);
  return days < shortestTrainingDays ? [{ path: ['season', 'trainTo'], message: 'conditionTraining' }] : [];
}

/** For `check` of a schema with the parts of a condition. */
export function termFaults(context: { value: Grouped; issues: unknown[] }): void {
  for (const { path, message } of faultsOf(context.value))
    context.issues.push({ code: 'custom', message, input: context.value, path: [...path] });
}

export const isOrdered = ({ from, to }: { from: string; to: string }): boolean => Date.parse(from) < Date.parse(to);
