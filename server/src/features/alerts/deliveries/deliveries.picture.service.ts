/**
 * The picture that an e-mail of an alert shows: the curve with its limits, by the code that draws reports. Invariant: a
 * message never waits long for its picture and never fails by it; where there is none to draw it goes without.
 */
import type { Language } from '@plumbline/contract/kernel/constants';
import { staleAfterMs } from '@plumbline/contract/kernel/status';
import { paperCurve } from '@plumbline/science/display/paper-curve';
import { drawPng } from '../../../kernel/draw.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import type { WorkSource } from '../../../kernel/work.rows.ts';
import type { Picture } from '../../messages/senders/senders.api.ts';
import { shownPoints } from '../../readings/readings/readings.effective.api.ts';
import { wideView } from '../../readings/readings/readings.wide.api.ts';
import {
  type AlertContent,
  alertChart,
  type Content,
  quantityOf,
  spanAround,
} from '../delivery-texts/delivery-texts.api.ts';

const widthPx = 400;
/** Records that are read one by one at most. */
const recordsLimit = 50_000;
/** An alert goes to many at once: its picture in each language is drawn once. */
const maxCached = 40;
const cached = new Map<string, { readonly atMs: number; readonly picture: Promise<Picture | null> }>();
const cachedMs = 60_000;

export async function pictureFor(source: WorkSource, content: Content, language: Language): Promise<Picture | null> {
  if (content.type !== 'MeasuringAlert') return null;
  const now = source.clock.now();
  const key = `${source.context.services.config.databaseUrl} ${content.alertId} ${language}`;
  const known = cached.get(key);
  if (known && now.getTime() - known.atMs < cachedMs) return await known.picture;
  const picture = drawn(source, content, language, now).catch((error: unknown) => {
    source.log.warn({ err: error, alertId: content.alertId }, 'the curve of an alert could not be drawn');
    return null;
  });
  cached.delete(key);
  cached.set(key, { atMs: now.getTime(), picture });
  for (const oldest of cached.keys()) {
    if (cached.size <= maxCached) break;
    cached.delete(oldest);
  }
  return await picture;
}

async function drawn(
  { db }: WorkSource,
  content: AlertContent,
  language: Language,
  now: Date,
): Promise<Picture | null> {
  const { pointId, field } = content;
  const { fromMs, toMs } = spanAround(content, now);
  const [point] = await shownPoints(db, [pointId], false);
  const fields = point?.fields.filter(({ key }) => key === field) ?? [];
  if (!point || fields.length === 0) return null;
  const view = { quantity: quantityOf(content), quality: 'good' } as const;
  const wide = await wideView(sqlOver(db), { point, fields }, view, fromMs, toMs, widthPx, recordsLimit);
  const [one] = wide.drawn;
  if (!one || wide.cut || one.total === 0) return null;
  const curve = paperCurve('', one.times, one.values, {
    spanMs: toMs - fromMs,
    silentMs: staleAfterMs(point.facts.intervalSeconds),
  });
  const { svg, words } = alertChart(content, curve, language, { fromMs, toMs });
  return await pictureOf(svg, words);
}

/** Half as dense again as it is shown: sharp enough on every screen, and drawn in half the time of twice as dense. */
async function pictureOf(svg: string, words: string): Promise<Picture> {
  const [, width = 0, height = 0] = (/width="(\d+)" height="(\d+)"/.exec(svg) ?? []).map(Number);
  const dense = svg.replace(`width="${width}" height="${height}"`, `width="${1.5 * width}" height="${1.5 * height}"`);
  return { png: await drawPng(dense), width, height, words };
}
