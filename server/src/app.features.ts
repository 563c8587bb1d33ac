/** The routes of every feature, in the order in which they are handed to the server. */
import type { FastifyInstance } from 'fastify';
import alertRoutes from './features/alerts/alerts/alerts.routes.ts';
import alertAnalyticsRoutes from './features/alerts/analytics/analytics.routes.ts';
import alertCauseRoutes from './features/alerts/causes/causes.routes.ts';
import conditionRoutes from './features/alerts/conditions/conditions.routes.ts';
import deliveryRoutes from './features/alerts/deliveries/deliveries.routes.ts';
import dutyRoutes from './features/alerts/duty/duty.routes.ts';
import notificationRoutes from './features/alerts/notifications/notifications.routes.ts';
import pushRoutes from './features/alerts/pushes/pushes.routes.ts';
import responsePlanRoutes from './features/alerts/response-plans/response-plans.routes.ts';
import alertRuleRoutes from './features/alerts/rules/rules.routes.ts';
import silenceRoutes from './features/alerts/silences/silences.routes.ts';
import certificateRoutes from './features/devices/certificates/certificates.routes.ts';
import connectionRoutes from './features/devices/connections/connections.routes.ts';
import deviceRoutes from './features/devices/devices/devices.routes.ts';
import frameRoutes from './features/devices/frames/frames.routes.ts';
import intakeRoutes from './features/devices/intake/intake.routes.ts';
import modelRoutes from './features/devices/models/models.routes.ts';
import warehouseRoutes from './features/devices/warehouse/warehouse.routes.ts';
import channelRoutes from './features/messages/channels/channels.routes.ts';
import recoveryRoutes from './features/messages/recovery/recovery.routes.ts';
import registrationRoutes from './features/messages/registrations/registrations.routes.ts';
import corporationArchiveRoutes from './features/overview/corporation-archives/corporation-archives.routes.ts';
import corporationRemovalRoutes from './features/overview/corporation-removal/corporation-removal.routes.ts';
import dashboardRoutes from './features/overview/dashboards/dashboards.routes.ts';
import statRoutes from './features/overview/stats/stats.routes.ts';
import statusPageRoutes from './features/overview/status-pages/status-pages.routes.ts';
import wallRoutes from './features/overview/walls/walls.routes.ts';
import corporationRoutes from './features/people/corporations/corporations.routes.ts';
import passkeyRoutes from './features/people/passkeys/passkeys.routes.ts';
import roleRoutes from './features/people/roles/roles.routes.ts';
import secondFactorRoutes from './features/people/second-factors/second-factors.routes.ts';
import seeAsRoutes from './features/people/see-as/see-as.routes.ts';
import sessionRoutes from './features/people/sessions/sessions.routes.ts';
import ssoRoutes from './features/people/sso/sso.routes.ts';
import userGroupRoutes from './features/people/user-groups/user-groups.routes.ts';
import userRoutes from './features/people/users/users.routes.ts';
import wechatRoutes from './features/people/wechat/wechat.routes.ts';
import guideRoutes from './features/platform/guide/guide.routes.ts';
import installationRoutes from './features/platform/installation/installation.routes.ts';
import languagePackRoutes from './features/platform/language-packs/language-packs.routes.ts';
import licenceRoutes from './features/platform/licences/licences.routes.ts';
import operationRoutes from './features/platform/operations/operations.routes.ts';
import pluginRoutes from './features/platform/plugins/plugins.routes.ts';
import privateConfRoutes from './features/platform/private-conf/private-conf.routes.ts';
import releaseRoutes from './features/platform/releases/releases.routes.ts';
import taskRoutes from './features/platform/tasks/tasks.routes.ts';
import workRoutes from './features/platform/work/work.routes.ts';
import batchRoutes from './features/points/batches/batches.routes.ts';
import bindingRoutes from './features/points/bindings/bindings.routes.ts';
import chartRoutes from './features/points/charts/charts.routes.ts';
import commissioningRoutes from './features/points/commissioning/commissioning.routes.ts';
import inspectionRoutes from './features/points/inspections/inspections.routes.ts';
import lifecycleRoutes from './features/points/lifecycle/lifecycle.routes.ts';
import photoRoutes from './features/points/photos/photos.routes.ts';
import pointRoutes from './features/points/points/points.routes.ts';
import sheetRoutes from './features/points/sheets/sheets.routes.ts';
import strataRoutes from './features/points/strata/strata.routes.ts';
import thresholdRoutes from './features/points/thresholds/thresholds.routes.ts';
import topologyRoutes from './features/points/topology/topology.routes.ts';
import correctionRoutes from './features/readings/corrections/corrections.routes.ts';
import formulaRoutes from './features/readings/formulas/formulas.routes.ts';
import historyRoutes from './features/readings/history/history.routes.ts';
import importRoutes from './features/readings/imports/imports.routes.ts';
import readingRoutes from './features/readings/readings/readings.routes.ts';
import exportRoutes from './features/reports/exports/exports.routes.ts';
import reportLinkRoutes from './features/reports/links/links.routes.ts';
import periodReportRoutes from './features/reports/period-reports/period-reports.routes.ts';
import reportReleaseRoutes from './features/reports/releases/releases.routes.ts';
import reportTemplateRoutes from './features/reports/templates/templates.routes.ts';
import reportVerificationRoutes from './features/reports/verification/verification.routes.ts';
import annotationRoutes from './features/site/annotations/annotations.routes.ts';
import documentRoutes from './features/site/documents/documents.routes.ts';
import drawingRoutes from './features/site/drawings/drawings.routes.ts';
import layerRoutes from './features/site/layers/layers.routes.ts';
import linkRoutes from './features/site/links/links.routes.ts';
import projectRoutes from './features/site/projects/projects.routes.ts';
import structureRoutes from './features/site/structures/structures.routes.ts';
import tilesetRoutes from './features/site/tilesets/tilesets.routes.ts';
import attachmentRoutes from './features/telemetry/attachments/attachments.routes.ts';
import commandRoutes from './features/telemetry/commands/commands.routes.ts';
import dialInRoutes from './features/telemetry/dial-in/dial-in.routes.ts';
import edgeRoutes from './features/telemetry/edges/edges.routes.ts';
import feedPullRoutes from './features/telemetry/feed-pulls/feed-pulls.routes.ts';
import feedWaitingRoutes from './features/telemetry/feed-waiting/feed-waiting.routes.ts';
import feedRoutes from './features/telemetry/feeds/feeds.routes.ts';
import firmwareRoutes from './features/telemetry/firmware/firmware.routes.ts';
import healthRoutes from './features/telemetry/health/health.routes.ts';
import modbusServerRoutes from './features/telemetry/modbus-server/modbus-server.routes.ts';
import analysisRoutes from './features/views/analysis/analysis.routes.ts';
import masterRoutes from './features/views/masters/masters.routes.ts';
import predictionRoutes from './features/views/predictions/predictions.routes.ts';
import profileRoutes from './features/views/profiles/profiles.routes.ts';
import sensorThingsRoutes from './features/views/sensorthings/sensorthings.routes.ts';
import trackRoutes from './features/views/tracks/tracks.routes.ts';
import waveformRoutes from './features/views/waveforms/waveforms.routes.ts';
import weatherRoutes from './features/views/weather/weather.routes.ts';
import type { Access } from './kernel/serve.ts';

type Routes = (app: FastifyInstance, access: Access) => void;

/** Each feature hands its handlers to the contract. */
export const features: readonly Routes[] = [
  corporationRoutes,
  userRoutes,
  secondFactorRoutes,
  sessionRoutes,
  seeAsRoutes,
  roleRoutes,
  userGroupRoutes,
  ssoRoutes,
  wechatRoutes,
  passkeyRoutes,
  guideRoutes,
  releaseRoutes,
  taskRoutes,
  workRoutes,
  operationRoutes,
  installationRoutes,
  privateConfRoutes,
  languagePackRoutes,
  licenceRoutes,
  pluginRoutes,
  correctionRoutes,
  readingRoutes,
  strataRoutes,
  photoRoutes,
  inspectionRoutes,
  profileRoutes,
  masterRoutes,
  trackRoutes,
  weatherRoutes,
  waveformRoutes,
  predictionRoutes,
  analysisRoutes,
  importRoutes,
  historyRoutes,
  alertCauseRoutes,
  responsePlanRoutes,
  alertRoutes,
  conditionRoutes,
  healthRoutes,
  projectRoutes,
  tilesetRoutes,
  structureRoutes,
  documentRoutes,
  layerRoutes,
  drawingRoutes,
  annotationRoutes,
  linkRoutes,
  modelRoutes,
  deviceRoutes,
  connectionRoutes,
  certificateRoutes,
  intakeRoutes,
  warehouseRoutes,
  pointRoutes,
  topologyRoutes,
  thresholdRoutes,
  bindingRoutes,
  chartRoutes,
  lifecycleRoutes,
  batchRoutes,
  commandRoutes,
  frameRoutes,
  dialInRoutes,
  attachmentRoutes,
  feedWaitingRoutes,
  feedRoutes,
  feedPullRoutes,
  edgeRoutes,
  commissioningRoutes,
  formulaRoutes,
  exportRoutes,
  firmwareRoutes,
  notificationRoutes,
  channelRoutes,
  recoveryRoutes,
  registrationRoutes,
  pushRoutes,
  silenceRoutes,
  dutyRoutes,
  alertRuleRoutes,
  alertAnalyticsRoutes,
  deliveryRoutes,
  reportTemplateRoutes,
  periodReportRoutes,
  reportReleaseRoutes,
  reportVerificationRoutes,
  reportLinkRoutes,
  sensorThingsRoutes,
  sheetRoutes,
  statRoutes,
  statusPageRoutes,
  dashboardRoutes,
  wallRoutes,
  modbusServerRoutes,
  corporationArchiveRoutes,
  corporationRemovalRoutes,
];
