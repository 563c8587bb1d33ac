/**
 * A message in the recipient's language, from what a delivery is about. Invariant: it says when the value was measured,
 * received, raised and sent, in the project's own time, and names that zone.
 */
import type { AlertCondition } from '@plumbline/contract/alerts';
import type { SmsVariable } from '@plumbline/contract/channels';
import { smsVariables } from '@plumbline/contract/channels';
import type { Language } from '@plumbline/contract/constants';
import { type FamilyCode, precisionOf } from '@plumbline/contract/families';
import { fieldWords } from '@plumbline/contract/families.words';
import { formatNumber } from '@plumbline/science/display/number';
import type { Outgoing } from '../../channels/channels.api.ts';
import { type MessageWords, messageWords } from './message-words.ts';

interface AlertContent {
  readonly type: 'MeasuringAlert';
  readonly alertId: number;
  readonly projectId: number;
  readonly projectName: string;
  readonly timeZone: string;
  readonly structureName: string;
  readonly pointId: number;
  readonly pointName: string;
  readonly deviceName: string | null;
  readonly family: FamilyCode;
  readonly field: string;
  readonly unit: string;
  readonly value: number;
  readonly threshold: number;
  readonly measure: 'value' | 'cumulative' | 'rate' | 'condition';
  /** Absent in what was written before there were conditions. */
  readonly condition?: Pick<AlertCondition, 'name' | 'terms'> | null;
  readonly level: 1 | 2 | 3 | 4;
  readonly late: boolean;
  readonly readingAt: string;
  readonly receivedAt: string;
  readonly raisedAt: string;
  readonly gradingName: string | null;
  readonly gradingAction: string | null;
}
interface DeviceContent {
  readonly type: 'DeviceHealth';
  readonly projectId: number;
  readonly projectName: string;
  readonly timeZone: string;
  readonly deviceName: string;
  readonly sncode: string;
  readonly channels: string;
  /** null = none ever came. */
  readonly sinceAt: string | null;
  readonly raisedAt: string;
}
interface TestContent {
  readonly type: 'Test';
  readonly projectId: number;
  readonly projectName: string;
  readonly timeZone: string;
  readonly ruleName: string;
  readonly raisedAt: string;
}
interface DigestContent {
  readonly type: 'Digest';
  readonly projectId: number;
  readonly projectName: string;
  readonly timeZone: string;
  /** The highest. */
  readonly level: 1 | 2 | 3 | 4;
  /** Of all; the first of them are listed. */
  readonly count: number;
  readonly alerts: readonly AlertContent[];
  readonly reason: string;
  readonly startAt: string;
  readonly endAt: string;
}
/** What a delivery is about, as it was when it was written. */
export type Content = AlertContent | DeviceContent | TestContent | DigestContent;

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

function ofAlert({ content, language, home }: Given<AlertContent>, words: MessageWords): Body {
  const { family, field, measure, level, unit, gradingName, gradingAction, projectName, pointName } = content;
  const at = timeIn(content.timeZone);
  const precision = precisionOf(family, field);
  const [value, threshold] = [content.value, content.threshold].map((each) => formatNumber(each, precision));
  const levelName = [words.levels[level], gradingName].filter(Boolean).join(', ');
  const fieldName = wordOf(family, field, language);
  const reached = [words.reached[measure], conditionOf(content)].filter(Boolean).join(': ');
  const reason = [reached, content.late ? words.late : ''].filter(Boolean).join('; ');
  const facts: [string, string][] = [
    [words.level, levelName],
    [words.project, projectName],
    [words.structure, content.structureName],
    [words.point, pointName],
    ...(content.deviceName ? [[words.device, content.deviceName] as [string, string]] : []),
    [`${words.value}, ${fieldName}`, `${value} ${unit}`.trim()],
    [words.threshold, `${threshold} ${unit}`.trim()],
    [words.reason, reason],
    [words.measuredAt, at(content.readingAt)],
    [words.receivedAt, at(content.receivedAt)],
    [words.raisedAt, at(content.raisedAt)],
    ...(gradingAction ? [[words.action, gradingAction] as [string, string]] : []),
  ];
  const zone = zoneAt(content.timeZone, content.readingAt);
  return {
    title: words.alertTitle(words.levels[level], pointName, projectName),
    facts,
    link: `${home}/#/projects/${content.projectId}/alerts?alert=${content.alertId}`,
    foot: words.foot,
    variables: {
      ...{ project: projectName, structure: content.structureName, mp: pointName, device: content.deviceName ?? '-' },
      ...{ value: value ?? '', unit, field: fieldName, threshold: threshold ?? '', level: words.levels[level] },
      reason: `${reason}, ${words.times(at(content.readingAt), at(content.raisedAt), zone)}`,
    },
  };
}

/** The name of the condition that raised it, and what its terms measured that were true; none of a limit. */
function conditionOf({ condition }: AlertContent): string | null {
  if (!condition) return null;
  const measured = condition.terms.flatMap(({ truth, pointName, otherName, value, unit }) =>
    truth === true
      ? [
          `${[pointName, otherName].filter(Boolean).join(' − ')} ${value === null ? '' : formatNumber(value, 3)} ${unit}`.trim(),
        ]
      : [],
  );
  return `${condition.name} (${measured.join('; ')})`;
}

function ofDevice({ content, home }: Given<DeviceContent>, words: MessageWords): Body {
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
      reason: `${title}; ${words.lastReadingAt}: ${since} (${zoneAt(content.timeZone, raisedAt)})`,
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
        `${wordOf(family, field, language)} ${value} ${unit}`,
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

/** What a field is called, in the language: English, simplified and, where it differs, traditional Chinese. */
function wordOf(family: string, field: string, language: Language): string {
  // Of a node's field the name is what follows its number.
  const [en = field, simplified = en, traditional = simplified] =
    fieldWords[family]?.[field] ?? fieldWords[family]?.[field.replace(/^\D*\d+\D/, '')] ?? [];
  return { en, 'zh-CN': simplified, 'zh-TW': traditional }[language];
}

/** Gives instants as `2026-03-18 14:00:05` of a zone. */
function timeIn(timeZone: string): (at: string | Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(new Date(at));
}

/** The offset of a zone at an instant: `UTC+8`. */
const zoneAt = (timeZone: string, at: string | Date): string =>
  (
    new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
      .formatToParts(new Date(at))
      .find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
  ).replace('GMT', 'UTC');
