import type { Defaulted, Id } from './tables.columns.ts';

/** What people do about alerts. */
export interface AlertTables {
  alert_cause: {
    id: Id;
    corporation_id: number;
    name: string;
    removed_at: Defaulted<Date>;
    by_name: string;
    created_at: Date;
  };
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
