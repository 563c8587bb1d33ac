/** Where the records of this wing are, and what follows in it when points, projects or structures go or change. */
import type { WingAccess } from '../../kernel/lifecycle.ts';
import * as alerts from './alerts/alerts.api.ts';
import { lifecycle as alertLifecycle } from './alerts/alerts.events.ts';
import { lifecycle as conditionLifecycle } from './conditions/conditions.events.ts';
import { lifecycle as notificationLifecycle } from './notifications/notifications.events.ts';
import { lifecycle as responsePlanLifecycle } from './response-plans/response-plans.events.ts';
import { placeOfRule } from './rules/rules.api.ts';

export default {
  places: {
    alertId: alerts.places,
    alertIds: alerts.places,
  },
  rows: { alertRuleId: placeOfRule },
  lifecycle: {
    attached: [responsePlanLifecycle],
    // A condition that is being evaluated raises its alert before alerts are deleted, or not at all; notifications are found by their alerts.
    alerts: [conditionLifecycle, notificationLifecycle, alertLifecycle],
  },
} satisfies WingAccess;
