/**
 * The first step of the road: the text of a message becomes records, or says exactly why not. Pure.
 *
 * One bad record or channel never takes its neighbours with it: what is good goes on, what is not comes back as a
 * refusal with its place in the message.
 */
import { gatewayLimits } from '@plumbline/contract/kernel/constants';
import { type ErrorName, errors } from '@plumbline/contract/kernel/errors';
import type { Sample } from '@plumbline/science/sensors/recipes';
import { isoOf, readTime } from '../kernel/device-times.ts';

export interface DecodedRecord {
  /** Place in the message, from 0. */
  readonly index: number;
  /** Epoch ms. */
  readonly at: number;
  readonly channels: readonly (readonly [channel: string, sample: Sample])[];
  readonly voltage: number | null;
  readonly signal: number | null;
}
export interface Refusal {
  readonly index: number;
  readonly channel: string | null;
  readonly error: ErrorName;
  readonly code: number;
  readonly detail: unknown;
}
export interface Decoded {
  readonly records: readonly DecodedRecord[];
  /** Sound, and ahead of the clock: refused for now. */
  readonly ahead: readonly DecodedRecord[];
  readonly refused: readonly Refusal[];
}

export const refusal = (error: ErrorName, detail: unknown, index = 0, channel: string | null = null): Refusal => ({
  index,
  channel: channel === null ? null : storable(channel),
  error,
  code: errors[error].code,
  detail: typeof detail === 'string' ? storable(detail) : detail,
});

/** PostgreSQL keeps neither NUL nor half a surrogate pair; a refusal quotes what devices sent, and is kept. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** No clock gets there: what is dated later is refused and not kept. */
const farthestAt = Date.UTC(2200, 0, 1);

/** Reads a message: one record or an array of them. `nowMs` is the gateway's clock; a record may be ahead of it by the tolerance. */
export function decode(text: string, nowMs: number): Decoded {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    return nothing(refusal('malformedReading', (error as Error).message.slice(0, 200)));
  }
  const list = Array.isArray(body) ? body : [body];
  if (list.length === 0) return nothing(refusal('malformedReading', 'no records'));
  if (list.length > gatewayLimits.recordsPerMessage)
    return nothing(refusal('malformedReading', `more than ${gatewayLimits.recordsPerMessage} records`));
  const records: DecodedRecord[] = [];
  const ahead: DecodedRecord[] = [];
  const refused: Refusal[] = [];
  for (let index = 0; index < list.length; index++) {
    const record = list[index] as Record<string, unknown> | null;
    if (typeof record !== 'object' || record === null || Array.isArray(record)) {
      refused.push(refusal('malformedReading', 'a record is an object', index));
      continue;
    }
    const at = readTime(record['at']);
    if (typeof at === 'string') {
      refused.push(refusal('malformedReading', at, index));
      continue;
    }
    const isAhead = at > nowMs + gatewayLimits.futureToleranceSeconds * 1000;
    if (isAhead) refused.push(refusal('readingInFuture', { at: isoOf(at), now: isoOf(nowMs) }, index));
    const sent = record['channels'];
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
      refused.push(refusal('malformedReading', 'channels is an object of channels', index));
      continue;
    }
    const entries = Object.entries(sent);
    if (entries.length === 0 || entries.length > gatewayLimits.channelsPerRecord) {
      refused.push(refusal('malformedReading', `a record has 1 to ${gatewayLimits.channelsPerRecord} channels`, index));
      continue;
    }
    const channels: [string, Sample][] = [];
    for (const [channel, sample] of entries) {
      const wrong = wrongSample(sample);
      if (wrong) refused.push(refusal(wrong[0], wrong[1], index, channel.slice(0, 32)));
      else channels.push([channel, sample as Sample]);
    }
    const about = record['device'] as { voltage?: unknown; signal?: unknown } | null | undefined;
    if (channels.length > 0 && at < farthestAt)
      (isAhead ? ahead : records).push({
        index,
        at,
        channels,
        voltage: finite(about?.voltage),
        signal: finite(about?.signal),
      });
  }
  return { records, ahead, refused };
}

const nothing = (why: Refusal): Decoded => ({ records: [], ahead: [], refused: [why] });
const finite = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);

const quantityNameLength = 64;

function wrongSample(sample: unknown): [ErrorName, unknown] | null {
  if (typeof sample !== 'object' || sample === null || Array.isArray(sample))
    return ['malformedReading', 'a channel holds quantities by name'];
  let quantities = 0;
  for (const key in sample) {
    quantities++;
    if (key.length > quantityNameLength || key.includes('\0') || !key.isWellFormed())
      return ['malformedReading', 'a quantity has no usable name'];
    const value = (sample as Record<string, unknown>)[key];
    if (value === null) continue;
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) return ['readingNotFinite', { quantity: key }];
    } else if (Array.isArray(value)) {
      if (value.length > gatewayLimits.nodesPerPoint)
        return ['malformedReading', { quantity: key, reason: `more than ${gatewayLimits.nodesPerPoint} nodes` }];
      for (const each of value)
        if (each !== null && (typeof each !== 'number' || !Number.isFinite(each)))
          return ['readingNotFinite', { quantity: key }];
    } else {
      return ['readingNotFinite', { quantity: key }];
    }
  }
  if (quantities === 0 || quantities > 32) return ['malformedReading', 'a channel holds 1 to 32 quantities'];
  return null;
}
