import type { Format } from '@plumbline/contract/kernel/formats';
import type { EdgeSign } from '@plumbline/contract/telemetry/edges';
import type { Feed, FeedFault, FeedKind, FeedUnknown } from '@plumbline/contract/telemetry/feeds';
import type { pullFields } from '@plumbline/contract/telemetry/feeds.pulls';
import type { DownlinkAddress } from '@plumbline/science/formats/downlinks';
import type { Generated } from 'kysely';
import type { Id, Json, NullableJson } from './tables.columns.ts';

export type FeedSettings = Pick<
  Feed,
  'wrapping' | 'place' | 'timeZone' | 'host' | 'port' | 'tls' | 'userName' | 'topics'
> & {
  /** Left out of feeds that were set up before there was SFTP. */
  readonly publicKeys?: Feed['publicKeys'];
  /** Left out of feeds that were set up before files were uploaded over FTP. */
  readonly plainFtp?: Feed['plainFtp'];
  /** Left out of feeds that were set up before there were edges. */
  readonly siteProjectId?: Feed['siteProjectId'];
  readonly sirenLevel?: Feed['sirenLevel'];
  /** Left out of feeds that were set up before there were FTP and mailboxes. */
  readonly path?: Feed['path'];
  readonly pattern?: Feed['pattern'];
  readonly pollSeconds?: Feed['pollSeconds'];
  readonly senders?: Feed['senders'];
  /** Left out of feeds that were set up before there were downlinks. */
  readonly downlinkPort?: Feed['downlinkPort'];
  readonly downlinkConfirmed?: Feed['downlinkConfirmed'];
  readonly downlinkUrl?: Feed['downlinkUrl'];
  /** Left out of feeds that were set up when all that asked were of one kind. */
  readonly config?: Feed['config'];
  /** Left out of feeds that were set up before feeds could ask. */
} & { readonly [K in keyof typeof pullFields]?: Feed[K] };

/** Tables of feeds. */
export interface FeedTables {
  feed: {
    id: Id;
    corporation_id: number;
    kind: FeedKind;
    name: string;
    enabled: boolean;
    settings: Json<FeedSettings>;
    key: string;
    secret_hash: Buffer | null;
    sealed: string | null;
    by_name: string;
    created_at: Date;
  };
  feed_state: {
    feed_id: number;
    connected: boolean | null;
    last_at: Date | null;
    received: Generated<number>;
    stored: Generated<number>;
    refused: Generated<number>;
    last_fault: FeedFault | null;
    last_fault_detail: Generated<string>;
    last_fault_at: Date | null;
  };
  feed_edge: { feed_id: number; at: Date; sign: Json<EdgeSign> };
  feed_cursor: { feed_id: number; cursor: Json<object>; requested_at: Date | null };
  feed_round: {
    id: Id;
    feed_id: number;
    at: Date;
    duration_ms: number;
    is_back: boolean;
    from_text: string;
    to_text: string;
    messages: number;
    stored: number;
    unchanged: number;
    refused: number;
    unknown: number;
    fault: string;
  };
  downlink_route: { device_id: number; feed_id: number; address: Json<DownlinkAddress> };
  downlink_item: { feed_id: number; item: string; command_id: string; at: Date };
  feed_receipt: { feed_id: number; sending: string; hash: Buffer; at: Date };
  feed_device: { feed_id: number; source: string; device_id: number; format: NullableJson<Format> };
  feed_waiting: {
    id: Id;
    feed_id: number;
    source: string;
    hash: Buffer;
    uplink: Buffer;
    fault: string;
    detail: string;
    attempts: number;
    since: Date;
    due_at: Date;
  };
  feed_unknown: {
    feed_id: number;
    source: string;
    first_at: Date;
    last_at: Date;
    times: number;
    frames: Json<FeedUnknown['frames']>;
  };
}
