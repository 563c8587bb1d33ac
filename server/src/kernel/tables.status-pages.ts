import type { Generated } from 'kysely';

/** Status pages: what outsiders see by a link. */
export interface StatusPageTables {
  status_page: {
    id: Generated<number>;
    project_id: number;
    title: string;
    note: string;
    language: string;
    curve_days: number;
    show_alerts: boolean;
    expires_at: Date | null;
    token_hash: Buffer;
    linked_at: Date;
    openings: Generated<number>;
    last_opened_at: Date | null;
    by_name: string;
    created_at: Date;
  };
  status_page_structure: { page_id: number; structure_id: number };
  status_page_point: { page_id: number; point_id: number };
}
