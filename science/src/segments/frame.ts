/**
 * Records of one point as columns: what is sealed, merged and rewritten. Pure.
 *
 * Invariant: times ascend and none is there twice.
 */

import { gather, joinRaws, pickRaws, type Raws, rawsOf, sampleReader } from './raw.ts';
import type { StoredRecord } from './record.ts';

export interface Frame {
  /** Epoch ms, both. */
  readonly times: Float64Array;
  readonly received: Float64Array;
  /** A column for each field; NaN = no value. */
  readonly fields: Float64Array[];
  /** quality + 16 * tests, a column for each field; 0 where the record has no flags. null = no record has. */
  readonly flags: Float64Array[] | null;
  /** 0 = by hand. */
  readonly device: Float64Array;
  /** The series_change; 0 = the gateway. */
  readonly change: Float64Array;
  readonly raws: Raws;
}

const column = (n: number, of: (i: number) => number) => {
  const out = new Float64Array(n);
  for (let i = 0; i < n; i++) out[i] = of(i);
  return out;
};

/** A record that has flags says pass of the values that it says nothing of. */
const flagOf = (flags: StoredRecord['flags'], field: number) => (flags === null ? 0 : (flags[field] ?? 1));

/** Records in ascending order of time as columns. */
export function frameOf(records: readonly StoredRecord[]): Frame {
  const n = records.length;
  let width = 0;
  let flagged = false;
  for (const { values, flags } of records) {
    if (values.length > width) width = values.length;
    if (flags !== null) flagged = true;
  }
  return {
    times: column(n, (i) => records[i]!.at),
    received: column(n, (i) => records[i]!.receivedAt),
    fields: Array.from({ length: width }, (_, f) => column(n, (i) => records[i]!.values[f] ?? Number.NaN)),
    flags: flagged ? Array.from({ length: width }, (_, f) => column(n, (i) => flagOf(records[i]!.flags, f))) : null,
    device: column(n, (i) => records[i]!.deviceId ?? 0),
    change: column(n, (i) => records[i]!.changeId ?? 0),
    raws: rawsOf(records.map((record) => record.raw)),
  };
}

/** Gives the record at a place, whole. */
export function recordReader(frame: Frame): (i: number) => StoredRecord {
  const sample = sampleReader(frame.raws);
  const { times, received, fields, flags, device, change } = frame;
  return (i) => ({
    at: times[i]!,
    receivedAt: received[i]!,
    values: fields.map((values) => (Number.isNaN(values[i]!) ? null : values[i]!)),
    raw: sample(i),
    flags: flags?.some((each) => each[i] !== 0) ? flags.map((each) => each[i]!) : null,
    deviceId: device[i] || null,
    changeId: change[i] || null,
  });
}

/** The chosen records; places ascend. */
export function pick(frame: Frame, chosen: Uint32Array): Frame {
  const flags = frame.flags?.map((each) => gather(each, chosen)) ?? null;
  return {
    times: gather(frame.times, chosen),
    received: gather(frame.received, chosen),
    fields: frame.fields.map((each) => gather(each, chosen)),
    flags: flags?.some((each) => each.some((flag) => flag !== 0)) ? flags : null,
    device: gather(frame.device, chosen),
    change: gather(frame.change, chosen),
    raws: pickRaws(frame.raws, chosen),
  };
}

export function slice(frame: Frame, from: number, to: number): Frame {
  if (from === 0 && to === frame.times.length) return frame;
  const chosen = new Uint32Array(to - from);
  for (let i = 0; i < chosen.length; i++) chosen[i] = from + i;
  return pick(frame, chosen);
}

/** Both in one order of time; where they hold the same time, the newer one's record. */
export function merge(older: Frame, newer: Frame): Frame {
  if (older.times.length === 0) return newer;
  if (newer.times.length === 0) return older;
  const joined = join(older, newer);
  const after = newer.times[0]! > older.times.at(-1)!;
  return after ? joined : pick(joined, mergedOrder(older.times, newer.times));
}

/** Places in (older, then newer) in order of time, the newer one's where both have it. */
export function mergedOrder(older: Float64Array, newer: Float64Array): Uint32Array {
  const order = new Uint32Array(older.length + newer.length);
  let size = 0;
  for (let o = 0, n = 0; o < older.length || n < newer.length; ) {
    if (n === newer.length || (o < older.length && older[o]! < newer[n]!)) order[size++] = o++;
    else {
      if (o < older.length && older[o] === newer[n]) o++;
      order[size++] = older.length + n++;
    }
  }
  return order.slice(0, size);
}

function join(a: Frame, b: Frame): Frame {
  const n = a.times.length + b.times.length;
  const one = (first: Float64Array | undefined, second: Float64Array | undefined, missing: number) => {
    const out = new Float64Array(n);
    if (first) out.set(first);
    else out.fill(missing, 0, a.times.length);
    if (second) out.set(second, a.times.length);
    else out.fill(missing, a.times.length);
    return out;
  };
  const width = Math.max(a.fields.length, b.fields.length);
  const each = (missing: number, first: Float64Array[] | null, second: Float64Array[] | null) =>
    Array.from({ length: width }, (_, f) => one(first?.[f], second?.[f], missing));
  return {
    times: one(a.times, b.times, 0),
    received: one(a.received, b.received, 0),
    fields: each(Number.NaN, a.fields, b.fields),
    flags: a.flags || b.flags ? each(0, a.flags, b.flags) : null,
    device: one(a.device, b.device, 0),
    change: one(a.change, b.change, 0),
    raws: joinRaws(a.raws, b.raws),
  };
}

/** Index of the first time at or after `at`. */
export function lowerBound(times: Float64Array, at: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
