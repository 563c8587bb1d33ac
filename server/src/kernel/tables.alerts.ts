import type { PlanScope } from '@plumbline/contract/alerts/response-plans';
import type { Defaulted, Id, Json } from './tables.columns.ts';

/** The plan that held when an alert was raised. */
export interface PlanCopy {
  readonly scope: PlanScope;
  readonly text: string;
  readonly steps: readonly string[];
}

/** Tables of acts on alerts. */
export interface AlertTables {
  alert_cause: {
    id: Id;
    corporation_id: number;
    name: string;
    removed_at: Defaulted<Date>;
    by_name: string;
    created_at: Date;
  };
  response_plan: {
    id: Id;
    project_id: number;
    scope: string;
    level: number;
    structure_id: number | null;
    point_id: number | null;
    condition_id: number | null;
    text: string;
    steps: Json<string[]>;
    by_name: string;
    updated_at: Date;
  };
  alert_step: { alert_id: number; step: number; by_name: string; done_at: Date };
  alert_file: {
    id: Id;
    alert_id: number;
    file_id: string;
    file_name: string;
    type: string;
    bytes: number;
    digest: string;
    by_name: string;
    created_at: Date;
  };
  alert_document: { alert_id: number; document_id: number; by_name: string; linked_at: Date };
}
