/**
 * A service that is asked over HTTP for what it has measured. Where its address or text names a stretch of time, one stretch is
 * asked for after the other, each a little before the end of the last, for what arrives there late; readings have times
 * of their own, and count once. What is asked for once more (back-fill) goes after what goes on, and does not delay it.
 *
 * Invariants: where it goes on moves once the answer is durable; the password goes to the host that was set and to no other,
 * whatever an answer says of its next page.
 */
import { hourMs } from '@plumbline/contract/kernel/durations';
import { pullLimits } from '@plumbline/contract/telemetry/feeds.pulls';
import { readPath, valueAt } from '@plumbline/science/formats/json-path';
import { writeLocal } from '@plumbline/science/series/local-time';
import type { FeedSettings } from '../../../../kernel/tables.feeds.ts';
import { type BackFill, cursorOf, moveBackFill, moveCursor } from '../feed-sources.table.ts';
import { PolledSource, type RoundParts, type SourceFile, type SourceParts, type SourceQuery } from './polled-source.ts';

interface Cursor {
  /** Up to where it was asked, epoch ms. */
  readonly until?: number;
  readonly back?: BackFill | null;
}
interface Stretch {
  readonly from: number;
  readonly to: number;
}

const answerMs = 30_000;
/** Elements of a list that become one message: each is an uplink of its own. */
const together = 200;

export const openHttpSource = (parts: SourceParts): PolledSource => new PolledSource(parts, takeNew, takeBack);

async function takeNew(parts: RoundParts, signal: AbortSignal): Promise<void> {
  const { db, feed, clock } = parts;
  const now = clock.now().getTime();
  if (!hasTimeRange(feed.settings)) return takeStretch(parts, { from: now, to: now }, signal);
  const { until } = (await cursorOf<Cursor>(db, feed.id)) ?? {};
  const { windowMs, overlapMs } = spansOf(feed.settings);
  for (let from = until === undefined ? now - windowMs : until - overlapMs; from < now && !signal.aborted; ) {
    const to = Math.min(now, from + windowMs);
    await takeStretch(parts, { from, to }, signal);
    if (signal.aborted) return;
    await moveCursor(db, feed.id, { until: to } satisfies Cursor);
    from = to;
  }
}

/** What was asked for once more, beginning where it was left. */
async function takeBack(parts: RoundParts, signal: AbortSignal): Promise<void> {
  const { db, feed } = parts;
  let back = (await cursorOf<Cursor>(db, feed.id))?.back ?? null;
  const { windowMs } = spansOf(feed.settings);
  while (back && !signal.aborted) {
    const [from, until] = [Date.parse(back.from), Date.parse(back.until)];
    const to = Math.min(until, from + windowMs);
    if (from < until) await takeStretch(parts, { from, to }, signal);
    if (signal.aborted) return;
    const next: BackFill | null = to >= until ? null : { from: new Date(to).toISOString(), until: back.until };
    // Somebody has asked for something else meanwhile: the next round begins there.
    if (!(await moveBackFill(db, feed.id, back, next))) return;
    back = next;
  }
}

async function takeStretch(parts: RoundParts, stretch: Stretch, signal: AbortSignal): Promise<void> {
  if (hasTimeRange(parts.feed.settings))
    parts.spans(new Date(stretch.from).toISOString(), new Date(stretch.to).toISOString());
  for await (const page of answers(parts, stretch, signal))
    for (const file of messagesOf(parts.feed.settings, page)) {
      if (signal.aborted) return;
      await parts.take(file);
    }
}

/** The messages of the newest stretch, its first page. Nothing is stored by it. */
export async function previewHttp(source: SourceQuery): Promise<SourceFile[]> {
  const now = source.clock.now().getTime();
  const { windowMs } = spansOf(source.feed.settings);
  for await (const page of answers(source, { from: now - windowMs, to: now }, AbortSignal.timeout(answerMs)))
    return messagesOf(source.feed.settings, page);
  return [];
}

const spansOf = ({ windowHours = 24, overlapMinutes = 60 }: FeedSettings) => ({
  windowMs: windowHours * hourMs,
  overlapMs: overlapMinutes * 60_000,
});

/** Returns whether it is asked for a stretch of time, and not for what it has just now. */
export const hasTimeRange = ({ pullUrl, pullBody }: FeedSettings): boolean =>
  /\{(?:from|to)(?:Ms|Seconds|Local)?\}/.test(`${pullUrl ?? ''} ${pullBody ?? ''}`);

interface Page {
  readonly topic: string;
  readonly body: Buffer;
}

/** The answer for a stretch, page by page. Throws where the source does not answer as it should. */
async function* answers(source: SourceQuery, stretch: Stretch, signal: AbortSignal): AsyncGenerator<Page> {
  const { settings } = source.feed;
  const places = placesOf(source, stretch);
  const first = filled(settings.pullUrl ?? '', places, encodeURIComponent);
  let url = first;
  for (let page = 0; page < pullLimits.pages && !signal.aborted; page++) {
    const body = await answerOf(source, url, places);
    yield { topic: new URL(first).pathname.slice(0, 200), body };
    const next = nextOf(settings, body);
    if (next === null) return;
    const following = new URL(next, url);
    if (following.origin !== new URL(first).origin) throw new Error('the next page is at another host');
    if (following.href === url) throw new Error('the next page is the page itself');
    url = following.href;
  }
  if (!signal.aborted) throw new Error(`more than ${pullLimits.pages} pages`);
}

async function answerOf(source: SourceQuery, url: string, places: Places): Promise<Buffer> {
  const { settings } = source.feed;
  const text = settings.pullBody ?? null;
  const isJson = text !== null && /^\s*[[{]/.test(text);
  const { status, body } = await source.outbound.send(url, {
    method: text === null ? 'GET' : 'POST',
    headers: {
      accept: 'application/json, text/csv, */*',
      ...(text === null ? {} : { 'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded' }),
      ...shownTo(source),
    },
    ...(text === null ? {} : { body: filled(text, places, isJson ? jsonText : encodeURIComponent) }),
    timeoutMs: answerMs,
    maxBytes: pullLimits.answerBytes,
  });
  if (status < 200 || status > 299) throw new Error(`the source answers ${status}`);
  return body;
}

function shownTo({ feed, password }: SourceQuery): Record<string, string> {
  const { auth = 'none', authName, userName } = feed.settings;
  const secret = password ?? '';
  if (auth === 'basic')
    return { authorization: `Basic ${Buffer.from(`${userName ?? ''}:${secret}`).toString('base64')}` };
  if (auth === 'bearer') return { authorization: `Bearer ${secret}` };
  return auth === 'header' && authName ? { [authName.toLowerCase()]: secret } : {};
}

type Places = Readonly<Record<string, string>>;

function placesOf({ feed, password }: SourceQuery, { from, to }: Stretch): Places {
  const seconds = (ms: number) => String(Math.floor(ms / 1000));
  const { timeZone } = feed.settings;
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    fromMs: String(from),
    toMs: String(to),
    fromSeconds: seconds(from),
    toSeconds: seconds(to),
    fromLocal: writeLocal(from, timeZone),
    toLocal: writeLocal(to, timeZone),
    password: password ?? '',
  };
}

/** Each place once: what is put into one is not looked at again. The address may hold its braces escaped. */
const filled = (text: string, places: Places, written: (value: string) => string): string =>
  text.replace(/(?:\{|%7B)([A-Za-z]+)(?:\}|%7D)/gi, (placeholder, name: string) =>
    Object.hasOwn(places, name) ? written(places[name] ?? '') : placeholder,
  );
const jsonText = (value: string): string => JSON.stringify(value).slice(1, -1);

function nextOf({ nextPage }: FeedSettings, body: Buffer): string | null {
  if (!nextPage) return null;
  const path = readPath(nextPage);
  const nextAddress = path === null ? undefined : valueAt(jsonOf(body), path, 1);
  return typeof nextAddress === 'string' && nextAddress !== '' ? nextAddress : null;
}

/** An answer as messages: whole, or the elements of the list that the feed names. Throws where there is no such list. */
function messagesOf({ records, wrapping, place }: FeedSettings, { topic, body }: Page): SourceFile[] {
  if (records === null || records === undefined) return [{ topic, content: body }];
  const path = readPath(records);
  const list = path === null ? undefined : valueAt(jsonOf(body), path, 1);
  if (!Array.isArray(list)) throw new Error(`the answer has no list at ${records || 'its beginning'}`);
  const written = (value: unknown) => ({ topic, content: Buffer.from(JSON.stringify(value)) });
  // What names its sender in the content is taken apart where messages are.
  const isSplit = wrapping === 'plain' && place.in === 'content';
  if (!isSplit) return list.map(written);
  return Array.from({ length: Math.ceil(list.length / together) }, (_, part) =>
    written(list.slice(part * together, (part + 1) * together)),
  );
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new Error('the answer is not JSON');
  }
}
