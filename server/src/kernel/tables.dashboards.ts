import type { RoleType } from '@plumbline/contract/kernel/permissions';
import type { Panel } from '@plumbline/contract/overview/dashboards.panels';
import type { Generated } from 'kysely';
import type { Json } from './tables.columns.ts';

/** Dashboards of projects. */
export interface DashboardTables {
  dashboard: {
    id: Generated<number>;
    project_id: number;
    account_id: number | null;
    by_name: string;
    name: string;
    roles: RoleType[];
    panels: Json<Panel[]>;
    created_at: Date;
    updated_at: Date;
  };
}
