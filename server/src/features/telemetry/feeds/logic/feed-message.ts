/** A message of a feed, and what became of it. */
import type { FeedFault } from '@plumbline/contract/telemetry/feeds';

/** By what a message may be known to be sent again. */
export interface Sending {
  /** packet = of MQTT, client and packet identifier; key = one that its sender gives; content = nothing but the same content. */
  readonly by: 'packet' | 'key' | 'content';
  /** Of packet and key. */
  readonly name: string;
  /** True when it may be a repetition. */
  readonly isRepeat: boolean;
}

export interface FeedMessage {
  /** MQTT topic, query of a webhook, or name of a file. */
  readonly topic: string;
  readonly content: Uint8Array;
  /** Of a file: when it was written. It stands in for a time that the content lacks, so that a file that is taken again is unchanged. */
  readonly writtenAt?: Date;
  /** Left out: nobody sends it again. */
  readonly sending?: Sending | undefined;
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
  /** To be called once the sender has its answer. */
  answered: () => Promise<void>;
}
