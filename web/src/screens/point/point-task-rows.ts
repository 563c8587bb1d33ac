import type { Task } from '@plumbline/contract/platform/tasks';
import type { Plan } from '@plumbline/contract/points/inspections.plans';
import type { Point } from '@plumbline/contract/points/points';
import type { ReportSchedule } from '@plumbline/contract/reports/period-reports.schedules';
import type { CommandState } from '@plumbline/contract/telemetry/commands';
import type { CollectConfig } from '@plumbline/contract/telemetry/commands.plans';

/** A task that is scheduled for a point, or under way: whatever feature it belongs to, as one kind of row. */
export type PointTask =
  | { readonly kind: 'collect'; readonly at: string | null; readonly config: CollectConfig }
  | { readonly kind: 'command'; readonly at: string | null; readonly command: CommandState }
  | { readonly kind: 'inspection'; readonly at: string | null; readonly plan: Plan }
  | { readonly kind: 'work'; readonly at: string | null; readonly task: Task }
  | { readonly kind: 'report'; readonly at: string | null; readonly schedule: ReportSchedule };

/** The answers of the features; undefined = not known yet, or not for this reader. */
export interface TaskSources {
  readonly config?: CollectConfig | undefined;
  readonly commands?: readonly CommandState[] | undefined;
  readonly plans?: readonly Plan[] | undefined;
  readonly tasks?: readonly Task[] | undefined;
  readonly schedules?: readonly ReportSchedule[] | undefined;
}

const isUnderWay = ({ state }: Task): boolean => state === 'queued' || state === 'running';

/**
 * Returns the rows of a point: what comes next first, what has no time last. Of the inspections those of the point and of its
 * structure, of the work what names the point and what the whole project waits for, of the reports those that are switched on.
 */
export function pointTasks(point: Pick<Point, 'id' | 'structureId'>, sources: TaskSources): PointTask[] {
  const { config, commands = [], plans = [], tasks = [], schedules = [] } = sources;
  const rows: PointTask[] = [
    ...(config && config.state !== 'none' && config.mode !== 'NoCollect'
      ? [{ kind: 'collect' as const, at: config.nextCommandAt, config }]
      : []),
    ...commands.map((command) => ({ kind: 'command' as const, at: command.requestedAt, command })),
    ...plans
      .filter(({ pointId, structureId }) =>
        pointId === null ? structureId === point.structureId : pointId === point.id,
      )
      .map((plan) => ({ kind: 'inspection' as const, at: plan.state === 'waiting' ? plan.nextAt : plan.dueAt, plan })),
    ...tasks
      .filter(
        (task) => task.subject['pointId'] === point.id || (isUnderWay(task) && task.subject['pointId'] === undefined),
      )
      .map((task) => ({ kind: 'work' as const, at: task.finishedAt ?? task.startedAt ?? task.createdAt, task })),
    ...schedules
      .filter(({ enabled }) => enabled)
      .map((schedule) => ({ kind: 'report' as const, at: schedule.nextAt, schedule })),
  ];
  return rows.sort((a, b) => timeOf(a) - timeOf(b));
}

const timeOf = ({ at }: PointTask): number => (at === null ? Number.POSITIVE_INFINITY : Date.parse(at));
