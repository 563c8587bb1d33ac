/** The routes of this wing. */
import alertRoutes from './alerts/alerts.routes.ts';
import alertAnalyticsRoutes from './analytics/analytics.routes.ts';
import callKeyRoutes from './call-keys/call-keys.routes.ts';
import alertCauseRoutes from './causes/causes.routes.ts';
import chatCardRoutes from './chat-cards/chat-cards.routes.ts';
import conditionRoutes from './conditions/conditions.routes.ts';
import deliveryRoutes from './deliveries/deliveries.routes.ts';
import dutyRoutes from './duty/duty.routes.ts';
import notificationRoutes from './notifications/notifications.routes.ts';
import onDutyRoutes from './on-duty/on-duty.routes.ts';
import pushRoutes from './pushes/pushes.routes.ts';
import responsePlanRoutes from './response-plans/response-plans.routes.ts';
import alertRuleRoutes from './rules/rules.routes.ts';
import silenceRoutes from './silences/silences.routes.ts';

export default [
  alertCauseRoutes,
  responsePlanRoutes,
  alertRoutes,
  conditionRoutes,
  notificationRoutes,
  pushRoutes,
  silenceRoutes,
  dutyRoutes,
  onDutyRoutes,
  alertRuleRoutes,
  alertAnalyticsRoutes,
  chatCardRoutes,
  deliveryRoutes,
  callKeyRoutes,
];
