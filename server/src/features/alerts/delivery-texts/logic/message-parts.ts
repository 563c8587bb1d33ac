/** What the messages of all kinds are made of. */
import type { TermPlace } from '@plumbline/contract/alerts/alerts';
import type { Language } from '@plumbline/contract/kernel/constants';
import { type SmsVariable, smsVariables } from '@plumbline/contract/messages/channels';
import { formatNumber } from '@plumbline/science/display/number';
import type { Outgoing } from '../../../messages/senders/senders.api.ts';
import type { AlertContent, Content } from './content.ts';

export interface Given<C extends Content = Content> {
  readonly key: string;
  readonly to: string;
  readonly language: Language;
  readonly content: C;
  /** The roster by which the recipient is on duty, or the fallback of those who are; null = by another reason. */
  readonly rosterName: string | null;
  readonly isFallback: boolean;
  /** For so long nobody had reacted; 0 = told at once. */
  readonly afterMinutes: number;
  /** Where Plumbline is. */
  readonly home: string;
  readonly now: Date;
}
export type Body = Pick<
  Outgoing,
  'title' | 'facts' | 'variables' | 'shorter' | 'plainText' | 'shortLink' | 'link' | 'foot'
>;

/** Where an alert is opened in Plumbline: the one place that says so, for messages of every medium. */
export const alertLink = (home: string, { projectId, alertId }: Pick<AlertContent, 'projectId' | 'alertId'>): string =>
  `${home}/#/projects/${projectId}/alerts/${alertId}`;

/** At which depth, or of which velocity at which frequency. */
function placeOf(found: TermPlace | null | undefined): string {
  if (!found) return '';
  const { place, value } = found;
  return value === null
    ? ` @ ${formatNumber(place, 2)} m`
    : ` (${formatNumber(value, 2)} mm/s @ ${formatNumber(place, 1)} Hz)`;
}

/** The name of the condition that raised it, and what its terms measured that were true; none of a limit. */
export function conditionOf({ condition }: AlertContent): string | null {
  if (!condition) return null;
  const measured = condition.terms.flatMap(({ truth, pointName, otherName, value, unit, found }) =>
    truth === true
      ? [
          `${[pointName, otherName].filter(Boolean).join(' − ')} ${value === null ? '' : formatNumber(value, 3)} ${unit}${placeOf(found)}`.trim(),
        ]
      : [],
  );
  return `${condition.name} (${measured.join('; ')})`;
}

/** The variables of a message that is about no single value. */
export const withoutValues = Object.fromEntries(smsVariables.map((name) => [name, '-'])) as Record<SmsVariable, string>;
