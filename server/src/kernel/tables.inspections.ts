import type { PhotoMark } from '@plumbline/contract/points/inspections.photos';
import type { Question, RoundAnswers } from '@plumbline/contract/points/inspections.questions';
import type { Defaulted, Id, Json } from './tables.columns.ts';

/** Tables of inspections on site, and what they found. */
export interface InspectionTables {
  inspection_template: { id: Id; project_id: number; name: string; version: number };
  inspection_template_version: {
    template_id: number;
    version: number;
    questions: Json<Question[]>;
    by_name: string;
    created_at: Date;
  };
  inspection_plan: {
    id: Id;
    project_id: number;
    name: string;
    template_id: number;
    structure_id: Defaulted<number>;
    point_id: Defaulted<number>;
    location: string;
    unit: string;
    every: number;
    first_on: string;
    at: string;
    grace_hours: number;
    assignee_ids: number[];
    enabled: boolean;
    counts_from: Date;
  };
  inspection_round: {
    id: Id;
    project_id: number;
    plan_id: number;
    template_id: number;
    template_version: number;
    location: string;
    due_at: Date;
    revision: number;
    reason: string;
    answers: Json<RoundAnswers>;
    copied_from: Defaulted<number>;
    started_by: string;
    started_at: Date;
    finished_by: Defaulted<string>;
    finished_at: Defaulted<Date>;
    faults: Defaulted<number>;
    out_of_limits: Defaulted<number>;
  };
  inspection_photo: {
    id: Id;
    round_id: number;
    question_key: string;
    file_id: string;
    file_name: string;
    bytes: number;
    digest: string;
    marks: Json<PhotoMark[]>;
    by_name: string;
    added_at: Date;
  };
  inspection_defect: {
    id: Id;
    project_id: number;
    plan_id: number;
    round_id: number;
    question_key: string;
    question: string;
    title: string;
    severity: string;
    state: string;
    note: string;
    raised_by: string;
    raised_at: Date;
    changed_by: string;
    changed_at: Date;
  };
  inspection_defect_change: {
    id: Id;
    defect_id: number;
    at: Date;
    by_name: string;
    severity: string;
    state: string;
    note: string;
  };
  inspection_log: {
    id: Id;
    project_id: number;
    plan_id: number;
    round_id: Defaulted<number>;
    defect_id: Defaulted<number>;
    at: Date;
    kind: string;
    due_at: Defaulted<Date>;
    by_name: Defaulted<string>;
    detail: string;
  };
}
