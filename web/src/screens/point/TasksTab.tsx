import { tasks } from '@plumbline/contract/platform/tasks';
import { inspections } from '@plumbline/contract/points/inspections';
import { periodReports } from '@plumbline/contract/reports/period-reports';
import { commands } from '@plumbline/contract/telemetry/commands';
import { formatSpan } from '@plumbline/science/display/span';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable } from '../../design/DataTable.tsx';
import { Empty, Partial } from '../../design/States.tsx';
import type { TabProps } from '../../features/points/points/point-tab.parts.ts';
import { useAllowed } from '../../kernel/allowed.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import { formatTime, missing } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { wordKey } from '../../kernel/words.ts';
import { type PointTask, pointTasks } from './point-task-rows.ts';

/** Tab "point tasks": everything that is scheduled for the point or under way, with its state; each is changed where it belongs. */
export function TasksTab({ point }: TabProps) {
  const { t } = useTranslation();
  const { project } = useProject();
  const language = useLanguage();
  const { sources, isPending, error, again } = useSources(point);
  const rows = useMemo(() => pointTasks(point, sources), [point, sources]);
  const columns: Columns<PointTask> = [
    { title: t('points:tasks.kind'), key: 'kind', width: 150, render: (_, row) => t(`points:tasks.kinds.${row.kind}`) },
    {
      title: t('points:tasks.what'),
      key: 'what',
      width: 320,
      render: (_, row) => whatOf(t, row, (seconds) => formatSpan(seconds, language)),
    },
    {
      title: t('points:tasks.at'),
      key: 'at',
      width: 180,
      render: (_, { at }) => (at === null ? missing : formatTime(at, project.timeZone)),
    },
    { title: t('points:tasks.state'), key: 'state', width: 140, render: (_, row) => stateOf(t, row) },
  ];
  return (
    <div className="pt-tab pt-tasks">
      <p className="pl-2">{t('points:tasks.help')}</p>
      {rows.length > 0 && error !== null && (
        <Partial error={error} onRetry={again}>
          {t('points:tasks.partial', { words: wordsOf(error, t).words })}
        </Partial>
      )}
      <DataTable
        rows={isPending ? undefined : rows}
        columns={columns}
        rowKey={keyOf}
        loading={isPending}
        error={rows.length === 0 ? error : null}
        empty={<Empty title={t('points:tasks.none')} why={t('points:tasks.noneWhy')} />}
      />
    </div>
  );
}

/** What each feature has for the point, as far as the reader may see it. */
function useSources(point: TabProps['point']) {
  const allowed = useAllowed();
  const { id: pointId, projectId, deviceGroup } = point;
  const deviceId = deviceGroup?.measuringDeviceId ?? 0;
  const config = useRead(commands.plan, { pointId }, { enabled: point.type === 0 });
  const sent = useRead(
    commands.commandStates,
    { deviceId },
    { enabled: deviceId > 0 && allowed(commands.commandStates) },
  );
  const plans = useRead(inspections.plans, { projectId }, { enabled: allowed(inspections.plans) });
  const work = useRead(tasks.ofProject, { projectId }, { enabled: allowed(tasks.ofProject) });
  const reports = useRead(periodReports.schedules, { projectId }, { enabled: allowed(periodReports.schedules) });
  const all = [config, sent, plans, work, reports];
  const sources = useMemo(
    () => ({
      config: config.data?.collectConfig,
      commands: sent.data?.commands,
      plans: plans.data?.plans,
      tasks: work.data?.tasks,
      schedules: reports.data?.schedules,
    }),
    [config.data, sent.data, plans.data, work.data, reports.data],
  );
  return {
    sources,
    isPending: all.some(({ isLoading }) => isLoading),
    error: all.find(({ error }) => error !== null)?.error ?? null,
    again: () => {
      for (const { error, refetch } of all) if (error !== null) void refetch();
    },
  };
}

const keyOf = (row: PointTask): string => {
  switch (row.kind) {
    case 'collect':
      return 'collect';
    case 'command':
      return `command ${row.command.commandId}`;
    case 'inspection':
      return `inspection ${row.plan.id}`;
    case 'work':
      return `work ${row.task.id}`;
    case 'report':
      return `report ${row.schedule.id}`;
  }
};

function whatOf(t: TFunction, row: PointTask, spanWords: (seconds: number) => string): string {
  switch (row.kind) {
    case 'collect': {
      const { timer, inForceInterval, interval } = row.config;
      return timer.length > 0
        ? t('points:tasks.timer', { times: timer.join(', ') })
        : t('points:tasks.every', { span: spanWords(inForceInterval ?? interval ?? 0) });
    }
    case 'command':
      return row.command.text || row.command.hex;
    case 'inspection':
      return [row.plan.name, row.plan.where].filter(Boolean).join(' · ');
    case 'work':
      return t(wordKey(`tasks:kind.${row.task.kind}`), { ...row.task.subject });
    case 'report':
      return t('points:tasks.reportOf', { from: row.schedule.nextFirstDay, to: row.schedule.nextLastDay });
  }
}

function stateOf(t: TFunction, row: PointTask): string {
  switch (row.kind) {
    case 'collect':
      return t(`commands:state.${row.config.state}`);
    case 'command':
      return t(
        row.command.answeredAt !== null
          ? 'points:tasks.answered'
          : row.command.sentAt !== null
            ? 'points:tasks.sent'
            : 'points:tasks.waits',
      );
    case 'inspection':
      return t(`inspections:planState.${row.plan.state}`);
    case 'work':
      return t(`tasks:state.${row.task.state}`);
    case 'report':
      return t('points:tasks.planned');
  }
}
