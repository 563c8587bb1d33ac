/** One message about several alerts: at the end of a quiet window, or more than single messages are sent of. */
import type { Language } from '@plumbline/contract/kernel/constants';
import { precisionOf } from '@plumbline/contract/points/families';
import { formatNumber } from '@plumbline/science/display/number';
import { fieldName, raisedBecause } from '../../alerts/alerts.reasons.api.ts';
import type { AlertContent, CollectedContent, DigestContent, StormContent } from './content.ts';
import { type Body, conditionOf, type Given, withoutValues } from './message-parts.ts';
import type { MessageWords } from './message-words.ts';
import { timeIn } from './places-and-times.ts';

export function ofDigest({ content, home, language }: Given<DigestContent>, words: MessageWords): Body {
  const { projectName, projectId, count, alerts, reason, startAt, endAt } = content;
  const at = timeIn(content.timeZone);
  const title = words.digestTitle(count, projectName);
  const rest = count - alerts.length;
  const list = `${home}/#/projects/${projectId}/alerts`;
  return {
    title,
    facts: [
      [words.project, projectName],
      [words.quietWindow, `${at(startAt)} – ${at(endAt)}: ${reason}`],
      ...alerts.map((alert) => lineOf(alert, language, words)),
      ...(rest > 0 ? [[words.furtherAlerts, String(rest)] as [string, string]] : []),
    ],
    link: `${list}?status=Open`,
    shortLink: list,
    foot: words.foot,
    ...severalWords(content, title, words),
  };
}

/** More alerts than single messages are sent of: each of them is named. */
export function ofCollected({ content, home, language }: Given<CollectedContent>, words: MessageWords): Body {
  const { projectName, projectId, count, alerts, fromAt } = content;
  const title = words.collectedTitle(count, projectName);
  const list = `${home}/#/projects/${projectId}/alerts`;
  return {
    title,
    facts: [
      [words.project, projectName],
      [words.reason, words.collectedWhy(timeIn(content.timeZone)(fromAt))],
      ...alerts.map((alert) => lineOf(alert, language, words)),
    ],
    link: `${list}?status=Open`,
    shortLink: list,
    foot: words.foot,
    ...severalWords(content, title, words),
  };
}

/** Points of a structure that rose together: each in one line, with when the first and the last of them were measured. */
export function ofStorm({ content, home, language }: Given<StormContent>, words: MessageWords): Body {
  const { projectName, projectId, structureName, points, highest, level, alerts, count } = content;
  const at = timeIn(content.timeZone);
  const title = words.stormTitle({
    points,
    highest,
    level: words.levels[level],
    structure: structureName,
    project: projectName,
  });
  const list = `${home}/#/projects/${projectId}/alerts`;
  const span = (of: (alert: AlertContent) => string): string => {
    const [from, to] = [alerts.map(of).sort().at(0) ?? '', alerts.map(of).sort().at(-1) ?? ''].map(at);
    return from === to ? (from ?? '') : `${from} – ${to?.startsWith(from?.slice(0, 10) ?? '') ? to.slice(11) : to}`;
  };
  return {
    title,
    facts: [
      [words.project, projectName],
      ...alerts.map(({ level: one, pointName, ...alert }): [string, string] => [
        `${words.levels[one]}: ${pointName}`,
        raisedBecause(alert, language),
      ]),
      ...(count > alerts.length ? [[words.furtherAlerts, String(count - alerts.length)] as [string, string]] : []),
      [words.measuredAt, span(({ readingAt }) => readingAt)],
      [words.receivedAt, span(({ receivedAt }) => receivedAt)],
      [words.raisedAt, span(({ raisedAt }) => raisedAt)],
    ],
    link: alerts[0] ? `${list}?storm=${alerts[0].alertId}` : list,
    shortLink: list,
    foot: words.foot,
    ...severalWords(content, title, words),
  };
}

/** As many names as an SMS has room for, in count and in signs: with title and link it fits two. */
const smsNames = 8;
const smsNameLength = 160;

/** The names that an SMS has room for, and how many alerts are of others. */
function namesIn(alerts: readonly AlertContent[], count: number): { names: string[]; more: number } {
  const all = [...new Set(alerts.map(({ pointName }) => pointName))];
  const names = all.filter((_, i) => i < smsNames && all.slice(0, i + 1).join(', ').length <= smsNameLength);
  const named = alerts.filter(({ pointName }) => names.includes(pointName)).length;
  return { names, more: count - named };
}

/** What an SMS or a call says: how many, some names, how many more. */
function severalWords(
  { projectName, level, alerts, count }: Pick<DigestContent, 'projectName' | 'level' | 'alerts' | 'count'>,
  title: string,
  words: MessageWords,
): Pick<Body, 'variables' | 'shorter' | 'plainText' | 'spoken'> {
  const { names, more } = namesIn(alerts, count);
  const reason = [`${title}${words.colon}${names.join(words.comma)}`, more > 0 ? words.more(more) : '']
    .filter(Boolean)
    .join(' ');
  const counted = words.countOf(count);
  return {
    variables: { ...withoutValues, project: projectName, level: words.levels[level], mp: names[0] ?? '-', reason },
    shorter: { reason: [title, counted, String(count)] },
    plainText: reason,
    spoken: title,
  };
}

/** An alert among others. */
function lineOf(alert: AlertContent, language: Language, words: MessageWords): [string, string] {
  const at = timeIn(alert.timeZone);
  const { family, field, unit } = alert;
  const value = formatNumber(alert.value, precisionOf(family, field));
  return [
    `${words.levels[alert.level]}: ${[alert.structureName, alert.pointName].join(' / ')}`,
    [
      conditionOf(alert),
      `${fieldName(family, field, language)} ${value} ${unit}`,
      `${words.measuredAt} ${at(alert.readingAt)}`,
      `${words.receivedAt} ${at(alert.receivedAt)}`,
      `${words.raisedAt} ${at(alert.raisedAt)}`,
    ]
      .filter(Boolean)
      .join(', '),
  ];
}
