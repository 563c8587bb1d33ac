import type { ReportChanges, ReviewState } from '@plumbline/contract/reports/releases';
import type { Generated } from 'kysely';
import type { Defaulted, Id, NullableJson } from './tables.columns.ts';

/** The life of made reports: review, release, seal. */
export interface ReportLifeTables {
  report_approval: {
    project_id: number;
    roles: string[];
    member_ids: number[];
    maker_may_approve: boolean;
    shows_released_by: boolean;
    shows_points: boolean;
  };
  report_review: {
    report_id: number;
    project_id: number;
    state: Generated<ReviewState>;
    version: Generated<number>;
    edition: Generated<number>;
    replaces_id: Defaulted<number>;
    conclusions: Generated<string>;
    revision: Generated<number>;
    conclusions_by: Defaulted<string>;
    conclusions_at: Defaulted<Date>;
    task_id: Defaulted<number>;
    submitted_by: Defaulted<string>;
    submitted_at: Defaulted<Date>;
    approved_by: Defaulted<string>;
    approved_at: Defaulted<Date>;
    released_by: Defaulted<string>;
    released_at: Defaulted<Date>;
    withdrawn_by: Defaulted<string>;
    withdrawn_at: Defaulted<Date>;
    withdrawn_reason: Defaulted<string>;
    code: Defaulted<string>;
    changes: NullableJson<ReportChanges>;
  };
  report_conclusion: { report_id: number; revision: number; text: string; by_name: string; at: Date };
  report_comment: {
    id: Id;
    report_id: number;
    parent_id: number | null;
    section: string;
    page: number | null;
    place_x: number | null;
    place_y: number | null;
    edition: Generated<number>;
    text: string;
    by_id: number | null;
    by_name: string;
    at: Date;
    resolved_by: Defaulted<string>;
    resolved_at: Defaulted<Date>;
  };
  report_seal: {
    project_id: number;
    number: number;
    report_id: number;
    body: string;
    hash: string;
    sealed_at: Date;
  };
  report_link: {
    id: Id;
    report_id: number;
    project_id: number;
    recipient: string;
    token_hash: Buffer;
    password_hash: string | null;
    expires_at: Date | null;
    ended_at: Defaulted<Date>;
    by_name: string;
    created_at: Date;
    openings: Generated<number>;
    first_opened_at: Defaulted<Date>;
    last_opened_at: Defaulted<Date>;
  };
  report_distribution: { project_id: number; hook_ids: number[]; link_days: number };
  report_recipient: { id: Id; project_id: number; name: string; email: string; language: string };
  report_message: {
    id: Id;
    report_id: number;
    project_id: number;
    key: string;
    about: string;
    medium: string;
    hook_id: number | null;
    name: string;
    address: string;
    language: string;
    sealed: Defaulted<string>;
    origin: string;
    state: string;
    attempts: Generated<number>;
    next_try_at: Defaulted<Date>;
    answer: Generated<string>;
    created_at: Date;
    sent_at: Defaulted<Date>;
  };
  report_signer: { id: number; certificates: string; sealed: string; created_at: Date };
}
