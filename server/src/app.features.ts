/** The routes of every feature, in the order in which they are handed to the server. */
import type { FastifyInstance } from 'fastify';
import alertAnalyticsRoutes from './features/alert-analytics/alert-analytics.routes.ts';
import alertCauseRoutes from './features/alert-causes/alert-causes.routes.ts';
import alertRuleRoutes from './features/alert-rules/alert-rules.routes.ts';
import alertRoutes from './features/alerts/alerts.routes.ts';
import analysisRoutes from './features/analysis/analysis.routes.ts';
import annotationRoutes from './features/annotations/annotations.routes.ts';
import attachmentRoutes from './features/attachments/attachments.routes.ts';
import batchRoutes from './features/batches/batches.routes.ts';
import bindingRoutes from './features/bindings/bindings.routes.ts';
import certificateRoutes from './features/certificates/certificates.routes.ts';
import channelRoutes from './features/channels/channels.routes.ts';
import chartRoutes from './features/charts/charts.routes.ts';
import commandRoutes from './features/commands/commands.routes.ts';
import commissioningRoutes from './features/commissioning/commissioning.routes.ts';
import conditionRoutes from './features/conditions/conditions.routes.ts';
import connectionRoutes from './features/connections/connections.routes.ts';
import corporationArchiveRoutes from './features/corporation-archives/corporation-archives.routes.ts';
import corporationRemovalRoutes from './features/corporation-removal/corporation-removal.routes.ts';
import corporationRoutes from './features/corporations/corporations.routes.ts';
import correctionRoutes from './features/corrections/corrections.routes.ts';
import dashboardRoutes from './features/dashboards/dashboards.routes.ts';
import deliveryRoutes from './features/deliveries/deliveries.routes.ts';
import deviceRoutes from './features/devices/devices.routes.ts';
import dialInRoutes from './features/dial-in/dial-in.routes.ts';
import documentRoutes from './features/documents/documents.routes.ts';
import drawingRoutes from './features/drawings/drawings.routes.ts';
import dutyRoutes from './features/duty/duty.routes.ts';
import edgeRoutes from './features/edges/edges.routes.ts';
import exportRoutes from './features/exports/exports.routes.ts';
import feedPullRoutes from './features/feed-pulls/feed-pulls.routes.ts';
import feedWaitingRoutes from './features/feed-waiting/feed-waiting.routes.ts';
import feedRoutes from './features/feeds/feeds.routes.ts';
import firmwareRoutes from './features/firmware/firmware.routes.ts';
import formulaRoutes from './features/formulas/formulas.routes.ts';
import frameRoutes from './features/frames/frames.routes.ts';
import guideRoutes from './features/guide/guide.routes.ts';
import healthRoutes from './features/health/health.routes.ts';
import historyRoutes from './features/history/history.routes.ts';
import importRoutes from './features/imports/imports.routes.ts';
import inspectionRoutes from './features/inspections/inspections.routes.ts';
import installationRoutes from './features/installation/installation.routes.ts';
import intakeRoutes from './features/intake/intake.routes.ts';
import languagePackRoutes from './features/language-packs/language-packs.routes.ts';
import layerRoutes from './features/layers/layers.routes.ts';
import licenceRoutes from './features/licences/licences.routes.ts';
import lifecycleRoutes from './features/lifecycle/lifecycle.routes.ts';
import linkRoutes from './features/links/links.routes.ts';
import masterRoutes from './features/masters/masters.routes.ts';
import modbusServerRoutes from './features/modbus-server/modbus-server.routes.ts';
import modelRoutes from './features/models/models.routes.ts';
import notificationRoutes from './features/notifications/notifications.routes.ts';
import operationRoutes from './features/operations/operations.routes.ts';
import passkeyRoutes from './features/passkeys/passkeys.routes.ts';
import periodReportRoutes from './features/period-reports/period-reports.routes.ts';
import photoRoutes from './features/photos/photos.routes.ts';
import pluginRoutes from './features/plugins/plugins.routes.ts';
import pointRoutes from './features/points/points.routes.ts';
import predictionRoutes from './features/predictions/predictions.routes.ts';
import privateConfRoutes from './features/private-conf/private-conf.routes.ts';
import profileRoutes from './features/profiles/profiles.routes.ts';
import projectRoutes from './features/projects/projects.routes.ts';
import pushRoutes from './features/pushes/pushes.routes.ts';
import readingRoutes from './features/readings/readings.routes.ts';
import recoveryRoutes from './features/recovery/recovery.routes.ts';
import registrationRoutes from './features/registrations/registrations.routes.ts';
import releaseRoutes from './features/releases/releases.routes.ts';
import reportLinkRoutes from './features/report-links/report-links.routes.ts';
import reportReleaseRoutes from './features/report-releases/report-releases.routes.ts';
import reportTemplateRoutes from './features/report-templates/report-templates.routes.ts';
import reportVerificationRoutes from './features/report-verification/report-verification.routes.ts';
import responsePlanRoutes from './features/response-plans/response-plans.routes.ts';
import roleRoutes from './features/roles/roles.routes.ts';
import secondFactorRoutes from './features/second-factors/second-factors.routes.ts';
import seeAsRoutes from './features/see-as/see-as.routes.ts';
import sensorThingsRoutes from './features/sensorthings/sensorthings.routes.ts';
import sessionRoutes from './features/sessions/sessions.routes.ts';
import sheetRoutes from './features/sheets/sheets.routes.ts';
import silenceRoutes from './features/silences/silences.routes.ts';
import ssoRoutes from './features/sso/sso.routes.ts';
import statRoutes from './features/stats/stats.routes.ts';
import statusPageRoutes from './features/status-pages/status-pages.routes.ts';
import strataRoutes from './features/strata/strata.routes.ts';
import structureRoutes from './features/structures/structures.routes.ts';
import taskRoutes from './features/tasks/tasks.routes.ts';
import thresholdRoutes from './features/thresholds/thresholds.routes.ts';
import tilesetRoutes from './features/tilesets/tilesets.routes.ts';
import topologyRoutes from './features/topology/topology.routes.ts';
import trackRoutes from './features/tracks/tracks.routes.ts';
import userGroupRoutes from './features/user-groups/user-groups.routes.ts';
import userRoutes from './features/users/users.routes.ts';
import wallRoutes from './features/walls/walls.routes.ts';
import warehouseRoutes from './features/warehouse/warehouse.routes.ts';
import waveformRoutes from './features/waveforms/waveforms.routes.ts';
import weatherRoutes from './features/weather/weather.routes.ts';
import wechatRoutes from './features/wechat/wechat.routes.ts';
import workRoutes from './features/work/work.routes.ts';
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
