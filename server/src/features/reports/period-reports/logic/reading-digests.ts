/**
 * What the figures of a report were made of, as a fingerprint: SHA-256 over the times and the values that count (corrected,
 * without those that failed) of each field of each point, in the order of time. Invariant: the same readings give the same digest on every machine, and one reading more,
 * less or otherwise gives another.
 */
import { createHash } from 'node:crypto';
import { goodOnly, type ShownCurve } from '../../../readings/readings/readings.effective.api.ts';

/** Digest of one field of a point; `digest` is hexadecimal. */
export interface ReadingDigest {
  readonly pointId: number;
  readonly field: string;
  readonly readings: number;
  readonly digest: string;
}

/** Little-endian, whatever the machine; every NaN is the same one, and there is one zero. */
function bytesOf(values: Float64Array): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [i, value] of values.entries())
    if (Number.isNaN(value)) bytes.writeUInt32LE(0x7ff80000, i * 8 + 4);
    else bytes.writeDoubleLE(value + 0, i * 8);
  return bytes;
}

export function digestsOf(pointId: number, { times, columns }: Pick<ShownCurve, 'times' | 'columns'>): ReadingDigest[] {
  const ofTimes = bytesOf(times);
  return columns.map(({ field, values, flags }) => ({
    pointId,
    field: field.key,
    readings: times.length,
    digest: createHash('sha256')
      .update(ofTimes)
      .update(bytesOf(goodOnly(values, flags, { quality: 'good' })))
      .digest('hex'),
  }));
}

/** Returns the digest of all fields together: what is sealed. */
export function digestOfAll(digests: readonly ReadingDigest[]): string {
  const lines = digests
    .map(({ pointId, field, readings, digest }) => `${pointId} ${field} ${readings} ${digest}`)
    .sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
