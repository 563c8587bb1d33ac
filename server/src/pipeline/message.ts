/**
 * The first three steps of the road: decode -> bind -> convert. The text of a message becomes readings of points, samples
 * of channels that feed none, what is kept for later, and what is refused, each with its reason. Pure.
 */
import type { Sample } from '@plumbline/science/sensors/recipes';
import type { DeferralReason, DeferredReading } from '../features/telemetry/gateway/gateway.deferred.table.ts';
import type { BoundPoint } from './bind.ts';
import { type DecodedRecord, decode, type Refusal, refusal } from './decode.ts';
import type { BoundDevice } from './directory.ts';
import { isMisnamed, namesOf } from './misnamed.ts';
import type { PendingReading, UnboundSample } from './row.ts';

export interface Message {
  readonly rows: readonly PendingReading[];
  readonly unbound: readonly UnboundSample[];
  /** Refused for now: their time or their channel is not there yet. */
  readonly deferred: readonly DeferredReading[];
  readonly refused: readonly Refusal[];
  /** What was taken and is not what its point reads. */
  readonly warnings: readonly Refusal[];
  /** Of `rows`: they give no value at all. */
  readonly empty: number;
  readonly voltage: number | null;
  readonly signal: number | null;
  /** The newest time of what was taken. */
  readonly latestAt: number | null;
}

/** Reads a message of a device; `receivedAt` is the gateway's clock. */
export function readMessage(device: BoundDevice, text: string, receivedAt: number): Message {
  const { records, ahead, refused } = decode(text, receivedAt);
  const draft = new Draft(device, receivedAt, refused);
  for (const record of ahead) for (const each of record.channels) draft.defer(record, each, 'readingInFuture');
  for (const record of records) draft.take(record);
  return draft;
}

type Channel = DecodedRecord['channels'][number];

/** A message as far as it has been read. */
class Draft implements Message {
  readonly rows: PendingReading[] = [];
  readonly unbound: UnboundSample[] = [];
  readonly deferred: DeferredReading[] = [];
  readonly refused: Refusal[];
  readonly warnings: Refusal[] = [];
  empty = 0;
  voltage: number | null = null;
  signal: number | null = null;
  latestAt: number | null = null;
  readonly #device: BoundDevice;
  readonly #receivedAt: number;

  constructor(device: BoundDevice, receivedAt: number, refused: readonly Refusal[]) {
    this.#device = device;
    this.#receivedAt = receivedAt;
    this.refused = [...refused];
  }

  take(record: DecodedRecord): void {
    this.voltage = record.voltage ?? this.voltage;
    this.signal = record.signal ?? this.signal;
    for (const each of record.channels) {
      const [channel, sample] = each;
      const point = this.#device.points.get(channel);
      if (point) this.#convert(record, point, each);
      else if (this.#device.channels.has(channel)) this.unbound.push(this.#sampleOf(record, channel, sample));
      else {
        this.#refuse(record, channel);
        this.defer(record, each, 'readingChannelUnknown');
        continue;
      }
      if (this.latestAt === null || record.at > this.latestAt) this.latestAt = record.at;
    }
  }

  /** Keeps a sample that cannot be stored yet, unless its channel has no storable name. */
  defer(record: DecodedRecord, [channel, sample]: Channel, reason: DeferralReason): void {
    if (channel.length > 32 || !channel.isWellFormed() || channel.includes('\0')) return;
    this.deferred.push({ ...this.#sampleOf(record, channel, sample), reason });
  }

  #convert({ at, index }: DecodedRecord, point: BoundPoint, [channel, sample]: Channel): void {
    const values = point.convert(sample, at);
    const raw = JSON.stringify(sample);
    this.rows.push({ point, at, receivedAt: this.#receivedAt, values, raw, deviceId: this.#device.id });
    // A camera has no values at all.
    const isEmpty = values.length > 0 && values.every((value) => value === null);
    if (isEmpty) this.empty++;
    if (isEmpty || isMisnamed(sample, values, point.quantities))
      this.warnings.push(refusal('readingEmpty', namesOf(sample, point.quantities), index, channel));
  }

  #refuse({ index }: DecodedRecord, channel: string): void {
    const known = [...this.#device.channels].slice(0, 20);
    this.refused.push(refusal('readingChannelUnknown', { known }, index, channel.slice(0, 32)));
  }

  #sampleOf({ at }: DecodedRecord, channel: string, sample: Sample): UnboundSample {
    return { deviceId: this.#device.id, channel, at, receivedAt: this.#receivedAt, raw: JSON.stringify(sample) };
  }
}
