/** What the worker of this server does: the events, tasks and schedules of all features. */
import type { Registry } from 'prom-client';
import type { Base } from './app.base.ts';
import alerts from './features/alerts/alerts.work.ts';
import { sendDeliveries } from './features/alerts/deliveries/deliveries.send.service.ts';
import devices from './features/devices/devices.work.ts';
import messages from './features/messages/messages.work.ts';
import { corporationTasks } from './features/overview/corporation-removal/corporation-removal.tasks.ts';
import overview from './features/overview/overview.work.ts';
import people from './features/people/people.work.ts';
import platform from './features/platform/platform.work.ts';
import points from './features/points/points.work.ts';
import readings from './features/readings/readings.work.ts';
import reports from './features/reports/reports.work.ts';
import { deletingProject } from './features/site/projects/projects.clear.tasks.ts';
import site from './features/site/site.work.ts';
import telemetry from './features/telemetry/telemetry.work.ts';
import views from './features/views/views.work.ts';
import type { ClockWatch } from './kernel/clock-watch.ts';
import { openDatabase, soonLimits, workLimits } from './kernel/db.ts';
import { emit, mergeHandlers } from './kernel/events.ts';
import { sweepFiles } from './kernel/files.jobs.ts';
import { believing, type ChooseSchedules, type Schedule } from './kernel/schedules.ts';
import type { TaskHandler } from './kernel/tasks.handler.ts';
import type { WorkContext } from './kernel/work.context.ts';
import { exposeSchedules, exposeWork } from './kernel/work.metrics.ts';
import { type PullIn, startWork } from './kernel/work.ts';
import type { WingWork } from './kernel/work.wing.ts';
import { eventLimits } from './pipeline/judge-events.ts';
import { recomputeEvents } from './pipeline/recompute.acts.ts';
import { recomputing } from './pipeline/recompute.ts';
import { lateEvents } from './pipeline/revise.late.ts';
import { limitEvents } from './pipeline/revise.limits.ts';
import { reviseEvents, revising } from './pipeline/revise.ts';

/** Work settings that a test overrides. */
export interface WorkChoice {
  readonly chooseSchedules: ChooseSchedules;
}

/** What the pipeline does: changed readings are computed and judged again. */
const pipeline: WingWork = {
  tasks: [recomputing, revising],
  events: [recomputeEvents, reviseEvents, lateEvents, limitEvents, eventLimits],
};

/** Every wing, ground floor first; the pipeline stands on the wings of readings and below. */
const wings: readonly WingWork[] = [
  people,
  platform,
  site,
  messages,
  devices,
  points,
  telemetry,
  readings,
  pipeline,
  views,
  alerts,
  reports,
  overview,
];

const tasks: readonly TaskHandler[] = [
  ...wings.flatMap((wing) => wing.tasks ?? []),
  ...corporationTasks(deletingProject),
];
const events = mergeHandlers(...wings.flatMap((wing) => wing.events ?? []));
const schedules: readonly Schedule[] = [...wings.flatMap((wing) => wing.schedules ?? []), sweepFiles];
export const pullIns: readonly PullIn[] = wings.flatMap((wing) => wing.pullIns ?? []);

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
