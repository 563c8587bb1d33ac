import type { AlertChangeKind, AlertCondition, AlertEvent, AlertStatus } from '@plumbline/contract/alerts/alerts';
import type { CustomChart } from '@plumbline/contract/points/charts';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { MasterConfig, PointSetup, Slave } from '@plumbline/contract/points/points.point';
import type {
  ChartConfig,
  ChartSetting,
  GnssConfig,
  Processing,
  TemperatureCompensation,
} from '@plumbline/contract/points/points.settings';
import type { Strata } from '@plumbline/contract/points/strata';
import type { Threshold } from '@plumbline/contract/points/thresholds';
import type { Generated } from 'kysely';
import type { PlanCopy } from './tables.alerts.ts';
import type { Defaulted, Id, Json, JsonOr, NullableJson } from './tables.columns.ts';

/** Conversion of a device group while it was in force. */
export interface GroupConversion {
  type: number;
  mode: number;
  formulaType: string;
  parameters: Record<string, number>;
  /** As its device said; absent = sealed before devices said parameters. */
  deviceParameters?: Record<string, number>;
  customFormula: Record<string, string>;
  /** Of the location, of a casing of its upper end; absent = sealed before depths were written down with it. */
  depthM?: number | null;
}

/** When a rule is met, and when it is over. */
export interface RuleTerms {
  kind: 'value' | 'cumulative' | 'rate' | 'multi';
  method: 'twoSided' | 'upper' | 'lower';
  levels: (number | null)[];
  base: Generated<'value' | 'cumulative'>;
  combine: Generated<'and' | 'or'>;
  rate_levels: (number | null)[] | null;
  release_ratio: Generated<number>;
  release_count: Generated<number>;
  consecutive: Generated<number>;
}

/** Tables of points, and by which rules. */
export interface PointTables {
  point: {
    id: Id;
    project_id: number;
    structure_id: number;
    name: string;
    type: Generated<number>;
    family: FamilyCode;
    mode: number;
    node_count: Generated<number>;
    main_index: Generated<number>;
    formula_type: Generated<PointSetup['formulaType']>;
    parameters: JsonOr<Record<string, number>>;
    device_parameters: JsonOr<Record<string, number>>;
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
    collect_mode: Generated<PointSetup['collectMode']>;
    lock_location: Generated<boolean>;
    only_sort: Defaulted<number>;
    depth_m: Defaulted<number>;
    timed_photographing: Generated<string[]>;
    backup_nodes: Generated<number[]>;
    image: Defaulted<string>;
    image_x: Defaulted<number>;
    image_y: Defaulted<number>;
    deprecated_at: Defaulted<Date>;
    processing: NullableJson<Processing>;
    chart_config: NullableJson<ChartConfig>;
    gnss_config: NullableJson<GnssConfig>;
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
    valid_from: Defaulted<Date>;
    to_at: Defaulted<Date>;
    migration: Generated<'none' | 'notMigrated' | 'completed' | 'cancelled'>;
    migrated_at: Defaulted<Date>;
    by_name: Generated<string>;
    reason: Generated<string>;
  };
  master_version: {
    id: Id;
    point_id: number;
    from_at: Date | null;
    slaves: Json<Slave[]>;
    master_config: NullableJson<MasterConfig>;
    reason: Generated<string>;
    by_name: Generated<string>;
    created_at: Date;
  };
  threshold_template: RuleTerms & {
    id: Id;
    corporation_id: number | null;
    code: Defaulted<string>;
    name: string;
    family: FamilyCode | null;
    field: string | null;
    basis: 'levels' | 'ratio';
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
    family: FamilyCode;
    formula: string;
    unit: string;
    precision: number;
  };
  strata_record: {
    id: Id;
    point_id: number;
    layers: Json<Strata['layers']>;
    excavations: Json<Strata['excavations']>;
    reason: string;
    by_name: string;
    created_at: Date;
  };
  threshold_change: {
    id: Id;
    point_id: number;
    account_id: number | null;
    changed_at: Date;
    reason: Generated<string>;
    before: Json<Threshold[]>;
    after: Json<Threshold[]>;
  };
  threshold: RuleTerms & {
    id: Id;
    point_id: number;
    field: string;
    enabled: Generated<boolean>;
    /** Readings up to this one were there before the rule; null = none were, or it is not known. */
    since_at: Defaulted<Date>;
  };
  alert_state: {
    point_id: number;
    threshold_id: number;
    state: Json<unknown>;
    level: Generated<number>;
    alert_id: number | null;
  };
  alert_level: {
    point_id: number;
    threshold_id: number;
    at: Date;
    level: number;
  };
  alert: {
    id: Id;
    project_id: number;
    structure_id: number;
    point_id: number;
    threshold_id: number | null;
    field: string;
    kind: 'value' | 'cumulative' | 'rate' | 'multi' | 'condition';
    measure: 'value' | 'cumulative' | 'rate' | 'condition';
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
    upheld: Defaulted<boolean>;
    by_change_id: Defaulted<number>;
    condition_id: Defaulted<number>;
    condition: NullableJson<AlertCondition>;
    event: NullableJson<AlertEvent>;
    assignee_id: Defaulted<number>;
    cause_id: Defaulted<number>;
    plan: NullableJson<PlanCopy>;
  };
  alert_revision: {
    id: Id;
    alert_id: number;
    change_id: number | null;
    at: Date;
    upheld: boolean;
    level: number;
    value: number | null;
  };
  alert_change: {
    id: Id;
    alert_id: number;
    kind: Exclude<AlertChangeKind, 'revised'>;
    at: Date;
    by_name: string | null;
    status: AlertStatus;
    reason: Generated<string>;
    level: number;
    value: number | null;
    subject: Generated<string>;
    done_at: Defaulted<Date>;
    key: Defaulted<string>;
  };
}
