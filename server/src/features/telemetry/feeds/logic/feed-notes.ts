/**
 * What the recorder of frames is given of a message of a feed. Invariant: whoever looks at one device sees the content of a
 * message only where that holds nothing of another device.
 */
import type { FrameNote, Frames } from '../../../devices/frames/frames.port.api.ts';
import type { FeedMessage, FeedOutcome } from './feed-message.ts';

interface Found {
  readonly sncode: string;
  readonly source: string;
  /** When its network says that it had it; null = it does not. */
  readonly sentAt: number | null;
  readonly records: readonly { readonly at: number; readonly channels: object }[];
}
interface Counts {
  readonly stored: number;
  readonly unchanged: number;
  readonly refused: number;
}

export class FeedNotes {
  readonly #frames: Frames;
  readonly #feedId: number;
  readonly #message: FeedMessage;
  readonly #at: Date;
  readonly #begunMs = performance.now();
  readonly #found: Found[] = [];
  #uplinks = 0;

  constructor(frames: Frames, feedId: number, message: FeedMessage, at: Date) {
    this.#frames = frames;
    this.#feedId = feedId;
    this.#message = message;
    this.#at = at;
  }

  uplinks(count: number): void {
    this.#uplinks = count;
  }

  found(found: Found): void {
    if (this.#frames.isFeedRecorded(this.#feedId) || this.#frames.isRecorded(found.sncode)) this.#found.push(found);
  }

  /** What became of the records of a device. */
  stored(sncode: string, { stored, unchanged, refused }: Counts): void {
    this.#frames.device(sncode, () => {
      const deviceNotes = this.#found.filter((note) => note.sncode === sncode);
      const isWhole = deviceNotes.length === this.#uplinks;
      return {
        ...this.#noteOf(deviceNotes),
        kind: 'readings',
        content: isWhole ? this.#message.content : null,
        topic: isWhole ? this.#message.topic : '',
        outcome: outcomeOf({ stored, unchanged, refused }),
        error: refused > 0 ? 'samplesRefused' : null,
      };
    });
  }

  /** `error`: it could not be stored now, and its sender is asked to come back. */
  end({ stored, unchanged, refused, unknown, faults }: FeedOutcome, error: string | null = null): void {
    this.#frames.feed(this.#feedId, () => ({
      ...this.#noteOf(this.#found),
      kind: 'message',
      content: this.#message.content,
      topic: this.#message.topic,
      outcome: outcomeOf({ stored, unchanged, refused }),
      error: error ?? faults[0] ?? (unknown > 0 ? 'sourceUnknown' : null),
      detail: faults.slice(1).join(', '),
    }));
  }

  #noteOf(
    notes: readonly Found[],
  ): Pick<FrameNote, 'direction' | 'link' | 'at' | 'decoded' | 'measuredAt' | 'sentAt' | 'latencyMs'> {
    const decoded = notes.flatMap(({ source, records }) =>
      records.map(({ at, channels }) => ({ source, at, channels })),
    );
    const times = decoded.map(({ at }) => at);
    const sent = notes.flatMap(({ sentAt }) => sentAt ?? []);
    return {
      direction: 'in',
      link: 'feed',
      at: this.#at,
      decoded,
      measuredAt: times.length === 0 ? null : Math.max(...times),
      sentAt: sent.length === 0 ? null : Math.max(...sent),
      latencyMs: Math.round((performance.now() - this.#begunMs) * 10) / 10,
    };
  }
}

const outcomeOf = ({ stored, unchanged, refused }: Counts): NonNullable<FrameNote['outcome']> => ({
  stored,
  unchanged,
  unbound: 0,
  deferred: 0,
  lacking: 0,
  refused: Array.from({ length: Math.min(refused, 20) }, () => ({
    error: 'samplesRefused',
    channel: null,
    detail: '',
  })),
});
