import type { ConditionRules } from '@plumbline/contract/alerts/conditions.terms';
import type { Checkpoint, ConditionState } from '@plumbline/science/limits/condition';
import type { ColumnType, Generated } from 'kysely';
import type { Defaulted, Id, Json, NullableJson } from './tables.columns.ts';

/** Alerts over several points together, and how they stand. */
export interface ConditionTables {
  condition: {
    id: Id;
    project_id: number;
    structure_id: number;
    rules: Json<ConditionRules>;
    enabled: boolean;
    level: number;
    revision: Generated<number>;
    since_at: Date;
    updated_at: Date;
    updated_by: string;
  };
  condition_point: { point_id: number; condition_id: number };
  condition_state: {
    condition_id: number;
    state: NullableJson<ConditionState>;
    checkpoints: ColumnType<Checkpoint[], string | undefined, string>;
    truth: Generated<'waiting' | 'true' | 'false' | 'unknown'>;
    raised: Generated<boolean>;
    evaluated_at: Defaulted<Date>;
    due_at: Defaulted<Date>;
    alert_id: Defaulted<number>;
  };
  condition_change: {
    id: Id;
    condition_id: number;
    project_id: number;
    at: Date;
    by_name: string;
    before: NullableJson<ConditionRules>;
    after: NullableJson<ConditionRules>;
  };
}
