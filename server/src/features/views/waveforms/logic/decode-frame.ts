/**
 * What a device sends of a waveform becomes samples, or a Failure that says what is wrong with it. Unlike readings, a
 * waveform is taken whole or not at all: a part of an event would pass for all of it. Pure.
 */
import { gatewayLimits } from '@plumbline/contract/kernel/constants';
import { Failure } from '@plumbline/contract/kernel/errors';
import { waveformAxes, waveformLimits, waveformUnitNames } from '@plumbline/contract/views/waveforms';
import { waveformUnitOf } from '@plumbline/science/waveforms/units';
import { isoOf, readTime } from '../../../../kernel/device-times.ts';
import type { AxisName, Recorded } from './recorded.ts';

export interface Frame extends Recorded {
  readonly channel: string;
}

const malformed = (why: unknown) => new Failure('malformedReading', why);
const invalid = (fault: string, more: object = {}) => new Failure('waveformInvalid', { fault, ...more });

/** Throws malformedReading, readingInFuture, readingNotFinite or waveformInvalid. */
export function decodeFrame(text: string, nowMs: number): Frame {
  const body = objectOf(text);
  const { channel, rateHz, unit, axes, trigger } = body;
  if (typeof channel !== 'string' || channel === '' || channel.length > 32 || !isStorable(channel))
    throw malformed('channel is missing');
  const startMs = readTime(body['at']);
  if (typeof startMs === 'string') throw malformed(startMs);
  if (trigger !== undefined && trigger !== null && (typeof trigger !== 'string' || !isStorable(trigger)))
    throw malformed('trigger is a text');
  if (typeof rateHz !== 'number') throw malformed('rateHz is missing');
  const unitName = typeof unit === 'string' ? waveformUnitOf(unit) : null;
  if (unitName === null) throw invalid('unit', { units: waveformUnitNames });
  const recorded: Recorded = {
    startMs,
    rateHz,
    unit: unitName,
    trigger: trigger ? trigger.slice(0, waveformLimits.triggerLength) : null,
    axes: samplesOf(axes),
  };
  check(recorded, nowMs);
  return { ...recorded, channel };
}

function objectOf(text: string): Record<string, unknown> & { trigger?: string } {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw malformed((error as Error).message.slice(0, 200));
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw malformed('a waveform is an object');
  return body as Record<string, unknown>;
}

/** PostgreSQL keeps neither NUL nor half a surrogate pair. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

function samplesOf(axes: unknown): Recorded['axes'] {
  if (typeof axes !== 'object' || axes === null || Array.isArray(axes)) throw malformed('axes is an object of axes');
  const unknown = Object.keys(axes).find((name) => !waveformAxes.some((axis) => axis === name));
  if (unknown !== undefined) throw invalid('axis', { axes: waveformAxes });
  return waveformAxes.flatMap((axis) => {
    const samples = (axes as Partial<Record<AxisName, unknown>>)[axis];
    return samples === undefined ? [] : [{ axis, samples: numbersOf(axis, samples) }];
  });
}

function numbersOf(axis: AxisName, list: unknown): Float64Array {
  if (!Array.isArray(list)) throw malformed(`axis ${axis} is a list of numbers`);
  if (list.length > waveformLimits.samples) throw invalid('tooLong', { axis, max: waveformLimits.samples });
  const samples = new Float64Array(list.length);
  for (let i = 0; i < list.length; i++) {
    const value: unknown = list[i];
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new Failure('readingNotFinite', { axis, index: i });
    // Without -0, which no instrument means.
    samples[i] = value + 0;
  }
  return samples;
}

/** Checks the rules that hold for every waveform, whoever brings it. Throws readingInFuture or waveformInvalid. */
export function check({ startMs, rateHz, axes }: Recorded, nowMs: number): void {
  if (startMs > nowMs + gatewayLimits.futureToleranceSeconds * 1000)
    throw new Failure('readingInFuture', { at: isoOf(startMs), now: isoOf(nowMs) });
  if (!(rateHz > 0 && rateHz <= waveformLimits.maxRateHz)) throw invalid('rate', { maxHz: waveformLimits.maxRateHz });
  const [first] = axes;
  if (!first) throw invalid('noAxes');
  const { length } = first.samples;
  if (length < 2) throw invalid('tooShort');
  const ragged = axes.find(({ samples }) => samples.length !== length);
  if (ragged) throw invalid('ragged', { axis: ragged.axis, samples: ragged.samples.length, expected: length });
  if (length > waveformLimits.samples) throw invalid('tooLong', { axis: first.axis, max: waveformLimits.samples });
  if (length / rateHz > waveformLimits.seconds + 1) throw invalid('tooLong', { maxSeconds: waveformLimits.seconds });
}
