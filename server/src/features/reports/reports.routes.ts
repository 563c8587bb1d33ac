/** The routes of this wing. */
import exportRoutes from './exports/exports.routes.ts';
import reportLinkRoutes from './links/links.routes.ts';
import periodReportRoutes from './period-reports/period-reports.routes.ts';
import customPushTypeRoutes from './push-formats/push-formats.routes.ts';
import pushRuleRoutes from './push-rules/push-rules.routes.ts';
import pushSendingRoutes from './push-sending/push-sending.routes.ts';
import reportReleaseRoutes from './releases/releases.routes.ts';
import reportTemplateRoutes from './templates/templates.routes.ts';
import reportVerificationRoutes from './verification/verification.routes.ts';

export default [
  exportRoutes,
  reportTemplateRoutes,
  periodReportRoutes,
  reportReleaseRoutes,
  reportVerificationRoutes,
  reportLinkRoutes,
  customPushTypeRoutes,
  pushRuleRoutes,
  pushSendingRoutes,
];
