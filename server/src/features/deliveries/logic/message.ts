/**
 * A message in the recipient's language, from what a delivery is about. Invariant: it says when the value was measured,
 * received, raised and sent, in the project's own time, and names that zone.
 */
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
  readonly measure: 'value' | 'cumulative' | 'rate';
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
/** What a delivery is about, as it was when it was written. */
export type Content = AlertContent | DeviceContent | TestContent;

interface Given<C extends Content = Content> {
  readonly key: string;
  readonly to: string;
  readonly language: Language;
  readonly content: C;
  /** Where Plumbline is. */
  readonly home: string;
  readonly now: Date;
}
type Body = Pick<Outgoing, 'title' | 'facts' | 'variables' | 'link' | 'foot'>;

export function messageOf({ content, ...given }: Given): Outgoing {
  const { key, to, language, now } = given;
  const words = messageWords[language];
  const body =
    content.type === 'MeasuringAlert'
      ? ofAlert({ ...given, content }, words)
      : content.type === 'DeviceHealth'
        ? ofDevice({ ...given, content }, words)
        : ofTest({ ...given, content }, words);
  const zone: [string, string] = [words.timeZone, `${content.timeZone} (${zoneAt(content.timeZone, now)})`];
  const sent: [string, string] = [words.sentAt, timeIn(content.timeZone)(now)];
  const data = { content, sentAt: now.toISOString() };
  return { key, to, language, linkWords: words.open, data, ...body, facts: [...body.facts, sent, zone] };
}

function ofAlert({ content, language, home }: Given<AlertContent>, words: MessageWords): Body {
  const { family, field, measure, level, unit, gradingName, gradingAction, projectName, pointName } = content;
  const at = timeIn(content.timeZone);
  const precision = precisionOf(family, field);
  const [value, threshold] = [content.value, content.threshold].map((each) => formatNumber(each, precision));
  const levelName = [words.levels[level], gradingName].filter(Boolean).join(', ');
  const fieldName = wordOf(family, field, language);
  const reason = [words.reached[measure], content.late ? words.late : ''].filter(Boolean).join('; ');
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
