/** A record with everything that is kept of it. */
export interface StoredRecord {
  /** Epoch ms, both. */
  readonly at: number;
  readonly receivedAt: number;
  /** In the order of fieldsOf(family); null = no value. */
  readonly values: readonly (number | null)[];
  /** The sample as it came. */
  readonly raw: unknown;
  /** quality + 16 * tests of each value; null = nothing was found. */
  readonly flags: readonly number[] | null;
  /** The device that measured; null = by hand. */
  readonly deviceId: number | null;
  /** The series_change that brought or last rewrote it; null = the gateway. */
  readonly changeId: number | null;
}
