/** What the slaves of a master show together: a line of movements, or a section of a tunnel, at one or several times. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { Status } from '../kernel/status.ts';
import { type FamilyCode, familyCodes } from '../points/families.ts';
import { id, instant, paging } from '../points/fields.ts';
import { NodePlace } from '../points/points.figures.ts';
import { MasterConfig, Slave } from '../points/points.point.ts';

/** Surveys of one question. */
export const maxLineSurveys = 60;

/** Kinds of lines: hydrostatic cells, tilt beams, points with a height (prisms, levelled marks), arrays end to end. */
export const lineKinds = ['cells', 'beams', 'heights', 'arrays'] as const;
export type LineKind = (typeof lineKinds)[number];

const column = z.array(z.number().nullable());
const question = {
  pointId: id,
  toleranceSeconds: z
    .int()
    .min(1)
    .max(31 * 86_400)
    .optional()
    .describe('How far from a time the readings may be; half of the collect interval unless told'),
  baseline: instant.nullable().default(null).describe('Movements count from the survey nearest to this time'),
  raw: z.boolean().default(false).describe('As stored, without corrections'),
  quality: z.enum(['good', 'all']).default('good').describe('good = values that failed are missing'),
};
const surveyQuestion = {
  ...question,
  times: z.array(instant).min(1).max(maxLineSurveys).describe('In any order; answered in order of time, each once'),
};
const curveQuestion = {
  ...question,
  from: instant,
  to: instant,
  width: z.int().min(50).max(10_000).describe('Pixels: the curve is thinned to them, every minimum and maximum kept'),
  geometryAt: instant
    .nullable()
    .default(null)
    .describe(
      'Whose places are meant: those of the geometry in force then, and while it was; null = at the end of the span',
    ),
};
const read = {
  method: 'POST',
  shows: ['reading', 'correction', 'point', 'state'],
  needs: 'Retrieve:Data',
  within: 'pointId',
  readOnly: true,
  background: true,
  fails: ['badInput', 'startAfterEnd', 'spanExceeded', 'shiftParseFailed', 'shiftFetchFailed'],
} as const;

/** A point that the master is made of, as it stands. */
export const Member = z
  .object({ pointId: z.int(), name: z.string(), status: Status, isFixed: z.boolean() })
  .meta({ id: 'Member' });
export type Member = z.output<typeof Member>;

/** A backup node whose movement counts for a member that has no reading. */
export const StandIn = z
  .object({ pointId: z.int().describe('The member'), backupId: z.int(), backupName: z.string() })
  .meta({ id: 'StandIn' });
export type StandIn = z.output<typeof StandIn>;

/** When a geometry was in force: dates of then are looked at with it. */
const stretch = {
  fromAt: z.string().nullable().describe('null = from the beginning'),
  toAt: z.string().nullable().describe('When another one began; null = it holds now'),
};

/** A time as the members were measured then. */
const collection = {
  requestedAt: z.string(),
  at: z.string().nullable().describe('The collection nearest to it; null = no member has a reading near enough'),
  isComplete: z.boolean().describe('Whether every place has a value'),
  silent: z.array(z.int()).describe('Members without a usable reading of that collection'),
  standIns: z.array(StandIn).describe('Members for which the movement of a backup node counts'),
  geometry: z.int().describe('Which of `geometries` it was measured with'),
  isComparable: z
    .boolean()
    .describe('False where the baseline was measured with another geometry: nothing is counted then'),
};

export const LineStation = z
  .object({
    member: z.int().describe('Which of `members` it belongs to'),
    joint: z
      .int()
      .nullable()
      .describe('Joint of a beam (0 = its beginning, 1 = its end) or of an array; null = it is a point'),
    chainageM: z.number(),
    isFixed: z.boolean(),
  })
  .meta({ id: 'LineStation' });
export type LineStation = z.output<typeof LineStation>;

export const LineGeometry = z
  .object({
    ...stretch,
    kind: z.enum(lineKinds),
    spacing: z
      .enum(['set', 'coordinates', 'order'])
      .describe('Where distances come from; order = nobody said, a metre each'),
    members: z.array(Member),
    stations: z.array(LineStation),
    isClosed: z.boolean().describe('Its far end is known too: the misclosure is shared out by distance'),
    withoutInitial: z.array(z.int()).describe('Members that have no initial value to count from'),
  })
  .meta({ id: 'LineGeometry' });
export type LineGeometry = z.output<typeof LineGeometry>;

export const LineSurvey = z
  .object({
    ...collection,
    up: column.describe('Movement of each station, mm, up positive; null = not known'),
    misclosureMm: z
      .number()
      .nullable()
      .describe(
        'A closed line: how much higher its far end came out than it is known to be, before that was shared out',
      ),
  })
  .meta({ id: 'LineSurvey' });
export type LineSurvey = z.output<typeof LineSurvey>;

export const SectionChord = z
  .object({
    from: z.int().describe('Which of `members`'),
    to: z.int(),
    initialM: z.number().describe('Length before anything moved'),
  })
  .meta({ id: 'SectionChord' });
export type SectionChord = z.output<typeof SectionChord>;

export const SectionGeometry = z
  .object({
    ...stretch,
    members: z.array(Member),
    prisms: z
      .array(z.object({ acrossM: z.number(), upM: z.number() }))
      .describe('Where each member stood before anything moved, in the plane of the section'),
    chords: z.array(SectionChord),
  })
  .meta({ id: 'SectionGeometry' });
export type SectionGeometry = z.output<typeof SectionGeometry>;

export const SectionSurvey = z
  .object({
    ...collection,
    acrossMm: column.describe('Movement of each prism in the plane of the section, to the right'),
    forwardMm: column.describe('Movement out of that plane, forwards'),
    upMm: column,
    chordsM: column.describe('Length of each chord'),
    convergenceMm: column.describe('Change of each chord; negative = closing'),
    chainagesM: column.describe('Distance of each prism along the reference line'),
    offsetsM: column.describe('Distance of each prism from the reference line, right positive'),
    offsetChangeMm: column,
    circle: z
      .object({ radiusM: z.number(), rmsMm: z.number() })
      .nullable()
      .describe('Circle that fits the prisms best; null = fewer than three'),
  })
  .meta({ id: 'SectionSurvey' });
export type SectionSurvey = z.output<typeof SectionSurvey>;

/** Quantities of a section that are followed over time: a chord, or the offset or the height of a prism. */
export const sectionQuantities = ['chord', 'offset', 'height'] as const;

/** How somebody set a master up, from when on. */
export const MasterVersion = z
  .object({
    ...stretch,
    id: z.int(),
    isInForce: z.boolean().describe('False where a later change holds from the same time or from before'),
    slaves: z.array(z.object({ ...Slave.pick({ pointId: true }).shape, name: z.string() })),
    master: MasterConfig.nullable(),
    reason: z.string(),
    byName: z.string().describe('Empty = as it was before its first change'),
    createdAt: z.string(),
  })
  .meta({ id: 'MasterVersion' });
export type MasterVersion = z.output<typeof MasterVersion>;

const curve = z.object({
  times: z.array(z.number()).describe('Epoch ms'),
  values: column.describe('mm'),
  intervalSeconds: z.int().describe('How often the members are read, the slowest of those that count'),
});

/** Masters of a project that have a headline. */
export const maxHeadlines = 200;

/** The point of a master whose main field has changed most, or whose value is largest where nothing is counted. */
export const MasterHeadline = z
  .object({
    masterId: z.int(),
    pointId: z.int().describe('Whose it is'),
    name: z.string(),
    family: z.enum(familyCodes as [FamilyCode, ...FamilyCode[]]),
    field: z.string(),
    unit: z.string(),
    precision: z.int().describe('Decimals of the field'),
    status: Status,
    quantity: z.enum(['value', 'cumulative']).describe('What `amount` is; of a master it is one of both'),
    amount: z.number().describe('In `unit`'),
    place: NodePlace.nullable().describe('Where on a chain'),
  })
  .meta({ id: 'MasterHeadline' });
export type MasterHeadline = z.output<typeof MasterHeadline>;

/** Surveys of a point that are listed; one that was read more often is surveyed all the time. */
export const maxListedSurveys = 1_000;

export const masters = {
  headlines: route({
    method: 'GET',
    path: '/projects/{projectId}/masters/headlines',
    summary: 'Returns the largest of what the points of each master of a project read last, and whose it is.',
    shows: ['reading', 'correction', 'point', 'state'],
    needs: 'Retrieve:Data',
    within: 'projectId',
    background: true,
    input: z.object({ projectId: id }),
    reply: z.object({
      headlines: z.array(MasterHeadline).describe('Of masters whose points have values of one unit; at most 200'),
    }),
  }),
  surveyTimes: route({
    method: 'POST',
    path: '/monitor/survey-times',
    summary:
      'Returns when a point was surveyed in a span: a chain or mark by its readings, a master by those of its members, which are one survey where they lie close together.',
    shows: ['reading', 'point'],
    needs: 'Retrieve:Data',
    within: 'pointId',
    readOnly: true,
    background: true,
    input: z.object({ pointId: id, from: instant, to: instant }),
    reply: z.object({
      times: z
        .array(z.number())
        .nullable()
        .describe('Epoch ms, ascending; null = more than a thousand: any time of the span has one near it'),
    }),
    fails: ['startAfterEnd'],
    example: { pointId: 1, from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' },
  }),
  versions: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/master-versions',
    summary:
      'Returns how a master was set up over time, by whom and why; the newest change first. None = it was never changed.',
    shows: ['point'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id, ...paging }),
    reply: z.object({ versions: z.array(MasterVersion), total: z.int() }),
  }),
  lines: route({
    ...read,
    path: '/monitor/lines',
    aliases: [{ path: '/monitor/master' }],
    summary:
      'Returns how far each place of a line moved up at one or several times: cells against their reference, beams integrated, arrays joined end to end. Each time from the collection nearest to it.',
    input: z.object(surveyQuestion),
    reply: z.object({
      geometries: z.array(LineGeometry).describe('Those of the surveys and of the baseline, oldest first'),
      baseline: LineSurvey.nullable().describe('The survey that is counted from, itself counted from initial values'),
      surveys: z.array(LineSurvey),
    }),
    example: { pointId: 1, times: ['2026-03-01T00:00:00Z'] },
  }),
  lineCurve: route({
    ...read,
    path: '/monitor/lines/curve',
    summary: 'Returns how far one place of a line moved up over time.',
    input: z.object({ ...curveQuestion, station: z.int().min(0).max(20_000) }),
    reply: curve,
    example: { pointId: 1, station: 1, from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z', width: 800 },
  }),
  sections: route({
    ...read,
    path: '/monitor/sections',
    summary:
      'Returns the prisms of a section at one or several times: how they moved in its plane, their chords and how these change, their offsets from a line.',
    input: z.object(surveyQuestion),
    reply: z.object({
      geometries: z.array(SectionGeometry).describe('Those of the surveys and of the baseline, oldest first'),
      baseline: SectionSurvey.nullable(),
      surveys: z.array(SectionSurvey),
    }),
    example: { pointId: 1, times: ['2026-03-01T00:00:00Z'] },
  }),
  sectionCurve: route({
    ...read,
    path: '/monitor/sections/curve',
    summary: 'Returns a chord of a section, or the offset or height of one of its prisms, over time, as change in mm.',
    input: z.object({
      ...curveQuestion,
      quantity: z.enum(sectionQuantities),
      place: z.int().min(0).max(200).describe('Which of the chords, or of the members'),
    }),
    reply: curve,
    example: {
      pointId: 1,
      quantity: 'chord',
      place: 0,
      from: '2026-03-01T00:00:00Z',
      to: '2026-03-02T00:00:00Z',
      width: 800,
    },
  }),
};
