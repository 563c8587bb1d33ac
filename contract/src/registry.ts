import { alerts } from './alerts/alerts.ts';
import { alertAnalytics } from './alerts/analytics.ts';
import { alertCauses } from './alerts/causes.ts';
import { conditions } from './alerts/conditions.ts';
import { deliveries } from './alerts/deliveries.ts';
import { duty } from './alerts/duty.ts';
import { notifications } from './alerts/notifications.ts';
import { pushes } from './alerts/pushes.ts';
import { responsePlans } from './alerts/response-plans.ts';
import { alertRules } from './alerts/rules.ts';
import { silences } from './alerts/silences.ts';
import { certificates } from './devices/certificates.ts';
import { connections } from './devices/connections.ts';
import { devices } from './devices/devices.ts';
import { frames } from './devices/frames.ts';
import { intake } from './devices/intake.ts';
import { models } from './devices/models.ts';
import { warehouse } from './devices/warehouse.ts';
import type { Route } from './kernel/route.ts';
import { channels } from './messages/channels.ts';
import { recovery } from './messages/recovery.ts';
import { registrations } from './messages/registrations.ts';
import { corporationArchives } from './overview/corporation-archives.ts';
import { corporationRemoval } from './overview/corporation-removal.ts';
import { dashboards } from './overview/dashboards.ts';
import { stats } from './overview/stats.ts';
import { statusPages } from './overview/status-pages.ts';
import { walls } from './overview/walls.ts';
import { corporations } from './people/corporations.ts';
import { passkeys } from './people/passkeys.ts';
import { roles } from './people/roles.ts';
import { secondFactors } from './people/second-factors.ts';
import { seeAs } from './people/see-as.ts';
import { ownSessions } from './people/sessions.own.ts';
import { secondStep } from './people/sessions.second-step.ts';
import { firstSetup } from './people/sessions.setup.ts';
import { sessions } from './people/sessions.ts';
import { sso } from './people/sso.ts';
import { userGroups } from './people/user-groups.ts';
import { userImport } from './people/users.import.ts';
import { userSessions } from './people/users.sessions.ts';
import { users } from './people/users.ts';
import { wechat } from './people/wechat.ts';
import { guide } from './platform/guide.ts';
import { installation } from './platform/installation.ts';
import { languagePacks } from './platform/language-packs.ts';
import { licences } from './platform/licences.ts';
import { operations } from './platform/operations.ts';
import { plugins } from './platform/plugins.ts';
import { privateConf } from './platform/private-conf.ts';
import { releases } from './platform/releases.ts';
import { tasks } from './platform/tasks.ts';
import { work } from './platform/work.ts';
import { batches } from './points/batches.ts';
import { bindings } from './points/bindings.ts';
import { charts } from './points/charts.ts';
import { commissioning } from './points/commissioning.ts';
import { inspections } from './points/inspections.ts';
import { lifecycle } from './points/lifecycle.ts';
import { photos } from './points/photos.ts';
import { points } from './points/points.ts';
import { sheets } from './points/sheets.ts';
import { strata } from './points/strata.ts';
import { thresholds } from './points/thresholds.ts';
import { topology } from './points/topology.ts';
import { corrections } from './readings/corrections.ts';
import { formulas } from './readings/formulas.ts';
import { history } from './readings/history.ts';
import { imports } from './readings/imports.ts';
import { readings } from './readings/readings.ts';
import { exports } from './reports/exports.ts';
import { reportLinks } from './reports/links.ts';
import { periodReports } from './reports/period-reports.ts';
import { reportReleases } from './reports/releases.ts';
import { reportTemplates } from './reports/templates.ts';
import { reportVerification } from './reports/verification.ts';
import { annotations } from './site/annotations.ts';
import { documents } from './site/documents.ts';
import { drawings } from './site/drawings.ts';
import { layers } from './site/layers.ts';
import { links } from './site/links.ts';
import { projectGroups } from './site/projects.groups.ts';
import { projects } from './site/projects.ts';
import { structures } from './site/structures.ts';
import { tilesets } from './site/tilesets.ts';
import { attachments } from './telemetry/attachments.ts';
import { commands } from './telemetry/commands.ts';
import { dialIn } from './telemetry/dial-in.ts';
import { edges } from './telemetry/edges.ts';
import { feedPulls } from './telemetry/feed-pulls.ts';
import { feedWaiting } from './telemetry/feed-waiting.ts';
import { feeds } from './telemetry/feeds.ts';
import { firmware } from './telemetry/firmware.ts';
import { gateway } from './telemetry/gateway.ts';
import { health } from './telemetry/health.ts';
import { modbusServer } from './telemetry/modbus-server.ts';
import { analysis } from './views/analysis.ts';
import { masters } from './views/masters.ts';
import { predictions } from './views/predictions.ts';
import { profiles } from './views/profiles.ts';
import { sensorthings } from './views/sensorthings.ts';
import { tracks } from './views/tracks.ts';
import { waveforms } from './views/waveforms.ts';
import { weather } from './views/weather.ts';

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
