/** Alert rules of a project: who hears of which alerts, and how. */
import { z } from 'zod';
import { type Language, languages } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';
import { hookKinds, smsVendors, voiceVendors } from '../messages/channels.ts';
import { done, email, id, level, mobile, name, timeOfDay } from '../points/fields.ts';

export const alertRuleLimits = {
  rules: 100,
  addresses: 50,
  structures: 200,
  hooks: 20,
  rosters: 20,
  steps: 5,
  projects: 100,
} as const;
/** A reading that reached a level; a device that owes readings. */
export const alertTypes = ['MeasuringAlert', 'DeviceHealth'] as const;
export const weekDays = [1, 2, 3, 4, 5, 6, 7] as const;

const unlike = (list: readonly unknown[]): boolean => new Set(list).size === list.length;
const listOf = <T extends z.ZodType<string | number>>(one: T, most: number, repeated: string) =>
  z.array(one).max(most).refine(unlike, repeated);

const recipients = {
  rosterIds: listOf(id, alertRuleLimits.rosters, 'addressRepeat').describe('Duty rosters: whoever is on duty then'),
  mobiles: listOf(mobile, alertRuleLimits.addresses, 'addressRepeat').describe('Get an SMS'),
  calls: listOf(mobile, alertRuleLimits.addresses, 'addressRepeat').describe(
    'Are called, and a voice reads the alert out',
  ),
  emails: listOf(email, alertRuleLimits.addresses, 'addressRepeat'),
  channelIds: listOf(id, alertRuleLimits.hooks, 'addressRepeat').describe('Webhooks and chat robots'),
} as const;
/** Recipients who are told when an alert has not been acknowledged for so long. */
export const EscalationStep = z.object({
  afterMinutes: z.int().min(1).max(1440).describe('After the alert was raised'),
  members: z.boolean().default(false).describe('Members who may see alerts, each as they chose in their profile'),
  rosterIds: recipients.rosterIds.default([]),
  mobiles: recipients.mobiles.default([]),
  calls: recipients.calls.default([]),
  emails: recipients.emails.default([]),
  channelIds: recipients.channelIds.default([]),
});
export type EscalationStep = z.output<typeof EscalationStep>;

const described = {
  name: name(32),
  type: z.enum(alertTypes),
  level: z.int().min(1).max(4).describe('From this level on; of no account for DeviceHealth'),
  wholeProject: z.boolean().describe('true = structures are not looked at'),
  structureIds: listOf(id, alertRuleLimits.structures, 'addressRepeat').describe(
    'Structures and items concerned, with their items',
  ),
  members: z.boolean().describe('Members who may see alerts, each as they chose in their profile'),
  ...recipients,
  steps: z
    .array(EscalationStep)
    .max(alertRuleLimits.steps)
    .describe('Who is told further while nobody acknowledges an alert; of no account for DeviceHealth'),
  floodCap: z
    .int()
    .min(1)
    .max(100)
    .nullable()
    .describe(
      'Messages of alerts below red that one recipient gets by one way in ten minutes; further ones come together. null = no cap',
    ),
  language: z
    .enum(languages as unknown as [Language, ...Language[]])
    .describe('Of messages to these lists and hooks, that of the caller unless given; members get their own'),
  days: z
    .array(z.int().min(1).max(7))
    .min(1, 'required')
    .max(7)
    .refine(unlike, 'daysRepeat')
    .describe('1 = Monday, in the zone of the project'),
  fromTime: timeOfDay.nullable().describe('null = the whole day'),
  toTime: timeOfDay.nullable().describe('At or before `fromTime` = of the next day'),
  enabled: z.boolean(),
  projectIds: listOf(id, alertRuleLimits.projects, 'addressRepeat').describe(
    'Other projects in which the same rule holds, for their whole project and with the rosters of the same name: changed in one, it changes in all',
  ),
} as const;
const Described = z.object(described);
type Described = z.output<typeof Described>;
type Part = { readonly [K in keyof Described]?: Described[K] | undefined };
/** Returns the contradictions in a rule, by the field where each is shown. */
export function faultsOf(rule: Part): {
  readonly path: 'structureIds' | 'fromTime' | 'toTime' | 'emails' | 'steps' | 'projectIds';
  readonly message: string;
}[] {
  const { wholeProject, structureIds, fromTime, toTime, steps = [], projectIds = [] } = rule;
  const faults: ReturnType<typeof faultsOf> = [];
  if (wholeProject === false && structureIds?.length === 0) faults.push({ path: 'structureIds', message: 'required' });
  if (wholeProject === false && projectIds.length > 0) faults.push({ path: 'projectIds', message: 'sharedRuleWhole' });
  if (fromTime === null && typeof toTime === 'string') faults.push({ path: 'fromTime', message: 'required' });
  if (toTime === null && typeof fromTime === 'string') faults.push({ path: 'toTime', message: 'required' });
  if (hasNoRecipient(rule)) faults.push({ path: 'emails', message: 'nobodyTold' });
  if (steps.some(hasNoRecipient)) faults.push({ path: 'steps', message: 'stepNobodyTold' });
  if (steps.some(({ afterMinutes }, i) => afterMinutes <= (steps[i - 1]?.afterMinutes ?? 0)))
    faults.push({ path: 'steps', message: 'stepsNotAscending' });
  return faults;
}
type Recipients = Partial<Pick<Part, 'members' | 'rosterIds' | 'mobiles' | 'calls' | 'emails' | 'channelIds'>>;
const hasNoRecipient = ({ members, rosterIds, mobiles, calls, emails, channelIds }: Recipients): boolean =>
  members === false &&
  [rosterIds, mobiles, emails, channelIds].every((list) => list?.length === 0) &&
  // Absent where an older program changes a rule whole.
  (calls?.length ?? 0) === 0;
const together = (context: { value: Part; issues: unknown[] }): void => {
  for (const { path, message } of faultsOf(context.value))
    context.issues.push({ code: 'custom', message, input: context.value, path: [path] });
};

export const AlertRule = z
  .object({
    id: z.int(),
    projectId: z.int(),
    ...described,
    // Addresses are masked for who may not change rules, so they are no addresses any more.
    mobiles: z.array(z.string()),
    calls: z.array(z.string()),
    emails: z.array(z.string()),
    steps: z.array(
      EscalationStep.extend({
        mobiles: z.array(z.string()),
        calls: z.array(z.string()),
        emails: z.array(z.string()),
      }),
    ),
    outsiders: z
      .array(z.object({ address: z.string(), person: z.string() }))
      .describe('Listed addresses of people who may not see the alerts of the project: nothing is sent there'),
    rosterNames: z.array(z.string()),
    projectIds: z.array(z.int()).describe('Other projects in which it holds, those that the caller may see'),
    projectNames: z.array(z.string()),
    projectsHidden: z.int().describe('Other projects in which it holds, and that the caller may not see'),
    structureNames: z.array(z.string()),
    channelNames: z.array(z.string()),
    byName: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'AlertRule' });
export type AlertRule = z.output<typeof AlertRule>;

/** Defaults of a new rule. */
export const newAlertRule = {
  type: 'MeasuringAlert',
  level: 3,
  wholeProject: true,
  structureIds: [] as number[],
  members: true,
  mobiles: [] as string[],
  calls: [] as string[],
  emails: [] as string[],
  channelIds: [] as number[],
  rosterIds: [] as number[],
  projectIds: [] as number[],
  steps: [] as EscalationStep[],
  floodCap: 10,
  language: 'zh-CN',
  days: [...weekDays] as number[],
  fromTime: null,
  toTime: null,
  enabled: true,
} as const;

const within = { needs: 'Retrieve:AlertRule', within: 'projectId', shows: ['alertRule'] } as const;
const one = { projectId: id, alertRuleId: id };
const alias = { aliases: [{ path: '/alert-rules/{alertRuleId}', row: 'alertRuleId' }] } as const;

export const alertRules = {
  list: route({
    ...within,
    method: 'GET',
    path: '/projects/{projectId}/alert-rules',
    aliases: [{ path: '/alert-rules' }],
    summary: 'The alert rules of a project. Who may not change them sees addresses masked.',
    input: z.object({ projectId: id }),
    reply: z.object({ alertRules: z.array(AlertRule) }),
  }),
  get: route({
    ...within,
    ...alias,
    method: 'GET',
    path: '/projects/{projectId}/alert-rules/{alertRuleId}',
    summary: 'One alert rule.',
    input: z.object(one),
    reply: z.object({ alertRule: AlertRule }),
  }),
  create: route({
    method: 'POST',
    path: '/projects/{projectId}/alert-rules',
    aliases: [{ path: '/alert-rules' }],
    summary: 'Makes an alert rule.',
    changes: ['alertRule'],
    needs: 'Create:AlertRule',
    within: 'projectId',
    input: z
      .object({ projectId: id, ...Described.partial().shape, name: described.name })
      .check((context) => together({ value: { ...newAlertRule, ...context.value } as Part, issues: context.issues })),
    reply: z.object({ alertRule: AlertRule }),
    fails: ['nameTaken', 'alertRulesFull', 'archived', 'ruleRosterMissing'],
    example: { projectId: 1, name: 'Night duty', level: 1, emails: ['duty@example.com'] },
  }),
  update: route({
    ...alias,
    method: 'PATCH',
    path: '/projects/{projectId}/alert-rules/{alertRuleId}',
    summary: 'Changes the given fields of an alert rule.',
    changes: ['alertRule'],
    needs: 'Update:AlertRule',
    within: 'projectId',
    guards: { read: 'get', part: 'alertRule' },
    input: z.object({ ...one, ...Described.partial().shape }).check(together),
    reply: z.object({ alertRule: AlertRule }),
    fails: ['nameTaken', 'alertRulesFull', 'archived', 'ruleRosterMissing', 'ruleElsewhere'],
    example: { projectId: 1, alertRuleId: 1, enabled: false },
  }),
  remove: route({
    ...alias,
    method: 'DELETE',
    path: '/projects/{projectId}/alert-rules/{alertRuleId}',
    summary:
      'Deletes an alert rule in this project; in others in which it holds it stays. The log of what it sent stays.',
    changes: ['alertRule'],
    needs: 'Delete:AlertRule',
    within: 'projectId',
    input: z.object(one),
    reply: done,
  }),
  ways: route({
    ...within,
    method: 'GET',
    path: '/projects/{projectId}/alert-rules/ways',
    summary:
      'By which ways the rules of a project can tell anybody: whether e-mail, SMS and calls are set up, and the hooks.',
    shows: ['channel'],
    input: z.object({ projectId: id }),
    reply: z.object({
      email: z.boolean(),
      sms: z.enum(smsVendors).nullable(),
      voice: z.enum(voiceVendors).nullable(),
      hooks: z.array(z.object({ id: z.int(), name: z.string(), kind: z.enum(hookKinds) })),
    }),
  }),
  vendorTopo: route({
    ...within,
    method: 'GET',
    path: '/projects/{projectId}/vendor-topo/{vendor}',
    aliases: [
      { path: '/projects/{projectId}/alert-rules/vendor-topo/{vendor}' },
      { path: '/alert-rules/vendor-topo/{vendor}' },
    ],
    summary: 'The structures of a project with the rules by which an SMS vendor reaches telephones from them.',
    input: z.object({ projectId: id, vendor: z.enum(smsVendors) }),
    reply: z.object({
      isSetUp: z.boolean().describe('The corporation sends by this vendor'),
      topo: z.array(
        z.object({
          structureId: z.int(),
          parentId: z.int().nullable(),
          name: z.string(),
          rules: z.array(z.object({ id: z.int(), name: z.string(), level, mobiles: z.int() })),
        }),
      ),
    }),
    example: { projectId: 1, vendor: 'aliyun' },
  }),
};
