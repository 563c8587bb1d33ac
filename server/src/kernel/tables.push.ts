import type { PushLayout } from '@plumbline/contract/reports/push-formats.shapes';
import type { PushFault, PushSettings } from '@plumbline/contract/reports/push-rules';
import type { Generated } from 'kysely';
import type { Defaulted, Id, Json, JsonOr } from './tables.columns.ts';

/** Settings of a push rule that have no column of their own. */
export type PushRuleSettings = Omit<PushSettings, 'name' | 'formatId' | 'enabled' | 'paused'>;
/** By path of an auth key, or name of what a transport needs (`/password`). Sealed; one that was given for another method does not count. */
export type PushSecrets = Readonly<Record<string, { readonly method: string; readonly sealed: string }>>;

/** Tables of data push. */
export interface PushTables {
  push_format: { id: Id; project_id: number; name: string; layout: Json<PushLayout> };
  push_rule: {
    id: Id;
    project_id: number;
    format_id: number;
    name: string;
    enabled: boolean;
    paused: boolean;
    settings: Json<PushRuleSettings>;
    secrets: JsonOr<PushSecrets>;
    by_name: string;
    created_at: Date;
    next_at: Date;
    next_number: Generated<number>;
    failures: Generated<number>;
    refusals: Generated<number>;
    fault: Defaulted<PushFault>;
    fault_detail: Generated<string>;
    failing_since: Defaulted<Date>;
    last_sent_at: Defaulted<Date>;
    lost_count: Generated<number>;
    lost_from: Defaulted<Date>;
    lost_to: Defaulted<Date>;
  };
  push_item: {
    id: Id;
    rule_id: number;
    point_id: number;
    alert_id: Defaulted<number>;
    at: Date;
    to_at: Date;
    queued_at: Date;
  };
  push_refusal: { id: Id; rule_id: number; at: Date; items: Json<PushedItem[]>; fault: PushFault; detail: string };
  push_log: {
    id: Id;
    rule_id: number;
    at: Date;
    row_count: number;
    bytes: number;
    ms: number;
    status: number | null;
    fault: PushFault | null;
    answer: string;
  };
}
/** An item as a refusal keeps it; times in epoch ms. */
export type PushedItem = readonly [pointId: number, alertId: number | null, atMs: number, toMs: number];
