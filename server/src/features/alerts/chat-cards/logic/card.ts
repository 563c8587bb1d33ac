/** A card as it is to be now: its message, with what became of its alerts. Pure. */
import type { AlertStatus } from '@plumbline/contract/alerts/alerts';
import type { Language } from '@plumbline/contract/kernel/constants';
import type { Card } from '../../../messages/senders/senders.api.ts';
import {
  type AlertContent,
  type Content,
  type NewsContent,
  outcomeOf,
} from '../../delivery-texts/delivery-texts.api.ts';
import { cardWords } from './card-words.ts';

/** An alert as it is now; `byName` and `at` are of the latest act of a person. */
export interface AlertNow {
  readonly id: number;
  readonly status: AlertStatus;
  readonly reason: string;
  readonly isWithdrawn: boolean;
  readonly byName: string | null;
  readonly at: Date | null;
}

/** So many outcomes are on a card, the latest first. */
const maxOutcomes = 5;

const newsOf = ({ status, isWithdrawn }: AlertNow): NewsContent['news'] =>
  isWithdrawn ? 'withdrawn' : status === 'Notice' ? 'acknowledged' : 'settled';

/** The alerts that a message names. */
export const alertsIn = (content: Content): readonly AlertContent[] =>
  content.type === 'MeasuringAlert' ? [content] : 'alerts' in content ? content.alerts : [];

/** Returns what stands on a card besides its message. What is about no alert has neither button nor outcomes. */
export function cardNow(content: Content, alerts: readonly AlertNow[], language: Language): Card {
  if (alerts.length === 0 || content.type === 'News') return { outcomes: [], acknowledge: null, tone: 'over' };
  const isWaiting = (alert: AlertNow) => alert.status === 'Pending' && !alert.isWithdrawn;
  const isOpen = alerts.some(isWaiting);
  const isOver = alerts.every(
    ({ status, isWithdrawn }) => isWithdrawn || (status !== 'Pending' && status !== 'Notice'),
  );
  return {
    outcomes: outcomesOf(
      content,
      alerts.filter((alert) => !isWaiting(alert)),
      language,
    ),
    acknowledge: isOpen ? cardWords[language].acknowledge : null,
    tone: isOpen ? 'open' : isOver ? 'over' : 'acknowledged',
  };
}

/** One act of one person is one outcome, however many alerts it was about. */
function outcomesOf(content: Content, alerts: readonly AlertNow[], language: Language): Card['outcomes'] {
  const acts = Map.groupBy(alerts, (alert) =>
    JSON.stringify([newsOf(alert), alert.status, alert.byName, alert.reason, alert.at]),
  );
  return [...acts.values()]
    .map((act) => newsContent(content, act))
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, maxOutcomes)
    .map((news) => outcomeOf(news, language));
}

function newsContent(content: Content, act: readonly AlertNow[]): NewsContent {
  const [first] = act;
  if (!first) throw new Error('an outcome is of an alert');
  const ids = new Set(act.map(({ id }) => id));
  const named = alertsIn(content);
  const of = named.filter(({ alertId }) => ids.has(alertId));
  const structure = 'structureName' in content ? content.structureName : (of[0]?.structureName ?? '');
  return {
    type: 'News',
    news: newsOf(first),
    projectId: content.projectId,
    projectName: content.projectName,
    timeZone: content.timeZone,
    structureName: structure,
    count: act.length,
    alerts: of.length > 0 ? of : named,
    at: (first.at ?? new Date(0)).toISOString(),
    byName: first.byName,
    status: first.status,
    reason: first.reason,
  };
}
