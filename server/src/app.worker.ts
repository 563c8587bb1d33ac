/** What the worker of this server does: the events, tasks and schedules of all features. */
import type { Registry } from 'prom-client';
import type { Base } from './app.base.ts';
import { notifyCauses } from './features/alert-causes/alert-causes.events.ts';
import { notifyPages } from './features/alerts/alerts.service.ts';
import { watchCertificates } from './features/certificates/certificates.jobs.ts';
import { notifyRecipients } from './features/channels/channels.events.ts';
import { forgetCommands } from './features/commands/commands.jobs.ts';
import { accelerate, collectOnTime } from './features/commands/commands.plans.jobs.ts';
import { pullInPlans } from './features/commands/commands.plans.table.ts';
import { followReadings } from './features/conditions/conditions.events.ts';
import { watchConditions } from './features/conditions/conditions.jobs.ts';
import { pullInConditions } from './features/conditions/conditions.states.table.ts';
import { tidyArchives } from './features/corporation-archives/corporation-archives.jobs.ts';
import { archiveTasks } from './features/corporation-archives/corporation-archives.tasks.ts';
import { corporationTasks } from './features/corporation-removal/corporation-removal.tasks.ts';
import { notifyCorporations } from './features/corporations/corporations.events.ts';
import { afterReset } from './features/corrections/corrections.service.ts';
import { logDiscarded } from './features/deliveries/deliveries.discard.service.ts';
import { deliverAlerts } from './features/deliveries/deliveries.events.ts';
import {
  endAbandonedDeliveries,
  endSilences,
  escalate,
  sendCollected,
  tidyDeliveries,
} from './features/deliveries/deliveries.jobs.ts';
import { sendDeliveries } from './features/deliveries/deliveries.send.service.ts';
import { pullInDeliveries } from './features/deliveries/deliveries.send.table.ts';
import { tidyExports } from './features/exports/exports.jobs.ts';
import { exportTasks } from './features/exports/exports.tasks.ts';
import { pullInWaitingMessages } from './features/feed-waiting/feed-waiting.table.ts';
import { notifyUpgrades } from './features/firmware/firmware.events.ts';
import { watchUpgrades } from './features/firmware/firmware.jobs.ts';
import { pullInUpgrades } from './features/firmware/firmware.upgrades.table.ts';
import { dropOldFrames } from './features/frames/frames.jobs.ts';
import { pullInFrames } from './features/frames/frames.table.ts';
import { dropDeadGateways } from './features/gateway/gateway.jobs.ts';
import { pullInConnections } from './features/gateway/gateway.leases.table.ts';
import { watchHealth } from './features/health/health.jobs.ts';
import { notifyHistory } from './features/history/history.events.ts';
import { logResets } from './features/history/history.service.ts';
import { readingTasks } from './features/history/history.tasks.ts';
import { tidyImports } from './features/imports/imports.jobs.ts';
import { importTasks } from './features/imports/imports.tasks.ts';
import { watchInspections } from './features/inspections/inspections.jobs.ts';
import { pullInSigns } from './features/installation/installation.table.ts';
import { layerTasks } from './features/layers/layers.tasks.ts';
import { watchDurability, watchStorage } from './features/notifications/notifications.jobs.ts';
import { notifyAccounts } from './features/notifications/notifications.service.ts';
import { linkLog, tidyLog } from './features/operations/operations.jobs.ts';
import { makeDueReports, tidyReports } from './features/period-reports/period-reports.jobs.ts';
import { reportTasks } from './features/period-reports/period-reports.tasks.ts';
import { deletingProject, projectTasks } from './features/projects/projects.clear.tasks.ts';
import { notifySiteRecords } from './features/projects/projects.events.ts';
import { endMemberships } from './features/projects/projects.jobs.ts';
import { reportNews } from './features/report-links/report-links.events.ts';
import { sendReportMessages } from './features/report-links/report-links.jobs.ts';
import { pullInReportMessages } from './features/report-links/report-links.messages.table.ts';
import { releaseTasks } from './features/report-releases/report-releases.tasks.ts';
import { tidySessions } from './features/sessions/sessions.jobs.ts';
import { dropOldReadings } from './features/store/store.retention.jobs.ts';
import { sealReadings } from './features/store/store.seal.jobs.ts';
import { tidyTasks } from './features/tasks/tasks.jobs.ts';
import { pullInSessions } from './features/users/users.sessions.api.ts';
import { tidyVerifications } from './features/verifications/verifications.jobs.ts';
import { pullInVerifications } from './features/verifications/verifications.table.ts';
import { notifyWaveforms } from './features/waveforms/waveforms.events.ts';
import { dropOldWaveforms } from './features/waveforms/waveforms.jobs.ts';
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
