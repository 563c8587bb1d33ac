/** Puts samples of a device that a feed decoded, or an edge has kept, through the pipeline, and counts what became of them. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Db } from '../../../../kernel/context.ts';
import { refusal } from '../../../../pipeline/decode.ts';
import type { Directory } from '../../../../pipeline/directory.ts';
import type { Outcome, Pipeline } from '../../../../pipeline/pipeline.ts';
import { saveEdgeConnections } from '../../../devices/devices/devices.states.api.ts';
import type { FrameRecorder, Frames } from '../../../devices/frames/frames.port.api.ts';
import { saveDialInNews } from '../../dial-in/dial-in.api.ts';
import type { EdgeLines, EdgeTaker } from '../../edges/edges.port.api.ts';
import type { StoreSamples } from '../../feeds/feeds.port.api.ts';
import type { Deliveries } from './deliveries.ts';
import type { DeviceStats } from './device-stats.ts';
import { readingsNote } from './frame-notes.ts';
import type { WaveformLink } from './waveform-link.ts';

interface Parts {
  readonly directory: Directory;
  readonly pipeline: Pipeline;
  readonly deviceStats: DeviceStats;
}

/** As a feed stores, and says what became of it to who writes that down; null = it was no readings. */
type StoreNoted = (sncode: string, text: string, note?: (outcome: Outcome | null) => void) => ReturnType<StoreSamples>;

/** It throws when the sender is to come back; what can never be stored is counted as refused. */
export const storeOf =
  ({ directory, pipeline, deviceStats }: Parts): StoreNoted =>
  async (sncode, text, note) => {
    const device = await directory.device(sncode);
    if (!device) return null;
    try {
      const outcome = await pipeline.accept(device, text);
      deviceStats.accepted(device.id, outcome);
      deviceStats.refuse(device.id, [...outcome.warnings, ...outcome.refused], sncode);
      note?.(outcome);
      const { stored, overwritten, unbound, unchanged, refused } = outcome;
      return { stored: stored + overwritten + unbound, unchanged, refused: refused.length };
    } catch (error) {
      if (!(error instanceof Failure && error.name === 'malformedReading')) throw error;
      deviceStats.refuse(device.id, [refusal('malformedReading', error.detail)], sncode);
      note?.(null);
      return { stored: 0, unchanged: 0, refused: 1 };
    }
  };

/** Taker of the messages of devices that an edge hands on: the same as if they had come to the gateway itself. */
export const edgeTaker = ({
  directory,
  store,
  waveforms,
  deliveries,
  frames,
  onPolled,
}: {
  readonly directory: Directory;
  readonly store: StoreNoted;
  readonly waveforms: WaveformLink;
  readonly deliveries: Deliveries;
  readonly frames: Frames;
  /** A device is there for commands. */
  readonly onPolled: (deviceId: number) => Promise<void>;
}): EdgeTaker => ({
  async readings(sncode, text) {
    const begun = performance.now();
    return store(sncode, text, (outcome) =>
      frames.device(sncode, () => ({ link: 'edge', ...readingsNote(text, outcome, performance.now() - begun) })),
    );
  },
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

/** Takers of what an edge says of the connections and lines of its devices, and the frames that it hands on. */
export const edgeLines = ({
  db,
  clock,
  frames,
  onConnection,
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly frames: FrameRecorder;
  readonly onConnection: (sncode: string, connected: boolean) => void;
}): EdgeLines => ({
  async online(feedId, listed, online) {
    const changed = await saveEdgeConnections(db, { feedId, known: listed, online, now: clock.now() });
    for (const { sncode, connected } of changed) onConnection(sncode, connected);
  },
  lines: (lines) =>
    saveDialInNews(
      db,
      lines.map(({ connectedAt, endedAt, lastByteAt, ...line }) => ({
        ...line,
        connectedAt: dateOf(connectedAt),
        endedAt: dateOf(endedAt),
        lastByteAt: dateOf(lastByteAt),
      })),
    ),
  recorded: (sncodes) => frames.recordedOf(sncodes),
  frames: (list) => {
    for (const { deviceId, at, content } of list) frames.received(deviceId, new Date(at), content);
  },
});

const dateOf = (at: string | null): Date | null => (at === null ? null : new Date(at));
