/** A message of a feed, and what became of it. */
import type { FeedFault } from '@plumbline/contract/feeds';

export interface FeedMessage {
  /** MQTT topic, query of a webhook, or name of a file. */
  readonly topic: string;
  readonly content: Uint8Array;
  /** Of a file: when it was written. It stands in for a time that the content lacks, so that a file that is taken again is unchanged. */
  readonly writtenAt?: Date;
}
export interface FeedOutcome {
  stored: number;
  unchanged: number;
  refused: number;
  unknown: number;
  /** Why something of it was refused, the first of them. */
  readonly faults: FeedFault[];
  /** What the sender is to be asked: of Sparkplug, to be born again. */
  rebirthTopic: string | null;
}
