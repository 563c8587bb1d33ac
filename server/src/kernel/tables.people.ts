import type { choosableTypes } from '@plumbline/contract/alerts/notifications';
import type { AccountType, Permission, RoleType } from '@plumbline/contract/kernel/permissions';
import type { SignInWay, TokenScope } from '@plumbline/contract/people/users';
import type { TaskState } from '@plumbline/contract/platform/tasks';
import type { ColumnType, Generated } from 'kysely';
import type { Defaulted, Id, Json, JsonOr, NullableJson } from './tables.columns.ts';
import type { LaneName } from './work.lanes.ts';

export interface HealthThresholds {
  voltageThreshold: number;
  lostTolerance: number;
  alertTolerance: number;
}

/** Tables of people, and what the installation keeps for them. */
export interface PeopleTables {
  record_change: { record: string; account_id: number | null; changed_at: Date };
  setting: { key: string; value: Json<unknown> };
  /** What people did (kernel/operation.ts). */
  operation: {
    id: Id;
    at: Date;
    account_id: number | null;
    account_name: string;
    corporation_id: number | null;
    project_id: number | null;
    scope: string;
    scope_id: number | null;
    action: string;
    route: string;
    outcome: string;
    ip: string;
    agent: string;
    content: Json<unknown>;
    position: Defaulted<number>;
    hash: Defaulted<Buffer>;
  };
  stored_file: {
    id: string;
    corporation_id: number | null;
    type: string;
    bytes: number;
    created_by: number | null;
    created_at: Date;
  };
  /** Files that were forgotten and whose bytes are perhaps still there. */
  file_removal: { id: string };
  corporation: {
    id: Id;
    title: string;
    logo: string | null;
    copyright: Generated<string>;
    document_disabled: Generated<boolean>;
    second_factor_demanded: Generated<boolean>;
    flags: JsonOr<Record<string, boolean>>;
    health_thresholds: JsonOr<HealthThresholds>;
    created_at: Date;
    product_name: Generated<string>;
    favicon: Defaulted<string>;
    host: Defaulted<string>;
    max_points: Defaulted<number>;
    max_devices: Defaulted<number>;
    max_storage_bytes: Defaulted<number>;
    prefix: Defaulted<string>;
    deleting_at: Defaulted<Date>;
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
    last_signin_at: Defaulted<Date>;
    last_signin_by: Defaulted<SignInWay>;
  };
  token: {
    id: Id;
    hash: Buffer;
    kind: 'session' | 'access' | 'challenge';
    account_id: number;
    name: Generated<string>;
    ip: Generated<string>;
    agent: Generated<string>;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
    scope: NullableJson<TokenScope>;
    strong: Generated<boolean>;
    viewer_token_id: Defaulted<number>;
  };
  token_use: { token_id: number; calls: number; refused: number; refused_at: Date | null };
  second_factor: {
    account_id: number;
    sealed: string;
    created_at: Date;
    confirmed_at: Date | null;
    last_step: Generated<number>;
  };
  recovery_code: { account_id: number; hash: Buffer };
  attempt: { id: Id; key: string; at: Date };
  known_address: { account_id: number; ip: string; at: Date };
  role: { id: Id; corporation_id: number | null; type: RoleType; name: string; permissions: Generated<Permission[]> };
  user_group: { id: Id; corporation_id: number; name: string; created_at: Date };
  user_group_member: { group_id: number; account_id: number };
  user_group_role: { group_id: number; role_id: number };
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
  notification_choice: { account_id: number; project_id: number; muted: (typeof choosableTypes)[number][] };
  work: {
    id: Id;
    lane: LaneName;
    name: string;
    input: Json<unknown>;
    created_at: Date;
    due_at: Date;
    attempts: Generated<number>;
    error: Defaulted<string>;
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
    cancel_requested: Generated<boolean>;
    created_at: Date;
    started_at: Date | null;
    finished_at: Date | null;
  };
}
