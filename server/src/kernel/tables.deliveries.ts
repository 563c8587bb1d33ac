import type { DeliveryState } from '@plumbline/contract/deliveries';
import type { ColumnType, Generated } from 'kysely';
import type { Id, Json } from './tables.columns.ts';

/** Who hears of alerts outside of the app, and how. */
export interface DeliveryTables {
  channel: {
    id: Id;
    corporation_id: number;
    kind: string;
    medium: string;
    name: string;
    enabled: boolean;
    settings: Json<Record<string, unknown>>;
    sealed: string | null;
    url_host: string | null;
    by_name: string;
    created_at: Date;
  };
  alert_rule: {
    id: Id;
    project_id: number;
    name: string;
    type: string;
    level: number;
    whole_project: boolean;
    members: boolean;
    mobiles: string[];
    emails: string[];
    language: string;
    days: number[];
    from_time: string | null;
    to_time: string | null;
    enabled: boolean;
    by_name: string;
    created_at: Date;
  };
  alert_rule_structure: { rule_id: number; structure_id: number };
  alert_rule_channel: { rule_id: number; channel_id: number };
  contact: {
    account_id: number;
    email: string | null;
    mobile: string | null;
    email_from: number | null;
    sms_from: number | null;
  };
  delivery: {
    id: Id;
    key: Generated<string>;
    project_id: number;
    subject: string;
    alert_id: number | null;
    rule_id: number | null;
    rule_name: string;
    medium: string;
    channel_id: number | null;
    recipient: string;
    account_id: number | null;
    is_member: boolean;
    language: string;
    level: number | null;
    content: Json<unknown>;
    state: ColumnType<DeliveryState, DeliveryState, DeliveryState>;
    kind: string | null;
    attempts: Generated<number>;
    answer: Generated<string>;
    created_at: Date;
    expires_at: Date;
    trying_until: Date | null;
    next_try_at: Date | null;
    ended_at: Date | null;
  };
}
