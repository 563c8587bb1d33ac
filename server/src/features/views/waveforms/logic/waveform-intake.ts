/**
 * Takes waveforms that devices deliver. Invariants: it resolves after COMMIT, and only then; the same waveform again
 * changes nothing; what cannot be stored is refused whole, by a Failure that says why; a point that has no record of
 * that time is given none.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Db } from '../../../../kernel/context.ts';
import { emit } from '../../../../kernel/events.ts';
import { familyOf } from '../waveforms.points.table.ts';
import * as table from '../waveforms.table.ts';
import { calculate } from './calculate.ts';
import { Turns } from './turns.ts';

/** As the gateway knows it. */
interface SendingDevice {
  readonly id: number;
  readonly channels: ReadonlySet<string>;
  readonly points: ReadonlyMap<string, { readonly pointId: number; readonly projectId: number }>;
}

/** Texts that wait: some longest ones, or hundreds of the usual kind. */
const limits = { atOnce: 2, bytes: 64 * 1024 * 1024 } as const;
/** Characters of a sample, as instruments write them. */
const charsEach = 5;

export class WaveformIntake {
  readonly #parts: { readonly db: Db; readonly clock: Clock };
  readonly #turns = new Turns(limits);

  constructor(parts: { readonly db: Db; readonly clock: Clock }) {
    this.#parts = parts;
  }

  /** Throws what a frame may be refused for (decode-frame.ts), readingChannelUnknown, waveformUnbound, waveformUnsuitable, waveformExists or busy. */
  take(device: SendingDevice, text: string): Promise<{ waveformId: number; unchanged: boolean }> {
    return this.#turns.take(device.id, text.length, () => this.#store(device, text));
  }

  async #store(device: SendingDevice, text: string) {
    const { db, clock } = this.#parts;
    const { channel, packed } = await calculate(
      'frame',
      { text, nowMs: clock.now().getTime() },
      text.length / charsEach,
    );
    const { pointId, projectId } = pointOf(device, channel);
    const family = await familyOf(db, pointId);
    if (family !== 'vibration') throw new Failure('waveformUnsuitable', { family });
    const origin = {
      source: 'device' as const,
      deviceId: device.id,
      byName: null,
      fileName: null,
      receivedAt: clock.now(),
    };
    return db.transaction().execute(async (transaction) => {
      const { id, isUnchanged } = await table.insert(transaction, pointId, packed, origin);
      if (!isUnchanged)
        await emit(transaction, clock.now(), 'waveformsChanged', { pointId, projectId, startMs: packed.startMs });
      return { waveformId: id, unchanged: isUnchanged };
    });
  }
}

function pointOf({ channels, points }: SendingDevice, channel: string) {
  const point = points.get(channel);
  if (point) return point;
  if (channels.has(channel)) throw new Failure('waveformUnbound', { channel });
  throw new Failure('readingChannelUnknown', { channel, known: [...channels].slice(0, 20) });
}
