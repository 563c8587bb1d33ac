/**
 * Numbers of feeds that cannot be true by the jumps that formats allow: they are held until the next one confirms them. Ranges are
 * known to the format itself (science/src/formats). Invariant: what is held is no sample, and is said with its number.
 */
import type { Format } from '@plumbline/science/formats/format-shape';
import { Plausibility, plausiblePart } from '@plumbline/science/quality/plausible';

/** Devices of which the numbers before are known. */
const knownDevices = 20_000;

type Samples = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export class FeedFence {
  /** By sncode; the one that has been silent for longest comes first. */
  readonly #known = new Map<string, Plausibility>();

  /** The records without what is held, and what that is in words. */
  take<R extends { readonly at: number; readonly channels: object }>(
    sncode: string,
    format: Pick<Format, 'rows'> | null,
    records: readonly R[],
  ): { readonly records: readonly R[]; readonly rejected: readonly string[] } {
    const bounded = format?.rows.filter(({ jump = null }) => jump !== null) ?? [];
    if (bounded.length === 0) return { records, rejected: [] };
    const plausibility = this.#of(sncode);
    const rejected: string[] = [];
    const left: R[] = [];
    for (const record of records) {
      const read = plausiblePart(record.channels as Samples, bounded, plausibility, record.at);
      for (const { channel, quantity, number } of read.rejected)
        rejected.push(`${sncode} ${channel} ${quantity} ${number}`);
      if (Object.keys(read.channels).length > 0) left.push({ ...record, channels: read.channels });
    }
    return { records: left, rejected };
  }

  #of(sncode: string): Plausibility {
    const plausibility = this.#known.get(sncode) ?? new Plausibility();
    this.#known.delete(sncode);
    this.#known.set(sncode, plausibility);
    const [oldest] = this.#known.keys();
    if (this.#known.size > knownDevices && oldest !== undefined) this.#known.delete(oldest);
    return plausibility;
  }
}
