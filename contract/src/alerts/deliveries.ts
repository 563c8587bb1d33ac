/** Deliveries: each message of an alert to one recipient, with what became of it. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { channelKinds, media } from '../messages/channels.ts';
import { email, id, mobile, paging } from '../points/fields.ts';

/**
 * queued = not sent yet, or to be tried again; collected = one too many in a short time: it comes, or came, in one message
 * with others (`digestId`); sent = the other side took it; failed = given up; withheld = the recipient
 * may not hear of it any more, or chose not to; noChannel = nothing is set up that could send it.
 */
export const deliveryStates = ['queued', 'collected', 'sent', 'failed', 'withheld', 'noChannel'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
/** Beginning of `answer` where an operator discarded the work that would have sent it; their name follows. */
export const discardedBy = 'discarded: ';
/** The `answer` of what is collected because too many wait for its recipient already, whatever their level. */
export const queueFull = 'queueFull';
/** The `answer` of what is collected because it rose with others of which its recipient is told. */
export const inStorm = 'storm';
/** Why somebody is not told; `reacted` = somebody had reacted before it was sent, and they hear of that. */
export const withheldReasons = ['noMember', 'ownChoice', 'addressChanged', 'reacted'] as const;

/** News of an alert that a message brings: that it was raised, and how it went on. */
export const deliveryNews = ['raised', 'acknowledged', 'settled', 'withdrawn'] as const;
export type DeliveryNews = (typeof deliveryNews)[number];

/** waiting = its time has not come; done = whom it names were told; stopped = `why` says by what. */
export const escalationStates = ['waiting', 'done', 'stopped'] as const;
export type EscalationState = (typeof escalationStates)[number];
/** A person reacted; an alert of a higher level has steps of its own; the rule or its step is off or gone. */
export const stopReasons = ['', 'reacted', 'risen', 'ruleOff'] as const;

export const Escalation = z
  .object({
    id: z.int(),
    ruleName: z.string(),
    step: z.int().describe('From 1 on; 0 = what the rule itself tells once its hours begin'),
    afterMinutes: z.int(),
    dueAt: z.string(),
    state: z.enum(escalationStates),
    why: z.enum(stopReasons),
    byName: z.string().nullable().describe('Who reacted'),
    endedAt: z.string().nullable(),
    members: z.boolean(),
    emails: z.int().describe('How many addresses'),
    mobiles: z.int(),
    calls: z.int(),
    rosterNames: z.array(z.string()),
    channelNames: z.array(z.string()),
  })
  .meta({ id: 'Escalation' });
export type Escalation = z.output<typeof Escalation>;

export const Delivery = z
  .object({
    id: z.int(),
    alertId: z.int().nullable(),
    isTest: z.boolean(),
    news: z
      .enum(deliveryNews)
      .describe(
        'raised = of the alert itself; the others go to whoever was told of it: somebody acknowledged it, it is settled, or corrected readings withdrew it',
      ),
    ruleName: z.string(),
    rosterName: z.string().nullable().describe('Told because they were on duty by it'),
    isFallback: z.boolean().describe('Nobody on duty could be reached: told in their place'),
    afterMinutes: z.int().describe('Told because nobody had reacted for so long; 0 = at once'),
    medium: z.enum([...media, 'none']).describe('none = whom the rules tell was not found out'),
    kind: z
      .enum([...channelKinds, 'webPush'])
      .nullable()
      .describe('By what it was sent; null = not tried'),
    recipient: z.string().describe('Address, number or hook; masked for who may not change rules'),
    person: z.string().nullable().describe('The member whose address it is'),
    title: z.string(),
    isDigest: z
      .boolean()
      .describe(
        'Of several alerts: at the end of a quiet window, or too many for single messages; `title` is the first point',
      ),
    digestId: z.int().nullable().describe('The message in which it went with others; null = none, or not yet'),
    state: z.enum(deliveryStates),
    attempts: z.int(),
    answer: z.string().describe('What the other side answered last, or why nothing was sent'),
    createdAt: z.string(),
    nextTryAt: z.string().nullable(),
    endedAt: z.string().nullable(),
    key: z.string().describe('Goes along with every try, so that a repeat is recognised'),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.output<typeof Delivery>;

const from = z.int().min(1).max(4).nullable();
export const Contact = z
  .object({
    email: email.nullable(),
    mobile: mobile.nullable(),
    emailFrom: from.describe('Level from which on e-mails come; null = none'),
    smsFrom: from.describe('Level from which on SMS come; null = none'),
    callFrom: from
      .default(null)
      .describe('Level from which on the mobile number is called, also on duty; null = it is not called'),
    showsMobile: z
      .boolean()
      .default(false)
      .describe('Whoever sees the alerts of a project sees the mobile number where its owner is to be called'),
  })
  .meta({ id: 'Contact' });
export type Contact = z.output<typeof Contact>;

export const deliveries = {
  ofAlert: route({
    method: 'GET',
    path: '/alerts/{alertId}/deliveries',
    summary: 'Who was told of an alert, how, and what became of it: at most 500, newest first.',
    shows: ['delivery'],
    needs: 'Retrieve:AlertRule',
    within: 'alertId',
    background: true,
    input: z.object({ alertId: id }),
    reply: z.object({ deliveries: z.array(Delivery), total: z.int() }),
  }),
  escalation: route({
    method: 'GET',
    path: '/alerts/{alertId}/escalation',
    summary:
      'Who is told further of an alert while nobody reacts, when, what stopped it, and by which quiet windows its messages were withheld: at most 500 steps.',
    shows: ['delivery', 'alert', 'silence'],
    needs: 'Retrieve:AlertRule',
    within: 'alertId',
    background: true,
    input: z.object({ alertId: id }),
    reply: z.object({
      steps: z.array(Escalation),
      silences: z.array(
        z.object({
          id: z.int(),
          reason: z.string(),
          byName: z.string(),
          endAt: z.string(),
          digestAt: z.string().nullable().describe('When what was withheld was told of; null = still to come'),
        }),
      ),
    }),
  }),
  list: route({
    method: 'GET',
    path: '/projects/{projectId}/deliveries',
    summary: 'What the alert rules of a project sent, newest first.',
    shows: ['delivery'],
    needs: 'Retrieve:AlertRule',
    within: 'projectId',
    background: true,
    input: z.object({ projectId: id, state: z.enum(deliveryStates).optional(), ...paging }),
    reply: z.object({
      deliveries: z.array(Delivery),
      total: z.int(),
      counts: z.record(z.enum(deliveryStates), z.int()).describe('By state, of all'),
    }),
  }),
  retry: route({
    method: 'POST',
    path: '/projects/{projectId}/deliveries/{deliveryId}/retry',
    summary: 'Tries a message again that was given up, with the same key.',
    changes: ['delivery'],
    needs: 'Update:AlertRule',
    within: 'projectId',
    evenArchived: true,
    input: z.object({ projectId: id, deliveryId: id }),
    reply: z.object({ delivery: Delivery }),
    fails: ['deliveryOver'],
  }),
  test: route({
    method: 'POST',
    path: '/projects/{projectId}/alert-rules/{alertRuleId}/test',
    summary: 'Sends a test message to everybody whom a rule tells, through the same queue as alerts.',
    changes: ['delivery'],
    needs: 'Update:AlertRule',
    within: 'projectId',
    input: z.object({ projectId: id, alertRuleId: id }),
    reply: z.object({ count: z.int().describe('Messages that were queued') }),
    fails: ['tooMany'],
  }),
  contact: route({
    method: 'GET',
    path: '/profile/contact',
    summary: 'Where alerts reach the caller outside of the app, and from which level on.',
    shows: ['contact'],
    needs: 'signed-in',
    tokens: 'unscoped',
    input: z.object({}),
    reply: z.object({ contact: Contact }),
  }),
  setContact: route({
    method: 'PUT',
    path: '/profile/contact',
    summary: 'Says where alerts reach the caller, and from which level on.',
    changes: ['contact'],
    needs: 'signed-in',
    tokens: 'unscoped',
    guards: { read: 'contact', part: 'contact' },
    input: Contact,
    reply: z.object({ contact: Contact }),
    example: { email: 'lin@example.com', mobile: null, emailFrom: 3, smsFrom: null },
  }),
};
