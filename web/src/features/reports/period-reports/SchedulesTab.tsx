import { DeleteOutlined } from '@ant-design/icons';
import { periodReports } from '@plumbline/contract/reports/period-reports';
import type { ReportSchedule } from '@plumbline/contract/reports/period-reports.schedules';
import { Switch } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { ActsHeading } from '../../../design/Headings.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { Empty } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { languageName } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { periodWords } from './period-words.parts.ts';

/** Lists the report schedules, and when the next of each is. */
export function SchedulesTab() {
  const { t } = useTranslation();
  const { project } = useProject();
  const query = useRead(periodReports.schedules, { projectId: project.id });
  const { columns, dialogs } = useScheduleColumns();
  return (
    <div className="pr-table">
      <DataTable
        rows={query.data?.schedules}
        columns={columns}
        rowKey={(row) => row.id}
        loading={query.isPending}
        error={query.error}
        onRetry={() => void query.refetch()}
        widthPx={900}
        empty={<Empty title={t('periodReports:schedule.none')} why={t('periodReports:schedule.noneWhy')} />}
      />
      {dialogs}
    </div>
  );
}

function useScheduleColumns(): { columns: Columns<ReportSchedule>; dialogs: ReactNode } {
  const { t } = useTranslation();
  const mayDelete = useAllowed()(periodReports.removeSchedule);
  const [removing, setRemoving] = useState<ReportSchedule | null>(null);
  const columns: Columns<ReportSchedule> = [
    {
      title: t('periodReports:type'),
      key: 'type',
      render: (_, row) => (
        <div>
          <div className="pl-b">{t(`periodReports:types.${row.type}`)}</div>
          {row.template && <div className="pl-sm pl-2 pl-ell">{row.template.name}</div>}
          <div className="pl-sm pl-3 pl-ell">{row.byName}</div>
        </div>
      ),
    },
    {
      title: t('periodReports:files'),
      key: 'files',
      width: 150,
      render: (_, row) => row.formats.map((format) => format.toUpperCase()).join(', '),
    },
    { title: t('periodReports:language'), key: 'language', width: 110, render: (_, row) => languageName(row.language) },
    {
      title: t('periodReports:fields'),
      key: 'fields',
      width: 150,
      render: (_, row) => t(`periodReports:fieldsOf.${row.fields}`),
    },
    {
      title: t('periodReports:schedule.next'),
      key: 'next',
      width: 230,
      render: (_, row) => <NextReport schedule={row} />,
    },
    { title: t('periodReports:schedule.on'), key: 'on', width: 90, render: (_, row) => <OnOff schedule={row} /> },
    {
      title: <ActsHeading />,
      key: 'act',
      width: 60,
      render: (_, row) =>
        mayDelete && (
          <IconButton
            icon={<DeleteOutlined />}
            label={t('periodReports:schedule.delete', { type: t(`periodReports:types.${row.type}`) })}
            onClick={() => setRemoving(row)}
          />
        ),
    },
  ];
  return { columns, dialogs: removing && <RemoveDialog schedule={removing} onClose={() => setRemoving(null)} /> };
}

/** Its period and when it is made; one that is off, or of an archived project, makes none. */
function NextReport({ schedule: { enabled, nextFirstDay, nextLastDay, nextAt } }: { schedule: ReportSchedule }) {
  const { t } = useTranslation();
  const { project } = useProject();
  if (!enabled || project.archivedAt !== null)
    return <span className="pl-3">{t('periodReports:schedule.noNext')}</span>;
  return (
    <div>
      <div>{periodWords({ firstDay: nextFirstDay, lastDay: nextLastDay })}</div>
      <div className="pl-sm pl-3">
        {t('periodReports:schedule.after', { time: formatTime(nextAt, project.timeZone).slice(0, 16) })}
      </div>
    </div>
  );
}

function OnOff({ schedule: { id, type, enabled } }: { schedule: ReportSchedule }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const toasts = useToasts();
  const mayChange = useAllowed()(periodReports.updateSchedule) && project.archivedAt === null;
  const { run: updateSchedule, isPending } = useWrite(periodReports.updateSchedule);
  if (!mayChange) return <span>{t(enabled ? 'periodReports:schedule.isOn' : 'periodReports:schedule.isOff')}</span>;
  return (
    <Switch
      size="small"
      checked={enabled}
      loading={isPending}
      aria-label={t('periodReports:schedule.enable', { type: t(`periodReports:types.${type}`) })}
      onChange={(next) =>
        void updateSchedule({ projectId: project.id, scheduleId: id, enabled: next }).catch(toasts.failed)
      }
    />
  );
}

function RemoveDialog({ schedule, onClose }: { schedule: ReportSchedule; onClose: () => void }) {
  const { t } = useTranslation();
  const { run: removeSchedule } = useWrite(periodReports.removeSchedule);
  const projectId = useProject().project.id;
  return (
    <ConfirmDestructive
      open
      title={t('periodReports:schedule.deleteTitle', { type: t(`periodReports:types.${schedule.type}`) })}
      lost={t('periodReports:schedule.deleteLost')}
      action={t('common:delete')}
      onConfirm={async () => {
        await removeSchedule({ projectId, scheduleId: schedule.id });
      }}
      onClose={onClose}
    />
  );
}
