/**
 * A message in the recipient's language, from what a delivery is about. Invariant: it says when the value was measured,
 * received, raised and sent, in the project's own time, and names that zone.
 */
import { precisionOf } from '@plumbline/contract/points/families';
import { formatNumber } from '@plumbline/science/display/number';
import type { Outgoing } from '../../../messages/senders/senders.api.ts';
import { fieldName, overLimit, raisedBecause } from '../../alerts/alerts.reasons.api.ts';
import type { AlertContent, DeviceContent, TestContent } from './content.ts';
import { ofNews } from './message-news.ts';
import { alertLink, type Body, type Given, withoutValues } from './message-parts.ts';
import { ofCollected, ofDigest, ofStorm } from './message-several.ts';
import { type MessageWords, messageWords } from './message-words.ts';
import { timeIn, zoneAt } from './places-and-times.ts';
import { spokenAlert } from './spoken.ts';

export function messageOf({ content, ...given }: Given): Outgoing {
  const { key, to, language, now } = given;
  const words = messageWords[language];
  const body = bodyOf({ ...given, content }, words);
  const zone: [string, string] = [words.timeZone, `${content.timeZone} (${zoneAt(content.timeZone, now)})`];
  const sent: [string, string] = [words.sentAt, timeIn(content.timeZone)(now)];
  const data = { content, sentAt: now.toISOString() };
  const { title, foot, late } = reasonsOf(given, words, body);
  const { variables, shorter, plainText, spoken } = body;
  return {
    key,
    to,
    language,
    linkWords: words.open,
    data,
    ...body,
    title,
    foot,
    ...('level' in content && { level: content.level }),
    variables: { ...variables, reason: joined(words, late, variables.reason) },
    // That nobody reacted counts for more than when it was measured.
    ...(shorter && {
      shorter: {
        reason: [...(shorter.reason ?? []).map((each) => joined(words, late, each)), ...(shorter.reason ?? [])],
      },
    }),
    ...(spoken !== undefined && { spoken: [late, spoken].filter(Boolean).join(words.spoken.stop) }),
    ...(plainText !== undefined && { plainText: joined(words, late, plainText) }),
    facts: [...body.facts, sent, zone],
  };
}

function bodyOf({ content, ...given }: Given, words: MessageWords): Body {
  if (content.type === 'MeasuringAlert') return ofAlert({ ...given, content }, words);
  if (content.type === 'DeviceHealth') return ofDevice({ ...given, content }, words);
  if (content.type === 'News') return ofNews({ ...given, content }, words);
  if (content.type === 'Storm') return ofStorm({ ...given, content }, words);
  if (content.type === 'Digest') return ofDigest({ ...given, content }, words);
  return content.type === 'Collected'
    ? ofCollected({ ...given, content }, words)
    : ofTest({ ...given, content }, words);
}

/** What the message says of why it comes to this recipient, and so late. */
function reasonsOf(
  { rosterName, isFallback, afterMinutes }: Pick<Given, 'rosterName' | 'isFallback' | 'afterMinutes'>,
  words: MessageWords,
  { title, foot }: Body,
) {
  const late = afterMinutes > 0 ? words.notAcknowledged(afterMinutes) : '';
  const duty = rosterName === null ? foot : (isFallback ? words.fallbackFoot : words.dutyFoot)(rosterName);
  return { title: joined(words, late, title), foot: duty, late };
}

const joined = ({ colon }: MessageWords, ...parts: readonly string[]): string => parts.filter(Boolean).join(colon);

function ofAlert({ content, language, home, now }: Given<AlertContent>, words: MessageWords): Body {
  const { family, field, level, unit, gradingName, gradingAction, projectName, pointName } = content;
  const at = timeIn(content.timeZone);
  const precision = precisionOf(family, field);
  const [value, threshold] = [content.value, content.threshold].map((each) => formatNumber(each, precision));
  const levelName = [words.levels[level], gradingName].filter(Boolean).join(', ');
  const name = fieldName(family, field, language);
  const because = raisedBecause(content, language);
  const reason = [because, content.late ? words.late : ''].filter(Boolean).join('; ');
  const facts: [string, string][] = [
    [words.level, levelName],
    [words.project, projectName],
    [words.structure, content.structureName],
    [words.point, pointName],
    ...(content.deviceName ? [[words.device, content.deviceName] as [string, string]] : []),
    [`${words.value}${words.comma}${name}`, `${value} ${unit}`.trim()],
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
    shortLink: alertLink(home, content),
    foot: words.foot,
    variables: {
      project: projectName,
      structure: content.structureName,
      mp: pointName,
      device: content.deviceName ?? '-',
      value: value ?? '',
      unit,
      field: name,
      threshold: threshold ?? '',
      level: words.levels[level],
      reason: `${reason}${words.comma}${shortTimes(content, words, now)}`,
    },
    shorter: { reason: shorterReasons(content, because, words, now) },
    spoken: spokenAlert(content, language),
  };
}

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

/** The same in few signs: the reason with all four by day and minute, then with when it was measured, then the reason alone. */
function shorterReasons(content: AlertContent, because: string, words: MessageWords, now: Date): readonly string[] {
  const { timeZone, readingAt, receivedAt, raisedAt } = content;
  const at = timeIn(timeZone);
  const [measured, ...others] = [readingAt, receivedAt, raisedAt, now].map((instant) => at(instant).slice(5, 16));
  const [received, raised, sent] = others.map((text) =>
    text.slice(0, 5) === measured?.slice(0, 5) ? text.slice(6) : text,
  );
  const times = { measured: measured ?? '', received: received ?? '', raised: raised ?? '', sent: sent ?? '' };
  const figures = overLimit(content);
  return [
    `${because}${words.comma}${words.shortTimes(times)}`,
    `${because}${words.comma}${times.measured}`,
    because,
    `${figures}${words.comma}${times.measured}`,
    figures,
  ];
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
      project: projectName,
      device: `${deviceName} (${sncode})`,
      level: '-',
      reason: `${title}; ${words.lastReadingAt}: ${since}, ${words.sentAt}: ${at(now)} (${zoneAt(content.timeZone, raisedAt)})`,
    },
    shorter: { reason: [title, since] },
    spoken: title,
    plainText: `${title}. ${words.lastReadingAt}: ${since} (${zoneAt(content.timeZone, raisedAt)}). ${words.sentAt}: ${at(now)}`,
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
    plainText: `${title}. ${words.testFoot}`,
  };
}
