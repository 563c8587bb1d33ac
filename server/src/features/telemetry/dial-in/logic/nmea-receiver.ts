/**
 * A receiver (GNSS) that sends NMEA 0183 by itself: the newest epoch waits until it is asked for. Invariant: an epoch is given once.
 */
import type { DialInSetup, Round } from '@plumbline/contract/telemetry/dial-in';
import { type Plausibility, plausiblePart } from '@plumbline/science/quality/plausible';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Frames } from '../../../devices/frames/frames.port.api.ts';
import { type Epoch, NmeaStream } from './nmea-stream.ts';

/** The sentences of an epoch come at once: it is over when nothing more came for so long. */
const quietMs = 400;

interface Parts {
  readonly clock: Clock;
  readonly frames: Frames;
  readonly sncode: string;
  readonly address: string;
  /** null = it is read over Modbus from now on. */
  readonly nmea: () => DialInSetup['nmea'];
  readonly plausibility: Plausibility;
  readonly onEpoch: () => void;
}

export class NmeaReceiver {
  readonly #parts: Parts;
  readonly #stream = new NmeaStream();
  #newest: Epoch | null = null;
  #quiet: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  take(bytes: Uint8Array): void {
    const nowMs = this.#parts.clock.now().getTime();
    for (const epoch of this.#stream.take(bytes, nowMs)) this.#keep(epoch);
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      const epoch = this.#stream.end(this.#parts.clock.now().getTime());
      if (epoch) this.#keep(epoch);
    }, quietMs);
  }

  /** The newest epoch that was not given yet, with what came meanwhile. */
  due(): { readonly epoch: Epoch | null; readonly position: NonNullable<Round['position']> } {
    const epoch = this.#newest;
    this.#newest = null;
    const values = epoch && { ...epoch.values };
    return {
      epoch,
      position: { ...this.#stream.takeCounts(), values, rejected: epoch ? this.#rejectedOf(epoch) : [] },
    };
  }

  /** The quantities of a position that cannot be true. */
  #rejectedOf({ at, values }: Epoch): string[] {
    const { nmea, plausibility } = this.#parts;
    const { channel = '', bounds = [] } = nmea() ?? {};
    const rows = bounds.map((bound) => ({ ...bound, channel }));
    return plausiblePart({ [channel]: values }, rows, plausibility, at).rejected.map(({ quantity }) => quantity);
  }

  close(): void {
    clearTimeout(this.#quiet);
  }

  #keep(epoch: Epoch): void {
    const { frames, sncode, address, nmea, onEpoch } = this.#parts;
    this.#newest = epoch;
    frames.device(sncode, () => ({
      direction: 'in',
      link: 'dialIn',
      kind: 'message',
      topic: address,
      content: epoch.text,
      decoded: [{ source: '', at: epoch.at, channels: { [nmea()?.channel ?? '']: epoch.values } }],
      measuredAt: epoch.at,
    }));
    onEpoch();
  }
}
