/** What walls show of dashboards. */

import type { PanelContent } from '@plumbline/contract/overview/dashboards.contents';
import type { Panel } from '@plumbline/contract/overview/dashboards.panels';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { panelContent } from './dashboards.panels.service.ts';
import * as table from './dashboards.table.ts';

export { curveContent, drawingContent, panelContent } from './dashboards.panels.service.ts';

interface Wanted {
  readonly projectId: number;
  readonly dashboardId: number;
}

/** A dashboard that somebody made or that is shared in a project which they may change. Throws notFound. */
export async function publishedDashboard({ db, caller }: Context, { projectId, dashboardId }: Wanted) {
  const reader = { accountId: caller.accountId, seesShared: true, roles: [] };
  const row = requireRow(await table.one(db, projectId, dashboardId, reader), { dashboardId });
  return { name: row.name, panels: row.panels as readonly Panel[] };
}

/** Its panels with what each shows to the caller of the context. */
export async function dashboardContents(context: Context, request: Wanted) {
  const { name, panels } = await publishedDashboard(context, request);
  const filled: { readonly panel: Panel; readonly content: PanelContent }[] = [];
  // One after the other: a wall that is read by many screens is put together once, and takes one connection.
  for (const panel of panels) filled.push({ panel, content: await panelContent(context, request.projectId, panel) });
  return { name, panels: filled };
}
