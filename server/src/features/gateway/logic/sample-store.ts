/** Puts samples of a device that a feed decoded through the pipeline, and counts what became of them. */
import { Failure } from '@plumbline/contract/errors';
import { refusal } from '../../../pipeline/decode.ts';
import type { Directory } from '../../../pipeline/directory.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { StoreSamples } from '../../feeds/feeds.port.api.ts';
import type { DeviceStats } from './device-stats.ts';

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
