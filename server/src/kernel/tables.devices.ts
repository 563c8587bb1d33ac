import type { KeptChannel } from '@plumbline/contract/devices.channels';
import type { ColumnType, Generated } from 'kysely';
import type { Defaulted, Id, Json, JsonOr, NullableJson } from './tables.columns.ts';
import type { HealthThresholds } from './tables.people.ts';

/** What stands outside, and how it is doing. */
export interface DeviceTables {
  device: {
    id: Id;
    corporation_id: number;
    type: Generated<string>;
    name: string;
    model: string;
    sncode: string;
    manufacturer: Generated<string>;
    measurement: string | null;
    iccid: Generated<string>;
    secret_hash: Buffer;
    channels: JsonOr<(Partial<KeptChannel> & { number: string; mode: number })[]>;
    category: Defaulted<string>;
    collector_type: Defaulted<string>;
    register: Defaulted<string>;
    hidden: Generated<boolean>;
    mounted: Generated<boolean>;
    longitude: Defaulted<number>;
    latitude: Defaulted<number>;
    collector_id: Defaulted<number>;
    dtu_id: Defaulted<number>;
    config: JsonOr<Record<string, unknown>>;
    camera_code: Defaulted<string>;
    processor: JsonOr<Record<string, unknown>>;
    chart: JsonOr<Record<string, unknown>>;
    hem: JsonOr<{ number: number; sncode: string }[]>;
    health_thresholds: NullableJson<HealthThresholds>;
    created_at: Date;
  };
  device_model: {
    id: Id;
    code: string;
    label: string;
    labels: JsonOr<Record<string, string>>;
    series: string;
    type: string;
    category: string;
    manufacturer: Generated<string>;
    measurements: Generated<string[]>;
    rules: Json<unknown>;
    built_in: Generated<boolean>;
    updated_at: Date;
  };
  device_warning: { id: Id; device_id: number; kind: string; at: Date; detail: JsonOr<Record<string, unknown>> };
  device_state: {
    device_id: number;
    connected: Generated<boolean>;
    last_seen_at: Date | null;
    activated_at: Date | null;
    signal_dbm: number | null;
    voltage_v: number | null;
    refused_count: Generated<number>;
    refused_at: Date | null;
    refused_error: string | null;
    refused_detail: ColumnType<unknown, string | null, string | null>;
    lease: Defaulted<string>;
    health: Generated<string>;
    health_since: Defaulted<Date>;
  };
  collect_plan: {
    point_id: number;
    wanted: Json<unknown>;
    acceleration: NullableJson<unknown>;
    sent: Json<unknown>;
    in_force: NullableJson<unknown>;
    state: 'pending' | 'delivered' | 'confirmed' | 'refused';
    command_id: string;
    device_id: Defaulted<number>;
    set_at: Date;
    delivered_at: Defaulted<Date>;
    answered_at: Defaulted<Date>;
    refusal: Generated<string>;
    next_at: Defaulted<Date>;
  };
  gateway_lease: { id: string; opened_at: Date; beat_at: Date };
  point_health: {
    point_id: number;
    device_id: number;
    channel: string;
    status: string;
    since: Date;
    missed: number;
    overdue_at: Defaulted<Date>;
    expected_at: Defaulted<Date>;
    broken_nodes: Generated<number[]>;
    repeats: Generated<number>;
    repeat_key: Generated<string>;
    counted_at: Defaulted<Date>;
    seen_at: Defaulted<Date>;
  };
  device_health_change: {
    id: Id;
    device_id: number;
    at: Date;
    before: string;
    status: string;
    channels: string[];
  };
  channel_state: { device_id: number; channel: string; at: Date; received_at: Date; raw: Json<unknown> };
}
