/** What the worker of this server does: the events, tasks and schedules of all features. */
import type { Registry } from 'prom-client';
import type { Base } from './app.base.ts';
import { notifyPages } from './features/alerts/alerts/alerts.service.ts';
import { notifyCauses } from './features/alerts/causes/causes.events.ts';
import { followReadings } from './features/alerts/conditions/conditions.events.ts';
import { watchConditions } from './features/alerts/conditions/conditions.jobs.ts';
import { pullInConditions } from './features/alerts/conditions/conditions.states.table.ts';
import { logDiscarded } from './features/alerts/deliveries/deliveries.discard.service.ts';
import { deliverAlerts } from './features/alerts/deliveries/deliveries.events.ts';
import {
  endAbandonedDeliveries,
  endSilences,
  escalate,
  sendCollected,
  tidyDeliveries,
} from './features/alerts/deliveries/deliveries.jobs.ts';
import { sendDeliveries } from './features/alerts/deliveries/deliveries.send.service.ts';
import { pullInDeliveries } from './features/alerts/deliveries/deliveries.send.table.ts';
import { watchDurability, watchStorage } from './features/alerts/notifications/notifications.jobs.ts';
import { notifyAccounts } from './features/alerts/notifications/notifications.service.ts';
import { watchCertificates } from './features/devices/certificates/certificates.jobs.ts';
import { dropOldFrames } from './features/devices/frames/frames.jobs.ts';
import { pullInFrames } from './features/devices/frames/frames.table.ts';
import { notifyRecipients } from './features/messages/channels/channels.events.ts';
import { tidyVerifications } from './features/messages/verifications/verifications.jobs.ts';
import { pullInVerifications } from './features/messages/verifications/verifications.table.ts';
import { tidyArchives } from './features/overview/corporation-archives/corporation-archives.jobs.ts';
import { archiveTasks } from './features/overview/corporation-archives/corporation-archives.tasks.ts';
import { corporationTasks } from './features/overview/corporation-removal/corporation-removal.tasks.ts';
import { notifyCorporations } from './features/people/corporations/corporations.events.ts';
import { tidySessions } from './features/people/sessions/sessions.jobs.ts';
import { pullInSessions } from './features/people/users/users.sessions.api.ts';
import { pullInSigns } from './features/platform/installation/installation.table.ts';
import { linkLog, tidyLog } from './features/platform/operations/operations.jobs.ts';
import { dropOldReadings } from './features/platform/store/store.retention.jobs.ts';
import { sealReadings } from './features/platform/store/store.seal.jobs.ts';
import { tidyTasks } from './features/platform/tasks/tasks.jobs.ts';
import { watchInspections } from './features/points/inspections/inspections.jobs.ts';
import { afterReset } from './features/readings/corrections/corrections.service.ts';
import { notifyHistory } from './features/readings/history/history.events.ts';
import { logResets } from './features/readings/history/history.service.ts';
import { readingTasks } from './features/readings/history/history.tasks.ts';
import { tidyImports } from './features/readings/imports/imports.jobs.ts';
import { importTasks } from './features/readings/imports/imports.tasks.ts';
import { tidyExports } from './features/reports/exports/exports.jobs.ts';
import { exportTasks } from './features/reports/exports/exports.tasks.ts';
import { reportNews } from './features/reports/links/links.events.ts';
import { sendReportMessages } from './features/reports/links/links.jobs.ts';
import { pullInReportMessages } from './features/reports/links/links.messages.table.ts';
import { makeDueReports, tidyReports } from './features/reports/period-reports/period-reports.jobs.ts';
import { reportTasks } from './features/reports/period-reports/period-reports.tasks.ts';
import { releaseTasks } from './features/reports/releases/releases.tasks.ts';
import { layerTasks } from './features/site/layers/layers.tasks.ts';
import { deletingProject, projectTasks } from './features/site/projects/projects.clear.tasks.ts';
import { notifySiteRecords } from './features/site/projects/projects.events.ts';
import { endMemberships } from './features/site/projects/projects.jobs.ts';
import { forgetCommands } from './features/telemetry/commands/commands.jobs.ts';
import { accelerate, collectOnTime } from './features/telemetry/commands/commands.plans.jobs.ts';
import { pullInPlans } from './features/telemetry/commands/commands.plans.table.ts';
import { pullInWaitingMessages } from './features/telemetry/feed-waiting/feed-waiting.table.ts';
import { notifyUpgrades } from './features/telemetry/firmware/firmware.events.ts';
import { watchUpgrades } from './features/telemetry/firmware/firmware.jobs.ts';
import { pullInUpgrades } from './features/telemetry/firmware/firmware.upgrades.table.ts';
import { dropDeadGateways } from './features/telemetry/gateway/gateway.jobs.ts';
import { pullInConnections } from './features/telemetry/gateway/gateway.leases.table.ts';
import { watchHealth } from './features/telemetry/health/health.jobs.ts';
import { notifyWaveforms } from './features/views/waveforms/waveforms.events.ts';
import { dropOldWaveforms } from './features/views/waveforms/waveforms.jobs.ts';
import type { ClockWatch } from './kernel/clock-watch.ts';
import { openDatabase, soonLimits, workLimits } from './kernel/db.ts';
import { emit, mergeHandlers } from './kernel/events.ts';
import { sweepFiles } from './kernel/files.jobs.ts';
import { believing, type ChooseSchedules, type Schedule } from './kernel/schedules.ts';
import type { TaskHandler } from './kernel/tasks.handler.ts';
import type { WorkContext } from './kernel/work.context.ts';
import { exposeSchedules, exposeWork } from './kernel/work.metrics.ts';
import { type PullIn, startWork } from './kernel/work.ts';
import { eventLimits } from './pipeline/judge-events.ts';
import { recomputeEvents } from './pipeline/recompute.acts.ts';
import { recomputing } from './pipeline/recompute.ts';
import { lateEvents } from './pipeline/revise.late.ts';
import { limitEvents } from './pipeline/revise.limits.ts';
import { reviseEvents, revising } from './pipeline/revise.ts';

/** What a test decides otherwise. */
export interface WorkChoice {
  readonly chooseSchedules: ChooseSchedules;
}

/** Work that takes longer than a request. */
const tasks: readonly TaskHandler[] = [
  ...readingTasks,
  recomputing,
  revising,
  ...projectTasks,
  ...archiveTasks,
  ...corporationTasks(deletingProject),
  ...importTasks,
  ...exportTasks,
  ...layerTasks,
  ...reportTasks,
  ...releaseTasks,
];

/** What follows an event, in the order of the features. */
const events = mergeHandlers(
  notifyCorporations,
  notifyAccounts,
  deliverAlerts,
  logDiscarded,
  notifyPages,
  notifyCauses,
  notifyHistory,
  notifyWaveforms,
  notifySiteRecords,
  notifyRecipients,
  notifyUpgrades,
  afterReset,
  logResets,
  recomputeEvents,
  reviseEvents,
  lateEvents,
  limitEvents,
  eventLimits,
  followReadings,
  reportNews,
  accelerate,
);

const schedules: readonly Schedule[] = [
  tidySessions,
  tidyVerifications,
  endMemberships,
  tidyTasks,
  linkLog,
  tidyLog,
  sealReadings,
  dropDeadGateways,
  dropOldFrames,
  forgetCommands,
  watchCertificates,
  watchHealth,
  watchInspections,
  watchConditions,
  endAbandonedDeliveries,
  escalate,
  endSilences,
  sendCollected,
  tidyDeliveries,
  collectOnTime,
  watchUpgrades,
  dropOldReadings,
  dropOldWaveforms,
  watchStorage,
  watchDurability,
  tidyImports,
  tidyExports,
  tidyArchives,
  makeDueReports,
  tidyReports,
  sendReportMessages,
  sweepFiles,
];

/** What features keep of times to come, set right where a clock ahead has written them. */
export const pullIns: readonly PullIn[] = [
  pullInSessions,
  pullInVerifications,
  pullInSigns,
  pullInFrames,
  pullInPlans,
  pullInWaitingMessages,
  pullInConnections,
  pullInUpgrades,
  pullInConditions,
  pullInDeliveries,
  pullInReportMessages,
];

/** Less is the work of NTP. */
const noticeableJumpSeconds = 60;

interface WorkerParts extends WorkChoice {
  readonly context: WorkContext;
  readonly registry: Registry;
  readonly clockWatch: ClockWatch;
}

/** Starts the worker, and opens connections of its own for it. */
export async function openWorker(base: Base, { context, registry, chooseSchedules, clockWatch }: WorkerParts) {
  const { clock, log, listener } = base;
  const { soon, long } = openWorkerPools(base);
  exposeWork(registry, soon.db, clock);
  exposeSchedules(registry, soon.db, clock, schedules);
  clockWatch.onJump = ({ seconds }, aheadSeconds) => {
    if (Math.abs(seconds) < noticeableJumpSeconds) return;
    emit(soon.db, clock.now(), 'clockJumped', { seconds, aheadSeconds }).catch((error) =>
      log.warn({ err: error }, 'a jump of the clock could not be told'),
    );
  };
  const now = () => clock.now();
  const chosen = chooseSchedules(
    schedules.map((each) => believing(each, clock)),
    { ...context, db: long.db, pool: long.pool, now, log },
  );
  const work = await startWork({
    clock,
    log,
    listener,
    context,
    soon,
    long,
    events,
    tasks,
    schedules: chosen,
    pullIns,
    lanes: [sendDeliveries],
  });
  return { work, closePools: () => Promise.all([soon.close(), long.close()]) };
}

/** Connections of the worker's own, one for each lane of events: notifications of alerts do not wait behind screens, nor these behind tasks. */
function openWorkerPools({ config: { databaseUrl, databaseTimeoutMs }, log }: Base) {
  return {
    soon: openDatabase(databaseUrl, 3, log, soonLimits(databaseTimeoutMs)),
    long: openDatabase(databaseUrl, 8, log, workLimits(databaseTimeoutMs)),
  };
}
