import type { AlertRule, alertRules } from '@plumbline/contract/alerts/rules';
import type { Reply } from '../../../kernel/queries.ts';

/** By which ways the rules of a project can tell anybody. */
export type Ways = Reply<typeof alertRules.ways>;
/** Faults that keep a rule from reaching its recipients. */
export type WayFault = 'noEmail' | 'noSms' | 'noVoice' | 'noMembers' | 'hookOff';

/** A rule that is on and names people whom nothing reaches looks like a guard and is none: each reason, in a fixed order. */
export function wayFaults(
  rule: Pick<AlertRule, 'members' | 'emails' | 'mobiles' | 'calls' | 'channelIds' | 'rosterIds' | 'steps'>,
  { email, sms, voice, hooks }: Ways,
): readonly WayFault[] {
  // At once or later: what a step does not reach is missed when it is needed most.
  const all = [rule, ...rule.steps];
  const names = (list: 'emails' | 'mobiles' | 'calls'): boolean => all.some((each) => each[list].length > 0);
  const on = new Set(hooks.map(({ id }) => id));
  const faults: readonly [WayFault, boolean][] = [
    ['noEmail', names('emails') && !email],
    ['noSms', names('mobiles') && sms === null],
    ['noVoice', names('calls') && voice === null],
    [
      'noMembers',
      all.some(({ members, rosterIds }) => members || rosterIds.length > 0) && !email && sms === null && voice === null,
    ],
    ['hookOff', all.some(({ channelIds }) => channelIds.some((id) => !on.has(id)))],
  ];
  return faults.flatMap(([fault, is]) => (is ? [fault] : []));
}
