/** What the worker does for this wing. */
import type { WingWork } from '../../kernel/work.wing.ts';
import { notifyPages } from './alerts/alerts.service.ts';
import { notifyCauses } from './causes/causes.events.ts';
import { followReadings } from './conditions/conditions.events.ts';
import { watchConditions } from './conditions/conditions.jobs.ts';
import { pullInConditions } from './conditions/conditions.states.table.ts';
import { logDiscarded } from './deliveries/deliveries.discard.service.ts';
import { deliverAlerts } from './deliveries/deliveries.events.ts';
import {
  endAbandonedDeliveries,
  endSilences,
  escalate,
  sendCollected,
  tidyDeliveries,
} from './deliveries/deliveries.jobs.ts';
import { pullInDeliveries } from './deliveries/deliveries.send.table.ts';
import { watchDurability, watchStorage } from './notifications/notifications.jobs.ts';
import { notifyAccounts } from './notifications/notifications.service.ts';

export default {
  events: [notifyAccounts, deliverAlerts, logDiscarded, notifyPages, notifyCauses, followReadings],
  schedules: [
    watchConditions,
    watchStorage,
    watchDurability,
    endAbandonedDeliveries,
    escalate,
    endSilences,
    sendCollected,
    tidyDeliveries,
  ],
  pullIns: [pullInConditions, pullInDeliveries],
} satisfies WingWork;
