/** A waveform on its way into the database: what is kept of it, and what is counted of it once. Pure. */
import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import type { AxisFigures, Waveform } from '@plumbline/contract/views/waveforms';
import { decodeSamples, encodeSamples } from '@plumbline/science/waveforms/codec';
import { figuresOf } from '@plumbline/science/waveforms/figures';

export type AxisName = AxisFigures['axis'];

/** Waveform as a device or a file states it, judged to be whole. */
export interface Recorded {
  /** Epoch ms. */
  readonly startMs: number;
  readonly rateHz: number;
  readonly unit: Waveform['unit'];
  readonly trigger: string | null;
  /** In the order of x, y, z. */
  readonly axes: readonly { readonly axis: AxisName; readonly samples: Float64Array }[];
}

/** The same as it is stored. */
export interface Packed extends Omit<Recorded, 'axes'> {
  readonly axes: readonly AxisName[];
  readonly samples: number;
  readonly figures: readonly AxisFigures[];
  readonly peak: number;
  readonly vectorSumMmS: number;
  readonly digest: Uint8Array;
  readonly data: Uint8Array;
}

export function pack({ axes, ...about }: Recorded): Packed {
  const samples = axes.map((each) => each.samples);
  const { axes: counted, vectorSumMmS } = figuresOf(samples, about);
  const figures = axes.map(({ axis }, i) => ({ axis, ...getOrThrow(new Map(counted.entries()), i) }));
  const bytes = encodeSamples(samples);
  const names = axes.map(({ axis }) => axis);
  const digest = createHash('sha256')
    .update(JSON.stringify([about.rateHz, about.unit, names]))
    .update(bytes)
    .digest();
  return {
    ...about,
    axes: names,
    samples: samples[0]?.length ?? 0,
    figures,
    peak: Math.max(...figures.map(({ peak }) => peak)),
    vectorSumMmS,
    digest,
    data: deflateSync(bytes),
  };
}

/** The samples of each axis as they were recorded. */
export const unpack = (data: Uint8Array): Float64Array[] => decodeSamples(inflateSync(data));
