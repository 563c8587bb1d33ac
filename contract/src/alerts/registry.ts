/** The routes of this wing by feature. */
import { alerts } from './alerts.ts';
import { alertAnalytics } from './analytics.ts';
import { callKeys } from './call-keys.ts';
import { alertCauses } from './causes.ts';
import { chatCards } from './chat-cards.ts';
import { conditions } from './conditions.ts';
import { deliveries } from './deliveries.ts';
import { duty } from './duty.ts';
import { notifications } from './notifications.ts';
import { onDuty } from './on-duty.ts';
import { pushes } from './pushes.ts';
import { responsePlans } from './response-plans.ts';
import { alertRules } from './rules.ts';
import { silences } from './silences.ts';

export default {
  alertCauses,
  responsePlans,
  alerts,
  conditions,
  notifications,
  pushes,
  silences,
  duty,
  onDuty,
  alertRules,
  alertAnalytics,
  chatCards,
  deliveries,
  callKeys,
};
