/** Duty rosters of a project: who is on duty when, by a weekly plan, rotations over it, and dated substitutions. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, instant, name, timeOfDay } from '../points/fields.ts';

export const dutyLimits = {
  rosters: 20,
  shifts: 100,
  rotations: 10,
  turns: 50,
  substitutions: 200,
  calendarDays: 62,
  aheadDays: 14,
} as const;

const dayList = z
  .array(z.int().min(1).max(7))
  .min(1, 'required')
  .max(7)
  .refine((list) => new Set(list).size === list.length, 'daysRepeat')
  .describe('1 = Monday, in the zone of the project: the days on which it begins');
export const Shift = z.object({
  personId: id,
  days: dayList,
  fromTime: timeOfDay,
  toTime: timeOfDay.describe('At or before `fromTime` = of the next day'),
});
export type Shift = z.output<typeof Shift>;

/** People who take turns; a rotation without hours is around the clock on its days. */
export const Rotation = z
  .object({
    personIds: z.array(id).min(1, 'required').max(dutyLimits.turns).describe('In the order of their turns'),
    everyDays: z.int().min(1).max(366).describe('Days of a turn: 1 = daily, 7 = weekly'),
    startDate: z.iso
      .date('required')
      .describe('The first turn begins then; before it the rotation puts nobody on duty'),
    handoverTime: timeOfDay.describe('When one hands over to the next, in the zone of the project'),
    days: dayList.default([1, 2, 3, 4, 5, 6, 7]),
    fromTime: timeOfDay.nullable().default(null).describe('null = around the clock'),
    toTime: timeOfDay.nullable().default(null).describe('At or before `fromTime` = of the next day'),
  })
  .refine(({ fromTime, toTime }) => (fromTime === null) === (toTime === null), {
    path: ['toTime'],
    message: 'required',
  });
export type Rotation = z.output<typeof Rotation>;

const described = {
  name: name(32),
  shifts: z.array(Shift).max(dutyLimits.shifts).describe('The week: each shift comes again every week'),
  rotations: z
    .array(Rotation)
    .max(dutyLimits.rotations)
    .describe('Layers over the week, the highest last: where one puts somebody on duty, those below put nobody'),
  fallbackId: id.nullable().describe('Who is told where nobody is on duty, or nobody on duty can act'),
} as const;

/**
 * Reasons for which somebody on a roster cannot act: the account is disabled; they see the alerts of the project no more; they
 * gave neither e-mail address nor mobile number; they see its alerts and may not acknowledge them.
 */
export const dutyProblems = ['disabled', 'noMember', 'unreachable', 'cannotAcknowledge'] as const;
export type DutyProblem = (typeof dutyProblems)[number];
const Person = z.object({
  id: z.int(),
  name: z.string(),
  problems: z.array(z.enum(dutyProblems)).describe('What keeps them from acting; empty = nothing'),
});
const Uncovered = z.object({ startAt: z.string(), endAt: z.string(), people: z.array(Person) });
const Gap = z.object({ startAt: z.string(), endAt: z.string() });

export const Substitution = z
  .object({
    id: z.int(),
    startAt: z.string(),
    endAt: z.string(),
    absentId: z.int().nullable(),
    absentName: z.string().nullable(),
    substituteId: z.int().nullable(),
    substituteName: z.string().nullable(),
    note: z.string(),
    byName: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'Substitution' });
export type Substitution = z.output<typeof Substitution>;

export const DutyRoster = z
  .object({
    id: z.int(),
    projectId: z.int(),
    ...described,
    fallbackName: z.string().nullable(),
    substitutions: z.array(Substitution).describe('Those that are not over'),
    onDuty: z.array(Person).describe('Now; empty = nobody'),
    nextAt: z.string().nullable().describe('When it changes next; null = not within 14 days'),
    next: z.array(Person).describe('Who is on duty from `nextAt` on'),
    gaps: z.array(Gap).describe('When nobody is on duty within the next 14 days'),
    uncovered: z.array(Uncovered).describe('When nobody of those on duty can act within the next 14 days'),
    people: z.array(Person).describe('Everybody whom it names now: shifts, fallback, substitutes'),
    byName: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'DutyRoster' });
export type DutyRoster = z.output<typeof DutyRoster>;

/** Somebody who may be on duty: they see the alerts of the project. */
export const DutyPerson = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.boolean(),
    sms: z.boolean(),
    canAcknowledge: z.boolean().describe('May acknowledge and settle the alerts of the project'),
  })
  .meta({ id: 'DutyPerson' });
export type DutyPerson = z.output<typeof DutyPerson>;

const within = { needs: 'Retrieve:AlertRule', within: 'projectId', shows: ['duty'] } as const;
const changes = { needs: 'Update:AlertRule', within: 'projectId', changes: ['duty'] } as const;
const one = { projectId: id, rosterId: id };

export const callReasons = ['assigned', 'onDuty', 'fallback', 'responsible', 'deputy', 'mayAcknowledge'] as const;
const CallReason = z.object({
  kind: z
    .enum(callReasons)
    .describe(
      'fallback = nobody on duty can act; responsible and deputy: of the structure; mayAcknowledge = named where the caller may not acknowledge',
    ),
  roster: z.string().nullable(),
});
export type CallReason = z.output<typeof CallReason>;
export const PersonToCall = z
  .object({
    id: z.int(),
    name: z.string(),
    reasons: z.array(CallReason),
    canAcknowledge: z.boolean(),
    mobile: z.string().nullable().describe('null = none is known, or the caller may not see it'),
  })
  .meta({ id: 'PersonToCall' });
export type PersonToCall = z.output<typeof PersonToCall>;

export const duty = {
  list: route({
    ...within,
    method: 'GET',
    path: '/projects/{projectId}/duty-rosters',
    summary: 'The duty rosters of a project: who is on duty now and next, and the gaps of the next 14 days.',
    input: z.object({ projectId: id }),
    reply: z.object({ dutyRosters: z.array(DutyRoster) }),
  }),
  get: route({
    ...within,
    method: 'GET',
    path: '/projects/{projectId}/duty-rosters/{rosterId}',
    summary: 'One duty roster.',
    input: z.object(one),
    reply: z.object({ dutyRoster: DutyRoster }),
  }),
  people: route({
    ...within,
    method: 'GET',
    path: '/projects/{projectId}/duty-rosters/people',
    summary:
      'Who may be on duty: those who see the alerts of the project, whether they may acknowledge them, and by what each can be reached.',
    shows: ['member', 'contact'],
    input: z.object({ projectId: id }),
    reply: z.object({ people: z.array(DutyPerson) }),
  }),
  calendar: route({
    ...within,
    method: 'GET',
    path: '/projects/{projectId}/duty-rosters/{rosterId}/calendar',
    summary: 'Who is on duty throughout a time, at most 62 days: spans without a hole; one without people is a gap.',
    input: z.object({ ...one, from: instant, to: instant }),
    reply: z.object({
      spans: z.array(z.object({ startAt: z.string(), endAt: z.string(), people: z.array(Person) })),
    }),
    fails: ['startAfterEnd', 'dutySpanTooLong'],
    example: { projectId: 1, rosterId: 1, from: '2026-03-16T00:00:00Z', to: '2026-03-23T00:00:00Z' },
  }),
  peopleToCall: route({
    method: 'GET',
    path: '/alerts/{alertId}/people-to-call',
    summary:
      'Who can be called about an alert: who took it on, who is on duty now, who is responsible for the structure, and where the caller may not acknowledge it, who may; numbers as far as the caller may see them.',
    shows: ['duty', 'alert', 'contact', 'member', 'structure'],
    needs: 'Retrieve:Alert',
    within: 'alertId',
    input: z.object({ alertId: id }),
    reply: z.object({ people: z.array(PersonToCall) }),
  }),
  create: route({
    method: 'POST',
    path: '/projects/{projectId}/duty-rosters',
    summary: 'Makes a duty roster.',
    changes: ['duty'],
    needs: 'Create:AlertRule',
    within: 'projectId',
    input: z.object({
      projectId: id,
      name: described.name,
      shifts: described.shifts.default([]),
      rotations: described.rotations.default([]),
      fallbackId: described.fallbackId.default(null),
    }),
    reply: z.object({ dutyRoster: DutyRoster }),
    fails: ['nameTaken', 'dutyFull', 'dutyPersonUnfit'],
    example: { projectId: 1, name: 'Night duty' },
  }),
  update: route({
    ...changes,
    method: 'PATCH',
    path: '/projects/{projectId}/duty-rosters/{rosterId}',
    summary: 'Changes the given fields of a duty roster.',
    guards: { read: 'get', part: 'dutyRoster' },
    input: z.object({ ...one, ...z.object(described).partial().shape }),
    reply: z.object({ dutyRoster: DutyRoster }),
    fails: ['nameTaken', 'dutyPersonUnfit'],
    example: { projectId: 1, rosterId: 1, name: 'Night duty' },
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/{projectId}/duty-rosters/{rosterId}',
    summary: 'Deletes a duty roster that no alert rule names.',
    changes: ['duty'],
    needs: 'Delete:AlertRule',
    within: 'projectId',
    input: z.object(one),
    reply: done,
    fails: ['rosterInUse'],
  }),
  substitute: route({
    ...changes,
    method: 'POST',
    path: '/projects/{projectId}/duty-rosters/{rosterId}/substitutions',
    summary: 'Puts somebody on duty for somebody else, or beside them, from one instant to another.',
    input: z.object({
      ...one,
      startAt: instant,
      endAt: instant,
      absentId: id.nullable().default(null).describe('null = the substitute comes beside whoever is on duty'),
      substituteId: id.nullable().default(null).describe('null = nobody comes instead'),
      note: z.string().trim().max(200).default(''),
    }),
    reply: z.object({ dutyRoster: DutyRoster }),
    fails: ['startAfterEnd', 'dutyFull', 'dutyPersonUnfit', 'substitutionEmpty'],
    example: {
      projectId: 1,
      rosterId: 1,
      startAt: '2026-03-20T10:00:00Z',
      endAt: '2026-03-21T00:00:00Z',
      absentId: 1,
      note: 'On leave',
    },
  }),
  removeSubstitution: route({
    ...changes,
    method: 'DELETE',
    path: '/projects/{projectId}/duty-rosters/{rosterId}/substitutions/{substitutionId}',
    summary: 'Deletes a substitution.',
    input: z.object({ ...one, substitutionId: id }),
    reply: z.object({ dutyRoster: DutyRoster }),
  }),
};
