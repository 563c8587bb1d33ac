/** Puts samples of a device that a feed decoded, or an edge has kept, through the pipeline, and counts what became of them. */
import { Failure } from '@plumbline/contract/errors';
import { refusal } from '../../../pipeline/decode.ts';
import type { Directory } from '../../../pipeline/directory.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { EdgeTaker } from '../../edges/edges.port.api.ts';
import type { StoreSamples } from '../../feeds/feeds.port.api.ts';
import type { Deliveries } from './deliveries.ts';
import type { DeviceStats } from './device-stats.ts';
import type { WaveformLink } from './waveform-link.ts';

interface Parts {
  readonly directory: Directory;
  readonly pipeline: Pipeline;
  readonly deviceStats: DeviceStats;
}

/** It throws when the sender is to come back; what can never be stored is counted as refused. */
export const storeOf =
  ({ directory, pipeline, deviceStats }: Parts): StoreSamples =>
  async (sncode, text) => {
    const device = await directory.device(sncode);
    if (!device) return null;
    try {
      const outcome = await pipeline.accept(device, text);
      deviceStats.accepted(device.id, outcome);
      deviceStats.refuse(device.id, [...outcome.warnings, ...outcome.refused], sncode);
      const { stored, overwritten, unbound, unchanged, refused } = outcome;
      return { stored: stored + overwritten + unbound, unchanged, refused: refused.length };
    } catch (error) {
      if (!(error instanceof Failure && error.name === 'malformedReading')) throw error;
      deviceStats.refuse(device.id, [refusal('malformedReading', error.detail)], sncode);
      return { stored: 0, unchanged: 0, refused: 1 };
    }
  };

/** What becomes of the messages of devices that an edge hands on: the same as if they had come to the gateway itself. */
export const edgeTaker = ({
  directory,
  store,
  waveforms,
  deliveries,
  onPolled,
}: {
  readonly directory: Directory;
  readonly store: StoreSamples;
  readonly waveforms: WaveformLink;
  readonly deliveries: Deliveries;
  /** A device is there for commands. */
  readonly onPolled: (deviceId: number) => Promise<void>;
}): EdgeTaker => ({
  readings: store,
  async waveform(sncode, text) {
    const device = await directory.device(sncode);
    return device && (await waveforms.take(device, text));
  },
  async response(sncode, text) {
    const device = await directory.device(sncode);
    if (device) await deliveries.respond(device, text.slice(0, 4_000));
  },
  async commands(sncode) {
    const device = await directory.device(sncode);
    if (!device) return [];
    await onPolled(device.id);
    return deliveries.pendingCommands.piggyback(sncode);
  },
});
