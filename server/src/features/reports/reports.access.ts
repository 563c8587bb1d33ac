/** What follows in this wing when projects go. */
import type { WingAccess } from '../../kernel/lifecycle.ts';
import { lifecycle as exportLifecycle } from './exports/exports.events.ts';
import { lifecycle as reportLifecycle } from './period-reports/period-reports.events.ts';
import { lifecycle as templateLifecycle } from './templates/templates.events.ts';

export default {
  lifecycle: {
    attached: [exportLifecycle, templateLifecycle, reportLifecycle],
  },
} satisfies WingAccess;
