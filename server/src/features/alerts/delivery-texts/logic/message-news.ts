/** How alerts went on of which the recipient was told: who has them, how they were settled and why, or that they were withdrawn. */
import type { Language } from '@plumbline/contract/kernel/constants';
import { raisedBecause } from '../../alerts/alerts.reasons.api.ts';
import type { NewsContent } from './content.ts';
import { alertLink, type Body, type Given, withoutValues } from './message-parts.ts';
import { type MessageWords, messageWords } from './message-words.ts';
import { timeIn } from './places-and-times.ts';

/** So many alerts are named. */
const listedAlerts = 20;

/** Returns how alerts went on as a card shows it, in two lines: what happened, and why, by whom and when. */
export function outcomeOf(content: NewsContent, language: Language): { title: string; details: string } {
  const words = messageWords[language];
  const { news, reason, byName, at, timeZone } = content;
  const why = news === 'withdrawn' ? words.news.withdrawnWhy : reason;
  return {
    title: titleOf(content, words),
    details: [why, news === 'settled' && byName, timeIn(timeZone)(at)].filter(Boolean).join(' · '),
  };
}

export function ofNews({ content, home, language }: Given<NewsContent>, words: MessageWords): Body {
  const { alerts, count, news, projectId, projectName, byName, at, reason } = content;
  const { states, foot, by, at: atWord, verdict, verdicts, withdrawnWhy } = words.news;
  const [first] = alerts;
  const title = titleOf(content, words);
  const why = news === 'withdrawn' ? withdrawnWhy : reason;
  const list = `${home}/#/projects/${projectId}/alerts`;
  const link = count === 1 && first ? alertLink(home, first) : list;
  const text = [title, why].filter(Boolean).join(words.colon);
  return {
    title,
    facts: [
      [words.project, projectName],
      ...alerts.slice(0, listedAlerts).map(lineOf),
      ...(count > listedAlerts ? [[words.furtherAlerts, String(count - listedAlerts)] as [string, string]] : []),
      ...(news === 'settled' ? [[verdict, verdicts[content.status]] as [string, string]] : []),
      ...(why ? [[words.reason, why] as [string, string]] : []),
      ...(byName ? [[by, byName] as [string, string]] : []),
      [atWord, timeIn(content.timeZone)(at)],
    ],
    link,
    shortLink: link,
    foot,
    variables: {
      ...withoutValues,
      project: projectName,
      structure: content.structureName,
      mp: count === 1 ? (first?.pointName ?? '-') : words.countOf(count),
      level: states[news],
      reason: text,
    },
    shorter: { reason: [title, [states[news], byName].filter(Boolean).join(words.colon), states[news]] },
    plainText: text,
  };

  function lineOf(alert: NewsContent['alerts'][number]): [string, string] {
    const place = [alert.structureName, alert.pointName].join(' / ');
    return [`${words.levels[alert.level]}: ${place}`, raisedBecause(alert, language)];
  }
}

function titleOf(
  { alerts, count, news, projectName, structureName, byName, status }: NewsContent,
  words: MessageWords,
) {
  const { points, acknowledged, settled, withdrawn, verdicts } = words.news;
  const what = count === 1 ? (alerts[0]?.pointName ?? structureName) : points(count, structureName);
  if (news === 'withdrawn') return withdrawn(what, projectName);
  return news === 'acknowledged'
    ? acknowledged(what, projectName, byName ?? '-')
    : settled(what, projectName, verdicts[status]);
}
