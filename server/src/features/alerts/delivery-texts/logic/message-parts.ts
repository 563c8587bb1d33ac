/** What the messages of all kinds are made of. */
import type { Language } from '@plumbline/contract/kernel/constants';
import { type SmsVariable, smsVariables } from '@plumbline/contract/messages/channels';
import type { Outgoing } from '../../../messages/senders/senders.api.ts';
import { conditionText } from '../../alerts/alerts.reasons.api.ts';
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
  'title' | 'facts' | 'variables' | 'shorter' | 'plainText' | 'spoken' | 'shortLink' | 'link' | 'foot'
>;

/** Where an alert is opened in Plumbline: the one place that says so, for messages of every medium. */
export const alertLink = (home: string, { projectId, alertId }: Pick<AlertContent, 'projectId' | 'alertId'>): string =>
  `${home}/#/projects/${projectId}/alerts/${alertId}`;

/** The name of the condition that raised it, and what its terms measured that were true; none of a limit. */
export const conditionOf = ({ condition }: AlertContent): string | null =>
  condition ? conditionText(condition) : null;

/** The variables of a message that is about no single value. */
export const withoutValues = Object.fromEntries(smsVariables.map((name) => [name, '-'])) as Record<SmsVariable, string>;
