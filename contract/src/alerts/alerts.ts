import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { familyCodes } from '../points/families.ts';
import { id, instant, level, paging } from '../points/fields.ts';
import { thresholdKinds } from '../points/points.ts';
import { waveformAxes } from '../views/waveforms.shapes.ts';
import { backTestRoutes } from './alerts.backtest.ts';
import { AlertDocument, AlertFile, handlingRoutes, requestKey } from './alerts.handling.ts';
import { type AlertStatus, alertStatuses } from './alerts.statuses.ts';
import { stormRoutes } from './alerts.storms.ts';
import { surroundingRoutes } from './alerts.surroundings.ts';
import { termAxes, termKinds, termSides } from './conditions.terms.ts';
import { AlertPlan } from './response-plans.ts';

export { type AlertStatus, alertStatuses };
/** Statuses that a person may give to an alert in each status; Confirm, FalseAlarm and Restore are final. */
export const alertTransitions: Readonly<Record<AlertStatus, readonly AlertStatus[]>> = {
  Pending: ['Notice', 'Confirm', 'FalseAlarm', 'Restore'],
  Notice: ['Confirm', 'FalseAlarm', 'Restore'],
  Confirm: [],
  FalseAlarm: [],
  Restore: [],
};

/** At once, and of one alert. */
export const alertLimits = { statusesAtOnce: 200, comments: 500, commentLength: 1_000 } as const;

/** What a condition had to say when it raised: its terms as they stood then. */
/** Where a value was found: at which depth of a casing, or of which velocity and frequency against which limit. */
export const TermPlace = z
  .object({
    place: z.number().describe('profile, slope: m along the casing, its depth where it stands upright; vibration: Hz'),
    value: z.number().nullable().describe('vibration: peak particle velocity, mm/s'),
    limit: z.number().nullable().describe('vibration: the limit at the frequency, mm/s'),
  })
  .meta({ id: 'TermPlace' });

export type TermPlace = z.output<typeof TermPlace>;

const AlertCondition = z
  .object({
    id: z.int(),
    name: z.string(),
    terms: z.array(
      z.object({
        pointId: z.int(),
        pointName: z.string(),
        otherName: z.string().nullable().describe('difference: the point that is subtracted'),
        family: z.string(),
        field: z.string(),
        kind: z.enum(termKinds),
        side: z.enum(termSides),
        low: z.number().nullable(),
        high: z.number().nullable(),
        spanSeconds: z.int().nullable(),
        sinceAt: z.string().nullable(),
        axis: z.enum(termAxes).nullable().default(null),
        statuses: z.array(z.string()).nullable().default(null),
        unit: z.string(),
        truth: z.boolean().nullable().describe('null = unknown'),
        value: z.number().nullable(),
        at: z.string().nullable().describe('When it was measured'),
        found: TermPlace.nullable().default(null),
      }),
    ),
  })
  .meta({ id: 'AlertCondition' });
export type AlertCondition = z.output<typeof AlertCondition>;

export const AlertEvent = z
  .object({
    waveformId: z.int().describe('Of the event, as long as it is kept'),
    axis: z.enum(waveformAxes).describe('The component that reached the limit'),
    frequencyHz: z.number().nullable().describe('Dominant frequency of its velocity'),
  })
  .meta({ id: 'AlertEvent' });
export type AlertEvent = z.output<typeof AlertEvent>;

export const Alert = z
  .object({
    id: z.int(),
    projectId: z.int(),
    projectName: z.string(),
    structureId: z.int(),
    structureName: z.string(),
    pointId: z.int().describe('Of a condition: the point that decided it'),
    pointName: z.string(),
    family: z.enum(familyCodes as [(typeof familyCodes)[number], ...(typeof familyCodes)[number][]]),
    field: z.string(),
    kind: z.enum([...thresholdKinds, 'condition']),
    measure: z
      .enum(['value', 'cumulative', 'rate', 'condition'])
      .describe('What reached the threshold; condition = what its deciding term measures'),
    condition: AlertCondition.nullable().describe('Of an alert that a condition raised'),
    event: AlertEvent.nullable().describe('Of an alert that a vibration event raised'),
    unit: z.string(),
    precision: z.int().describe('Decimals of the field'),
    level,
    value: z.number(),
    threshold: z.number().describe('The limit that was reached, with the sign of the side'),
    levels: z.array(z.number().nullable()).describe('All limits of the rule when it was raised'),
    late: z.boolean().describe('Raised by a reading that arrived after newer ones'),
    status: z.enum(alertStatuses),
    readingAt: z.string().describe('When the value was measured'),
    receivedAt: z.string(),
    raisedAt: z.string(),
    lastValue: z.number().describe('The newest value at this level'),
    lastAt: z.string(),
    releasedAt: z.string().nullable().describe('When the readings fell below the level again'),
    settledAt: z.string().nullable(),
    settledBy: z.string().nullable(),
    reason: z
      .string()
      .describe(
        'What people gave as the reason of its status; of an open alert of which nobody did, what rose over which limit, in the language of the caller',
      ),
    revised: z
      .enum(['upheld', 'noLonger'])
      .nullable()
      .describe('Judged again after history changed: what is true now; null = never judged again'),
    byChangeId: z.int().nullable().describe('The change after which it was found; null = raised live'),
    comments: z.int().describe('How many comments there are in its history'),
    measures: z.int().describe('How many measures that were taken stand in its history'),
    files: z.int(),
    steps: z
      .object({ done: z.int(), total: z.int() })
      .nullable()
      .describe('Of its response plan; null = no plan held when it was raised'),
    assigneeId: z.int().nullable().describe('Who takes it on; null = nobody'),
    assigneeName: z.string().nullable(),
    causeId: z.int().nullable(),
    causeName: z.string().nullable().describe('Stays when the cause is taken off the list'),
    timeZone: z.string(),
  })
  .meta({ id: 'Alert' });
export type Alert = z.output<typeof Alert>;

/** Kinds of entries in the history of an alert. */
export const alertChangeKinds = [
  'raised',
  'released',
  'changed',
  'comment',
  'revised',
  'assigned',
  'unassigned',
  'cause',
  'measure',
  'fileAdded',
  'fileRemoved',
  'documentLinked',
  'documentUnlinked',
  'stepDone',
  'stepUndone',
] as const;
export type AlertChangeKind = (typeof alertChangeKinds)[number];

export const AlertChange = z
  .object({
    at: z.string(),
    by: z.string().nullable(),
    kind: z
      .enum(alertChangeKinds)
      .describe(
        'comment, measure = what somebody wrote stands in `reason`; revised = judged again after history changed: level and value are what is true now',
      ),
    subject: z.string().describe('Who or what it names: an assignee, a cause, a file, a document, a step'),
    doneAt: z.string().nullable().describe('Of a measure: when it was taken'),
    status: z.enum(alertStatuses),
    reason: z.string(),
    level,
    value: z.number().nullable(),
    upheld: z.boolean().nullable().describe('Of a re-evaluation: whether the alert is still right'),
    changeId: z.int().nullable().describe('The change of history that it was judged again after'),
  })
  .meta({ id: 'AlertChange' });

/** By what a list of alerts is grouped. */
export const alertGroups = ['structure', 'cause'] as const;
export type AlertGroup = (typeof alertGroups)[number];

const filter = {
  status: z
    .enum([...alertStatuses, 'Open'])
    .optional()
    .describe('Open = Pending and Notice'),
  level: z.coerce.number<number>().int().min(1).max(4).optional(),
  structureId: id.optional(),
  mine: z.stringbool().optional().describe('Those that are assigned to the caller'),
  pointId: id.optional(),
  keyword: z.string().trim().max(50).optional(),
  group: z.enum(alertGroups).optional().describe('Ordered by structure or cause, with what each group holds'),
  from: instant.optional(),
  to: instant.optional(),
  ...paging,
};
const page = z.object({
  alerts: z.array(Alert),
  total: z.int(),
  groups: z
    .array(
      z.object({
        id: z.int().nullable().describe('Of the structure or item, or the cause; null = no cause is given'),
        name: z.string(),
        total: z.int(),
        open: z.int(),
      }),
    )
    .nullable()
    .describe('Over the same filter, in the order of the list, at most 500; null = not grouped'),
  counts: z.record(z.enum(alertStatuses), z.int()).describe('By status, over the same filter but the status'),
});

export const alerts = {
  ...backTestRoutes,
  ...handlingRoutes,
  ...surroundingRoutes,
  ...stormRoutes,
  ofProject: route({
    method: 'GET',
    path: '/projects/{projectId}/alerts',
    summary: 'The alerts of a project: open ones first, then by level and time.',
    shows: ['alert', 'point'],
    needs: 'Retrieve:Alert',
    within: 'projectId',
    input: z.object({ projectId: id, ...filter }),
    reply: page,
    fails: ['startAfterEnd'],
  }),
  list: route({
    method: 'GET',
    path: '/alerts',
    summary: 'The alerts of every project that the caller may see.',
    shows: ['alert', 'point', 'project'],
    needs: 'Retrieve:Alert',
    background: true,
    input: z.object(filter),
    reply: page,
    fails: ['startAfterEnd'],
  }),
  get: route({
    method: 'GET',
    path: '/alerts/{alertId}',
    summary: 'One alert with its history.',
    shows: ['alert', 'point', 'project', 'document'],
    needs: 'Retrieve:Alert',
    within: 'alertId',
    input: z.object({ alertId: id }),
    reply: z.object({
      alert: Alert,
      history: z.array(AlertChange),
      files: z.array(AlertFile),
      plan: AlertPlan.nullable().describe('As it was when the alert was raised; null = none held'),
      documents: z.array(AlertDocument).describe('Of its project, to which it is linked'),
    }),
  }),
  setStatus: route({
    method: 'PATCH',
    path: '/alerts/{alertId}/status',
    summary: "Records a person's verdict. Notice is not final; the other three are.",
    changes: ['alert', 'state'],
    needs: 'Update:Alert',
    within: 'alertId',
    input: z.object({
      alertId: id,
      status: z.enum(['Notice', 'Confirm', 'FalseAlarm', 'Restore']),
      reason: z.string().trim().max(200).default(''),
      key: requestKey,
    }),
    reply: z.object({ alert: Alert }),
    fails: ['alertSettled', 'alertStatusSame'],
  }),
  setStatuses: route({
    method: 'POST',
    path: '/alerts/statuses',
    summary:
      'Records one verdict on many alerts. Those that have a final one, or this one already, stay as they are and are named.',
    changes: ['alert', 'state'],
    needs: 'Update:Alert',
    within: 'alertIds',
    input: z.object({
      alertIds: z.array(id).min(1).max(alertLimits.statusesAtOnce),
      status: z.enum(['Notice', 'Confirm', 'FalseAlarm', 'Restore']),
      reason: z.string().trim().max(200).default(''),
    }),
    reply: z.object({
      set: z.array(z.int()).describe('Alerts that have the verdict now, by it'),
      left: z
        .array(
          z.object({
            alertId: z.int(),
            status: z.enum(alertStatuses),
            error: z.enum(['alertSettled', 'alertStatusSame']),
          }),
        )
        .describe('Alerts that stay as they were, with the status that they have, and why'),
    }),
  }),
  comment: route({
    method: 'POST',
    path: '/alerts/{alertId}/comments',
    summary:
      'Says something of an alert, open or settled. It stands in its history and is neither changed nor deleted.',
    changes: ['alert'],
    needs: 'Update:Alert',
    within: 'alertId',
    input: z.object({ alertId: id, text: z.string().trim().min(1).max(alertLimits.commentLength), key: requestKey }),
    reply: z.object({ change: AlertChange }),
    fails: ['tooManyComments'],
  }),
};
