/** Duty over all projects: who is on duty now, and the link by which a calendar program follows who is. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, paging } from '../points/fields.ts';
import { DutyRoster } from './duty.ts';

/** Days of a calendar link: so far back, and so far ahead. */
export const dutyCalendarDays = { back: 7, ahead: 92 } as const;
/** Projects without a roster that are named. */
export const namedWithoutRoster = 100;

export const RosterNow = z
  .object({ projectName: z.string(), timeZone: z.string(), roster: DutyRoster })
  .meta({ id: 'RosterNow' });
export type RosterNow = z.output<typeof RosterNow>;

const ofCaller = { needs: 'signed-in', tokens: 'none' } as const;

export const onDuty = {
  list: route({
    method: 'GET',
    path: '/on-duty',
    summary:
      'Who is on duty now and next, over every project whose alert rules the caller may see; by project and name.',
    shows: ['duty', 'project', 'member', 'contact'],
    needs: 'Retrieve:AlertRule',
    background: true,
    input: z.object({
      keyword: z.string().trim().max(64).optional().describe('In the name of a project or roster'),
      ...paging,
    }),
    reply: z.object({
      rosters: z.array(RosterNow),
      total: z.int(),
      withoutRoster: z
        .array(z.object({ projectId: z.int(), projectName: z.string() }))
        .describe(`Projects without a roster, at most ${namedWithoutRoster}: nobody is on duty there`),
      withoutTotal: z.int(),
    }),
  }),
  calendar: route({
    ...ofCaller,
    method: 'GET',
    path: '/on-duty/calendar',
    summary: 'Whether the caller has a calendar link, and when it was read last.',
    shows: ['dutyCalendar'],
    input: z.object({}),
    reply: z.object({
      calendar: z
        .object({ madeAt: z.string(), readAt: z.string().nullable().describe('null = never') })
        .nullable()
        .describe('null = there is none'),
    }),
  }),
  makeCalendar: route({
    ...ofCaller,
    method: 'POST',
    path: '/on-duty/calendar',
    summary:
      'Makes the calendar link of the caller; the one before opens nothing any more. Its token is in this answer alone.',
    changes: ['dutyCalendar'],
    secures: 'secret',
    input: z.object({}),
    reply: z.object({ token: z.string() }),
  }),
  endCalendar: route({
    ...ofCaller,
    method: 'DELETE',
    path: '/on-duty/calendar',
    summary: 'Ends the calendar link of the caller.',
    changes: ['dutyCalendar'],
    secures: 'rights',
    input: z.object({}),
    reply: done,
  }),
  readCalendar: route({
    method: 'GET',
    path: '/on-duty/calendars/{token}/duty.ics',
    summary:
      'The duties of whoever made the link, as iCalendar (RFC 5545): a week back and three months ahead, over every project; with `rosterId` everybody on that roster, and its gaps.',
    shows: ['duty', 'project', 'member'],
    needs: 'anyone',
    kind: 'document',
    background: true,
    input: z.object({
      token: z.string().trim().min(1).max(100).describe('256 random bits, base64url'),
      rosterId: z.coerce.number<number>().int().positive().optional(),
    }),
    reply: z.unknown(),
    fails: ['notFound'],
    example: { token: 'A'.repeat(43) },
  }),
};
