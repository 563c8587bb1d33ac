import type { AlertRule, alertRules } from '@plumbline/contract/alert-rules';
import type { Reply } from '../../kernel/queries.ts';

/** By which ways the rules of a project can tell anybody. */
export type Ways = Reply<typeof alertRules.ways>;
/** What keeps a rule from reaching whom it names. */
export type WayFault = 'noEmail' | 'noSms' | 'noMembers' | 'hookOff';

/** A rule that is on and names people whom nothing reaches looks like a guard and is none: each reason, in a fixed order. */
export function wayFaults(
  { members, emails, mobiles, channelIds }: Pick<AlertRule, 'members' | 'emails' | 'mobiles' | 'channelIds'>,
  { email, sms, hooks }: Ways,
): readonly WayFault[] {
  const on = new Set(hooks.map(({ id }) => id));
  const faults: readonly [WayFault, boolean][] = [
    ['noEmail', emails.length > 0 && !email],
    ['noSms', mobiles.length > 0 && sms === null],
    ['noMembers', members && !email && sms === null],
    ['hookOff', channelIds.some((id) => !on.has(id))],
  ];
  return faults.flatMap(([fault, is]) => (is ? [fault] : []));
}
