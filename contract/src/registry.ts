import { alertAnalytics } from './alert-analytics.ts';
import { alertCauses } from './alert-causes.ts';
import { alertRules } from './alert-rules.ts';
import { alerts } from './alerts.ts';
import { analysis } from './analysis.ts';
import { annotations } from './annotations.ts';
import { attachments } from './attachments.ts';
import { batches } from './batches.ts';
import { bindings } from './bindings.ts';
import { certificates } from './certificates.ts';
import { channels } from './channels.ts';
import { charts } from './charts.ts';
import { commands } from './commands.ts';
import { commissioning } from './commissioning.ts';
import { conditions } from './conditions.ts';
import { connections } from './connections.ts';
import { corporationArchives } from './corporation-archives.ts';
import { corporationRemoval } from './corporation-removal.ts';
import { corporations } from './corporations.ts';
import { corrections } from './corrections.ts';
import { dashboards } from './dashboards.ts';
import { deliveries } from './deliveries.ts';
import { devices } from './devices.ts';
import { dialIn } from './dial-in.ts';
import { documents } from './documents.ts';
import { drawings } from './drawings.ts';
import { duty } from './duty.ts';
import { edges } from './edges.ts';
import { exports } from './exports.ts';
import { feedPulls } from './feed-pulls.ts';
import { feedWaiting } from './feed-waiting.ts';
import { feeds } from './feeds.ts';
import { firmware } from './firmware.ts';
import { formulas } from './formulas.ts';
import { frames } from './frames.ts';
import { gateway } from './gateway.ts';
import { guide } from './guide.ts';
import { health } from './health.ts';
import { history } from './history.ts';
import { imports } from './imports.ts';
import { inspections } from './inspections.ts';
import { installation } from './installation.ts';
import { intake } from './intake.ts';
import { languagePacks } from './language-packs.ts';
import { layers } from './layers.ts';
import { licences } from './licences.ts';
import { lifecycle } from './lifecycle.ts';
import { links } from './links.ts';
import { masters } from './masters.ts';
import { modbusServer } from './modbus-server.ts';
import { models } from './models.ts';
import { notifications } from './notifications.ts';
import { operations } from './operations.ts';
import { passkeys } from './passkeys.ts';
import { periodReports } from './period-reports.ts';
import { photos } from './photos.ts';
import { plugins } from './plugins.ts';
import { points } from './points.ts';
import { predictions } from './predictions.ts';
import { privateConf } from './private-conf.ts';
import { profiles } from './profiles.ts';
import { projectGroups } from './projects.groups.ts';
import { projects } from './projects.ts';
import { pushes } from './pushes.ts';
import { readings } from './readings.ts';
import { recovery } from './recovery.ts';
import { registrations } from './registrations.ts';
import { releases } from './releases.ts';
import { reportLinks } from './report-links.ts';
import { reportReleases } from './report-releases.ts';
import { reportTemplates } from './report-templates.ts';
import { reportVerification } from './report-verification.ts';
import { responsePlans } from './response-plans.ts';
import { roles } from './roles.ts';
import type { Route } from './route.ts';
import { secondFactors } from './second-factors.ts';
import { seeAs } from './see-as.ts';
import { sensorthings } from './sensorthings.ts';
import { ownSessions } from './sessions.own.ts';
import { secondStep } from './sessions.second-step.ts';
import { firstSetup } from './sessions.setup.ts';
import { sessions } from './sessions.ts';
import { sheets } from './sheets.ts';
import { silences } from './silences.ts';
import { sso } from './sso.ts';
import { stats } from './stats.ts';
import { statusPages } from './status-pages.ts';
import { strata } from './strata.ts';
import { structures } from './structures.ts';
import { tasks } from './tasks.ts';
import { thresholds } from './thresholds.ts';
import { tilesets } from './tilesets.ts';
import { topology } from './topology.ts';
import { tracks } from './tracks.ts';
import { userGroups } from './user-groups.ts';
import { userImport } from './users.import.ts';
import { userSessions } from './users.sessions.ts';
import { users } from './users.ts';
import { walls } from './walls.ts';
import { warehouse } from './warehouse.ts';
import { waveforms } from './waveforms.ts';
import { weather } from './weather.ts';
import { wechat } from './wechat.ts';
import { work } from './work.ts';

/** Every route of the product by feature: what the API page, the OpenAPI document and the every-route test walk. */
export const registry = {
  corporations,
  users: { ...users, ...userSessions, ...userImport },
  secondFactors,
  sessions: { ...sessions, ...firstSetup, ...secondStep, ...ownSessions },
  seeAs,
  roles,
  userGroups,
  sso,
  wechat,
  passkeys,
  guide,
  releases,
  tasks,
  work,
  operations,
  installation,
  privateConf,
  languagePacks,
  licences,
  plugins,
  projects: { ...projects, ...projectGroups },
  structures,
  documents,
  layers,
  drawings,
  annotations,
  links,
  models,
  devices,
  connections,
  certificates,
  intake,
  warehouse,
  points,
  tilesets,
  topology,
  thresholds,
  bindings,
  charts,
  lifecycle,
  attachments,
  batches,
  commissioning,
  formulas,
  commands,
  frames,
  dialIn,
  feedPulls,
  feedWaiting,
  feeds,
  edges,
  gateway,
  firmware,
  corrections,
  readings,
  strata,
  photos,
  inspections,
  profiles,
  masters,
  tracks,
  weather,
  waveforms,
  predictions,
  analysis,
  history,
  imports,
  exports,
  alertCauses,
  responsePlans,
  alerts,
  conditions,
  health,
  sheets,
  notifications,
  channels,
  recovery,
  registrations,
  pushes,
  silences,
  duty,
  alertRules,
  alertAnalytics,
  deliveries,
  reportTemplates,
  periodReports,
  reportReleases,
  reportVerification,
  reportLinks,
  sensorthings,
  stats,
  statusPages,
  dashboards,
  walls,
  modbusServer,
  corporationArchives,
  corporationRemoval,
} as const satisfies Record<string, Record<string, Route>>;
