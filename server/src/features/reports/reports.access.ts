/** Where records of this wing are, what follows in it when projects go, and what of it is set up with plug-ins. */
import type { WingAccess } from '../../kernel/lifecycle.ts';
import { lifecycle as exportLifecycle } from './exports/exports.events.ts';
import { lifecycle as reportLifecycle } from './period-reports/period-reports.events.ts';
import { placeOfReport } from './period-reports/period-reports.table.ts';
import { lifecycle as templateLifecycle } from './templates/templates.events.ts';
import { placeOfTemplate, pluginUses } from './templates/templates.table.ts';

export default {
  rows: { reportId: placeOfReport, templateId: placeOfTemplate },
  lifecycle: {
    attached: [exportLifecycle, templateLifecycle, reportLifecycle],
  },
  pluginUses: [pluginUses],
} satisfies WingAccess;
