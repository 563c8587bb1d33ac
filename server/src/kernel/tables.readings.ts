import type { ExportKind } from '@plumbline/contract/reports/exports.records';
import type { PeriodType, ReportEvent, ReportStatus } from '@plumbline/contract/reports/period-reports';
import type { ReportConfig } from '@plumbline/contract/reports/templates.defaults';
import type { Generated } from 'kysely';
import type { Defaulted, Id, Json, JsonOr, NullableJson } from './tables.columns.ts';

interface ReadingColumns {
  point_id: number;
  at: Date;
  received_at: Date;
  values: (number | null)[];
  raw: Json<unknown>;
  flags: Defaulted<number[]>;
  device_id: Defaulted<number>;
  change_id: Defaulted<number>;
}

/** Tables of messages that arrived, and what was done with it. */
export interface ReadingTables {
  reading: ReadingColumns;
  reading_history: ReadingColumns & {
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
  deferred_reading: {
    id: Id;
    device_id: number;
    channel: string;
    at: Date;
    received_at: Date;
    reason: 'readingInFuture' | 'readingChannelUnknown';
    raw: Json<unknown>;
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
    /** Corrected; null = the same as `values`. */
    shown: (number | null)[] | null;
    level: Generated<number>;
    failed: Defaulted<boolean>;
    sealed_to: Defaulted<Date>;
    hot: Generated<number>;
    hot_since: Defaulted<Date>;
  };
  waveform: {
    id: Id;
    point_id: number;
    started_at: Date;
    rate_hz: number;
    unit: string;
    axes: string[];
    samples: number;
    trigger: Defaulted<string>;
    source: 'device' | 'file';
    device_id: Defaulted<number>;
    by_name: Defaulted<string>;
    file_name: Defaulted<string>;
    received_at: Date;
    figures: Json<unknown>;
    peak: number;
    ppv_mm_s: number;
    digest: Buffer;
    data: Buffer;
  };
  quality_state: { point_id: number; state: Json<unknown> };
  data_import: {
    id: Id;
    project_id: number;
    file_id: string | null;
    file_name: string;
    bytes: number;
    format: string;
    state: Generated<string>;
    layout: Json<unknown>;
    mapping: NullableJson<unknown>;
    report: NullableJson<unknown>;
    first_lines: JsonOr<unknown>;
    by_id: number | null;
    by_name: string;
    created_at: Date;
    applied_at: Defaulted<Date>;
    task_id: Defaulted<number>;
    change_id: Defaulted<number>;
    made_point_ids: Generated<number[]>;
  };
  imported_line: {
    point_id: number;
    change_id: number;
    from_ms: number;
    to_ms: number;
    times: number[];
    first_lines: number[];
    last_lines: number[];
    factors: Json<unknown>;
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
    kind: Generated<ExportKind>;
    request: Json<unknown>;
    file_name: string;
    file_id: Defaulted<string>;
    bytes: Defaulted<number>;
    row_count: Defaulted<number>;
    task_id: Defaulted<number>;
    created_at: Date;
    expires_at: Date;
  };
  report: {
    id: Id;
    project_id: number;
    type: PeriodType;
    event: NullableJson<ReportEvent>;
    first_day: string;
    last_day: string;
    from_at: Date;
    to_at: Date;
    time_zone: string;
    formats: string[];
    language: string;
    fields: string;
    status: ReportStatus;
    error: Defaulted<string>;
    error_detail: NullableJson<unknown>;
    by_id: number | null;
    by_name: string;
    created_at: Date;
    finished_at: Defaulted<Date>;
    expires_at: Date;
    points: Defaulted<number>;
    task_id: Defaulted<number>;
    schedule_id: Defaulted<number>;
    template_id: Defaulted<number>;
    template_version: Defaulted<number>;
    template_name: Defaulted<string>;
    library: Defaulted<string>;
    number: Defaulted<number>;
  };
  report_series: { project_id: number; type: string; template_id: number; last_number: number };
  report_defaults: {
    project_id: number;
    period: ReportConfig['period'];
    template_id: number | null;
    signatures: Json<ReportConfig['signatures']>;
    cover: Json<ReportConfig['cover']>;
  };
  report_schedule: {
    id: Id;
    project_id: number;
    type: string;
    formats: string[];
    language: string;
    fields: string;
    enabled: Generated<boolean>;
    next_day: string;
    by_id: number | null;
    by_name: string;
    created_at: Date;
    template_id: Defaulted<number>;
    template_name: Defaulted<string>;
  };
  report_file: { report_id: number; format: string; file_id: string; bytes: number };
  ingest_total: { corporation_id: number; day: string; project_id: Generated<number>; stored: number };
}
