/**
 * A message in the recipient's language, from what a delivery is about. Invariant: it says when the value was measured,
 * received, raised and sent, in the project's own time, and names that zone.
 */
import type { TermPlace } from '@plumbline/contract/alerts';
import type { SmsVariable } from '@plumbline/contract/channels';
import { smsVariables } from '@plumbline/contract/channels';
import type { Language } from '@plumbline/contract/constants';
import { precisionOf } from '@plumbline/contract/families';
import { formatNumber } from '@plumbline/science/display/number';
import type { Outgoing } from '../../channels/channels.api.ts';
import type { AlertContent, Content, DeviceContent, DigestContent, TestContent } from './content.ts';
import { type MessageWords, messageWords } from './message-words.ts';
import { fieldName, timeIn, zoneAt } from './places-and-times.ts';

interface Given<C extends Content = Content> {
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
type Body = Pick<Outgoing, 'title' | 'facts' | 'variables' | 'link' | 'foot'>;

export function messageOf({ content, ...given }: Given): Outgoing {
  const { key, to, language, now } = given;
  const words = messageWords[language];
  const body = bodyOf({ ...given, content }, words);
  const zone: [string, string] = [words.timeZone, `${content.timeZone} (${zoneAt(content.timeZone, now)})`];
  const sent: [string, string] = [words.sentAt, timeIn(content.timeZone)(now)];
  const data = { content, sentAt: now.toISOString() };
  const { title, foot, reason } = reasonsOf(given, words, body);
  return {
    ...{ key, to, language, linkWords: words.open, data, ...body, title, foot },
    variables: { ...body.variables, reason },
    facts: [...body.facts, sent, zone],
  };
}

function bodyOf({ content, ...given }: Given, words: MessageWords): Body {
  if (content.type === 'MeasuringAlert') return ofAlert({ ...given, content }, words);
  if (content.type === 'DeviceHealth') return ofDevice({ ...given, content }, words);
  return content.type === 'Digest' ? ofDigest({ ...given, content }, words) : ofTest({ ...given, content }, words);
}

/** What the message says of why it comes to this recipient, and so late. */
function reasonsOf(
  { rosterName, isFallback, afterMinutes }: Pick<Given, 'rosterName' | 'isFallback' | 'afterMinutes'>,
  words: MessageWords,
  { title, foot, variables }: Body,
) {
  const late = afterMinutes > 0 ? words.notAcknowledged(afterMinutes) : '';
  const duty = rosterName === null ? foot : (isFallback ? words.fallbackFoot : words.dutyFoot)(rosterName);
  const join = (...parts: readonly string[]): string => parts.filter(Boolean).join(': ');
  return { title: join(late, title), foot: duty, reason: join(late, variables.reason) };
}

function ofAlert({ content, language, home, now }: Given<AlertContent>, words: MessageWords): Body {
  const { family, field, measure, level, unit, gradingName, gradingAction, projectName, pointName } = content;
  const at = timeIn(content.timeZone);
  const precision = precisionOf(family, field);
  const [value, threshold] = [content.value, content.threshold].map((each) => formatNumber(each, precision));
  const levelName = [words.levels[level], gradingName].filter(Boolean).join(', ');
  const name = fieldName(family, field, language);
  const reached = [words.reached[measure], conditionOf(content)].filter(Boolean).join(': ');
  const reason = [reached, content.late ? words.late : ''].filter(Boolean).join('; ');
  const facts: [string, string][] = [
    [words.level, levelName],
    [words.project, projectName],
    [words.structure, content.structureName],
    [words.point, pointName],
    ...(content.deviceName ? [[words.device, content.deviceName] as [string, string]] : []),
    [`${words.value}, ${name}`, `${value} ${unit}`.trim()],
    [words.threshold, `${threshold} ${unit}`.trim()],
    [words.reason, reason],
    [words.measuredAt, at(content.readingAt)],
    [words.receivedAt, at(content.receivedAt)],
    [words.raisedAt, at(content.raisedAt)],
    ...(gradingAction ? [[words.action, gradingAction] as [string, string]] : []),
  ];
  return {
    title: words.alertTitle(words.levels[level], pointName, projectName),
    facts,
    link: alertLink(home, content),
    foot: words.foot,
    variables: {
      ...{ project: projectName, structure: content.structureName, mp: pointName, device: content.deviceName ?? '-' },
      ...{ value: value ?? '', unit, field: name, threshold: threshold ?? '', level: words.levels[level] },
      reason: `${reason}, ${shortTimes(content, words, now)}`,
    },
  };
}

/** Where an alert is opened in Plumbline: the one place that says so, for messages of every medium. */
export const alertLink = (home: string, { projectId, alertId }: Pick<AlertContent, 'projectId' | 'alertId'>): string =>
  `${home}/#/projects/${projectId}/alerts/${alertId}`;

/** All four times on one line, for an SMS: what lies on the day of the measurement without that day. */
function shortTimes(
  { timeZone, readingAt, receivedAt, raisedAt }: AlertContent,
  words: MessageWords,
  now: Date,
): string {
  const at = timeIn(timeZone);
  const measured = at(readingAt);
  const after = (instant: string | Date): string => {
    const text = at(instant);
    return text.startsWith(measured.slice(0, 10)) ? text.slice(11) : text;
  };
  const times = { measured, received: after(receivedAt), raised: after(raisedAt), sent: after(now) };
  return words.times(times, zoneAt(timeZone, readingAt));
}

/** At which depth, or of which velocity at which frequency. */
function placeOf(found: TermPlace | null | undefined): string {
  if (!found) return '';
  const { place, value } = found;
  return value === null
    ? ` @ ${formatNumber(place, 2)} m`
    : ` (${formatNumber(value, 2)} mm/s @ ${formatNumber(place, 1)} Hz)`;
}

/** The name of the condition that raised it, and what its terms measured that were true; none of a limit. */
function conditionOf({ condition }: AlertContent): string | null {
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

function ofDevice({ content, home, now }: Given<DeviceContent>, words: MessageWords): Body {
  const { deviceName, projectName, sncode, channels, sinceAt, raisedAt, projectId } = content;
  const at = timeIn(content.timeZone);
  const since = sinceAt === null ? words.never : at(sinceAt);
  const title = words.deviceTitle(deviceName, projectName);
  return {
    title,
    facts: [
      [words.project, projectName],
      [words.device, `${deviceName} (${sncode})`],
      [words.channels, channels],
      [words.lastReadingAt, since],
      [words.raisedAt, at(raisedAt)],
    ],
    link: `${home}/#/projects/${projectId}/devices/health`,
    foot: words.foot,
    variables: {
      ...withoutValues,
      ...{ project: projectName, device: `${deviceName} (${sncode})`, level: '-' },
      reason: `${title}; ${words.lastReadingAt}: ${since}, ${words.sentAt}: ${at(now)} (${zoneAt(content.timeZone, raisedAt)})`,
    },
  };
}

function ofDigest({ content, home, language }: Given<DigestContent>, words: MessageWords): Body {
  const { projectName, projectId, count, alerts, level, reason, startAt, endAt } = content;
  const at = timeIn(content.timeZone);
  const title = words.digestTitle(count, projectName);
  const line = (alert: AlertContent): [string, string] => {
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
  };
  const rest = count - alerts.length;
  return {
    title,
    facts: [
      [words.project, projectName],
      [words.quietWindow, `${at(startAt)} – ${at(endAt)}: ${reason}`],
      ...alerts.map(line),
      ...(rest > 0 ? [[words.furtherAlerts, String(rest)] as [string, string]] : []),
    ],
    link: `${home}/#/projects/${projectId}/alerts?status=Open`,
    foot: words.foot,
    variables: {
      ...withoutValues,
      ...{ project: projectName, level: words.levels[level], mp: alerts[0]?.pointName ?? '-' },
      reason: title,
    },
  };
}

function ofTest({ content, home }: Given<TestContent>, words: MessageWords): Body {
  const { projectName, ruleName, projectId } = content;
  const title = words.testTitle(ruleName, projectName);
  return {
    title,
    facts: [[words.project, projectName]],
    link: `${home}/#/projects/${projectId}/console/alert-rules`,
    foot: words.testFoot,
    variables: { ...withoutValues, project: projectName, reason: words.testFoot },
  };
}

const withoutValues = Object.fromEntries(smsVariables.map((name) => [name, '-'])) as Record<SmsVariable, string>;
