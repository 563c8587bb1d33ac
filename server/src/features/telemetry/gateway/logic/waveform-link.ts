/** Hands waveforms of devices on, from either link, and counts what became of them. */
import { errors, Failure } from '@plumbline/contract/kernel/errors';
import { refusal } from '../../../../pipeline/decode.ts';
import type { BoundDevice } from '../../../../pipeline/directory.ts';
import type { DeviceStats } from './device-stats.ts';

/** Interface of the feature waveforms for the gateway. Resolves after COMMIT. */
export interface WaveformTaker {
  take(device: BoundDevice, text: string): Promise<{ waveformId: number; unchanged: boolean }>;
}

/** Returns whether it is of no use to send the same again. */
export const isRefusal = (error: unknown): error is Failure =>
  error instanceof Failure && errors[error.name].status < 500;

export class WaveformLink {
  readonly #taker: WaveformTaker;
  readonly #deviceStats: DeviceStats;

  constructor(taker: WaveformTaker, deviceStats: DeviceStats) {
    this.#taker = taker;
    this.#deviceStats = deviceStats;
  }

  /** Throws a Failure that says why it was not stored. */
  async take(device: BoundDevice, text: string): Promise<{ waveformId: number; unchanged: boolean }> {
    try {
      const stored = await this.#taker.take(device, text);
      this.#deviceStats.waveform(device.id);
      return stored;
    } catch (error) {
      if (isRefusal(error)) this.#deviceStats.refuse(device.id, [refusal(error.name, error.detail)], device.sncode);
      throw error;
    }
  }
}
