import type { AlertStatus } from '@plumbline/contract/alerts';
import type { KeptChannel } from '@plumbline/contract/devices.channels';
import type { AccountType, Permission, RoleType } from '@plumbline/contract/permissions';
import type { CustomChart } from '@plumbline/contract/points.charts';
import type { MasterConfig, Slave } from '@plumbline/contract/points.point';
import type {
  ChartConfig,
  ChartSetting,
  GnssConfig,
  OfflineConfig,
  PointTasks,
  Processing,
  TemperatureCompensation,
} from '@plumbline/contract/points.settings';
import type { Grading, ReportConfig } from '@plumbline/contract/projects.settings';
import type {
  BimConfig,
  CesiumConfig,
  CoordinateConfig,
  Duty,
  TypeOptions,
} from '@plumbline/contract/structures.settings';
import type { TaskState } from '@plumbline/contract/tasks';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Rows as the migrations made them (server/migrations). One interface per table, columns as in SQL. */
type Id = GeneratedAlways<number>;
/** jsonb: read as a value, written as text. */
type Json<T> = ColumnType<T, string, string>;
type JsonOr<T> = ColumnType<T, string | undefined, string>;
/** NULL where nothing is given. */
type Defaulted<T> = ColumnType<T | null, T | null | undefined, T | null>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** What a device group converted by while it was in force. */
export interface GroupConversion {
  type: number;
  mode: number;
  formulaType: string;
  parameters: Record<string, number>;
  customFormula: Record<string, string>;
}

interface HealthThresholds {
  voltageThreshold: number;
  lostTolerance: number;
  alertTolerance: number;
}

export interface Tables {
  setting: { key: string; value: Json<unknown> };
  stored_file: {
    id: string;
    corporation_id: number | null;
    type: string;
    bytes: number;
    created_by: number | null;
    created_at: Date;
  };
  corporation: {
    id: Id;
    title: string;
    logo: string | null;
    copyright: Generated<string>;
    document_disabled: Generated<boolean>;
    flags: JsonOr<Record<string, boolean>>;
    health_thresholds: JsonOr<HealthThresholds>;
    created_at: Date;
  };
  account: {
    id: Id;
    corporation_id: number | null;
    name: string;
    display_name: string;
    type: AccountType;
    password_hash: string;
    theme: Generated<string>;
    language: Generated<string>;
    avatar: string | null;
    preferences: JsonOr<Record<string, unknown>>;
    session_timeout_seconds: Generated<number>;
    disabled_at: Date | null;
    created_at: Date;
  };
  token: {
    id: Id;
    hash: Buffer;
    kind: 'session' | 'access';
    account_id: number;
    name: Generated<string>;
    ip: Generated<string>;
    agent: Generated<string>;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
  };
  attempt: { key: string; at: Date };
  role: { id: Id; corporation_id: number | null; type: RoleType; name: string; permissions: Generated<Permission[]> };
  project: {
    id: Id;
    corporation_id: number;
    name: string;
    address: Generated<string>;
    longitude: number | null;
    latitude: number | null;
    picture: string | null;
    purpose: Generated<number>;
    use_structure: Generated<boolean>;
    time_zone: Generated<string>;
    creator_id: number | null;
    archived_at: Date | null;
    created_at: Date;
    logo: Defaulted<string>;
    retired_at: Defaulted<Date>;
    deleting_at: Defaulted<Date>;
    report_config: NullableJson<ReportConfig>;
    gradings: NullableJson<Grading[]>;
  };
  project_member: { project_id: number; account_id: number; role_id: number; status: Generated<'active' | 'disabled'> };
  structure: {
    id: Id;
    project_id: number;
    parent_id: number | null;
    name: string;
    address: Generated<string>;
    type: Generated<string>;
    display_type: Generated<string>;
    longitude: number | null;
    latitude: number | null;
    picture: string | null;
    sort: Defaulted<number>;
    image_x: Defaulted<number>;
    image_y: Defaulted<number>;
    type_options: NullableJson<TypeOptions>;
    bim_config: NullableJson<BimConfig>;
    cesium_config: NullableJson<CesiumConfig>;
    coordinate_config: NullableJson<CoordinateConfig>;
    gnss_config: NullableJson<GnssConfig>;
  };
  structure_member: { structure_id: number; account_id: number; duty: Duty };
  document: {
    id: Id;
    project_id: number;
    kind: string;
    name: string;
    type: string;
    bytes: number;
    file_id: string;
    note: Generated<string>;
    by_name: string;
    created_at: Date;
  };
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
  point: {
    id: Id;
    project_id: number;
    structure_id: number;
    name: string;
    type: Generated<number>;
    family: string;
    mode: number;
    node_count: Generated<number>;
    main_index: Generated<number>;
    formula_type: Generated<string>;
    parameters: JsonOr<Record<string, number>>;
    custom_formula: JsonOr<Record<string, string>>;
    initial_values: JsonOr<Record<string, number>>;
    interval_seconds: Generated<number>;
    longitude: number | null;
    latitude: number | null;
    device_id: number | null;
    channel: string | null;
    archived_at: Date | null;
    created_at: Date;
    slaves: JsonOr<Slave[]>;
    master_config: NullableJson<MasterConfig>;
    collect_mode: Generated<string>;
    network_id: Generated<string>;
    lock_location: Generated<boolean>;
    auto_get_history: Generated<boolean>;
    only_sort: Defaulted<number>;
    timed_photographing: Generated<string[]>;
    backup_nodes: Generated<number[]>;
    image: Defaulted<string>;
    image_x: Defaulted<number>;
    image_y: Defaulted<number>;
    deprecated_at: Defaulted<Date>;
    processing: NullableJson<Processing>;
    chart_config: NullableJson<ChartConfig>;
    gnss_config: NullableJson<GnssConfig>;
    offline_config: NullableJson<OfflineConfig>;
    tasks_config: NullableJson<PointTasks>;
    tc_config: NullableJson<TemperatureCompensation>;
  };
  device_group: {
    id: Id;
    point_id: number;
    device_id: number | null;
    sncode: Generated<string>;
    channel: Generated<string>;
    collector_id: Defaulted<number>;
    dtu_id: Defaulted<number>;
    conversion: NullableJson<GroupConversion>;
    from_at: Date;
    to_at: Defaulted<Date>;
    migration: Generated<'none' | 'notMigrated' | 'completed' | 'cancelled'>;
    migrated_at: Defaulted<Date>;
    by_name: Generated<string>;
    reason: Generated<string>;
  };
  threshold_template: {
    id: Id;
    corporation_id: number | null;
    code: Defaulted<string>;
    name: string;
    family: string | null;
    field: string | null;
    basis: 'levels' | 'ratio';
    kind: 'value' | 'cumulative' | 'rate' | 'multi';
    method: 'twoSided' | 'upper' | 'lower';
    levels: (number | null)[];
    base: Generated<'value' | 'cumulative'>;
    combine: Generated<'and' | 'or'>;
    rate_levels: (number | null)[] | null;
    release_ratio: Generated<number>;
    release_count: Generated<number>;
    consecutive: Generated<number>;
    note: Generated<string>;
  };
  point_chart_setting: { point_id: number; chart: string; setting: Json<ChartSetting> };
  custom_chart: {
    id: Id;
    project_id: number;
    name: string;
    series: Json<CustomChart['series']>;
    axes: Json<Pick<CustomChart, 'left' | 'right'>>;
    span_seconds: number;
    created_by: string;
    updated_at: Date;
  };
  characteristic: {
    id: Id;
    project_id: number;
    name: string;
    family: string;
    formula: string;
    unit: string;
    precision: number;
  };
  threshold: {
    id: Id;
    point_id: number;
    field: string;
    kind: 'value' | 'cumulative' | 'rate' | 'multi';
    method: 'twoSided' | 'upper' | 'lower';
    levels: (number | null)[];
    base: Generated<'value' | 'cumulative'>;
    combine: Generated<'and' | 'or'>;
    rate_levels: (number | null)[] | null;
    release_ratio: Generated<number>;
    release_count: Generated<number>;
    consecutive: Generated<number>;
    enabled: Generated<boolean>;
  };
  reading: {
    point_id: number;
    at: Date;
    received_at: Date;
    values: (number | null)[];
    raw: Json<unknown>;
    flags: Defaulted<number[]>;
    device_id: Defaulted<number>;
    change_id: Defaulted<number>;
  };
  reading_history: {
    point_id: number;
    at: Date;
    received_at: Date;
    values: (number | null)[];
    raw: Json<unknown>;
    flags: Defaulted<number[]>;
    device_id: Defaulted<number>;
    change_id: Defaulted<number>;
    by_change_id: Defaulted<number>;
    replaced_at: Date;
  };
  segment: {
    point_id: number;
    t0: Date;
    t1: Date;
    n: number;
    format: number;
    block_ms: number;
    ends: number[];
    summary_ends: number[];
    summary: Buffer;
    payload: Buffer;
    flags: Buffer | null;
    raw: Buffer;
  };
  segment_history: {
    id: Id;
    point_id: number;
    change_id: number;
    kind: 'replaced' | 'removed' | 'undone';
    replaced_at: Date;
    t0: Date;
    t1: Date;
    n: number;
    format: number;
    ends: number[];
    payload: Buffer;
    flags: Buffer | null;
    raw: Buffer;
  };
  series_change: {
    id: Id;
    project_id: number;
    kind: 'import' | 'entry' | 'delete' | 'flag' | 'recompute' | 'correction' | 'reset';
    point_ids: number[];
    from_at: Date | null;
    to_at: Date | null;
    reason: Generated<string>;
    by_id: number | null;
    by_name: string;
    at: Date;
    detail: JsonOr<unknown>;
    task_id: number | null;
    undone_at: Defaulted<Date>;
    undone_by: Defaulted<string>;
  };
  correction: {
    id: Generated<number>;
    point_id: number;
    kind: 'shift' | 'topshift' | 'initshift' | 'basenode';
    start_at: Date;
    end_at: Date | null;
    amounts: Json<Record<string, number>>;
    node: number | null;
    stable_times: number | null;
    reason: string;
    created_by: string;
    created_at: Date;
    updated_by: string | null;
    updated_at: Date | null;
  };
  point_state: {
    point_id: number;
    at: Date;
    received_at: Date;
    values: (number | null)[];
    level: Generated<number>;
    sealed_to: Defaulted<Date>;
    hot: Generated<number>;
    hot_since: Defaulted<Date>;
  };
  quality_state: { point_id: number; state: Json<unknown> };
  channel_state: { device_id: number; channel: string; at: Date; received_at: Date; raw: Json<unknown> };
  alert_state: {
    point_id: number;
    threshold_id: number;
    state: Json<unknown>;
    level: Generated<number>;
    alert_id: number | null;
    late_level: Generated<number>;
    late_at: Date | null;
  };
  alert: {
    id: Id;
    project_id: number;
    structure_id: number;
    point_id: number;
    threshold_id: number | null;
    field: string;
    kind: 'value' | 'cumulative' | 'rate' | 'multi';
    measure: 'value' | 'cumulative' | 'rate';
    unit: string;
    level: number;
    value: number;
    threshold: number;
    levels: (number | null)[];
    late: Generated<boolean>;
    status: Generated<AlertStatus>;
    reading_at: Date;
    received_at: Date;
    raised_at: Date;
    last_value: number;
    last_at: Date;
    released_at: Date | null;
    settled_at: Date | null;
    settled_by: string | null;
    reason: Generated<string>;
    revised: Defaulted<boolean>;
    by_change_id: Defaulted<number>;
  };
  alert_revision: {
    id: Id;
    alert_id: number;
    change_id: number;
    at: Date;
    stands: boolean;
    level: number;
    value: number | null;
  };
  alert_change: {
    id: Id;
    alert_id: number;
    kind: 'raised' | 'released' | 'changed';
    at: Date;
    by_name: string | null;
    status: AlertStatus;
    reason: Generated<string>;
    level: number;
    value: number | null;
  };
  notification: {
    id: Id;
    account_id: number;
    type: string;
    title: string;
    project_id: number | null;
    alert_id: number | null;
    point_id: number | null;
    level: number | null;
    detail: JsonOr<Record<string, string | number | null>>;
    created_at: Date;
    read_at: Date | null;
  };
  outbox: {
    id: Id;
    name: string;
    payload: Json<unknown>;
    created_at: Date;
    attempts: Generated<number>;
    next_at: Date;
  };
  task: {
    id: Id;
    kind: string;
    corporation_id: number;
    project_id: number | null;
    account_id: number | null;
    by_name: Generated<string>;
    subject: JsonOr<Record<string, string | number | null>>;
    input: JsonOr<unknown>;
    cursor: ColumnType<unknown, string | null, string | null>;
    state: Generated<TaskState>;
    done: Generated<number>;
    total: Generated<number>;
    result: JsonOr<Record<string, unknown>>;
    error: string | null;
    error_detail: ColumnType<unknown, string | null, string | null>;
    cancel_asked: Generated<boolean>;
    created_at: Date;
    started_at: Date | null;
    finished_at: Date | null;
  };
  data_import: {
    id: Id;
    project_id: number;
    file_id: string | null;
    file_name: string;
    bytes: number;
    format: string;
    state: Generated<string>;
    look: Json<unknown>;
    mapping: NullableJson<unknown>;
    report: NullableJson<unknown>;
    named: JsonOr<unknown>;
    by_id: number | null;
    by_name: string;
    created_at: Date;
    applied_at: Defaulted<Date>;
    task_id: Defaulted<number>;
    change_id: Defaulted<number>;
  };
  import_row: { import_id: number; point_id: number; at_ms: number; line: number; sample: string };
  import_mapping: {
    id: Id;
    project_id: number;
    name: string;
    format: string;
    mapping: Json<unknown>;
    by_name: string;
    updated_at: Date;
  };
  data_export: {
    id: Id;
    project_id: number;
    by_id: number | null;
    by_name: string;
    ask: Json<unknown>;
    file_name: string;
    file_id: Defaulted<string>;
    bytes: Defaulted<number>;
    task_id: Defaulted<number>;
    created_at: Date;
    expires_at: Date;
  };
  ingest_total: { corporation_id: number; day: string; stored: number };
}
