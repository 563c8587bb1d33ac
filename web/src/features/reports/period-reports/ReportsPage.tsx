import './period-reports.css';
import { PlusOutlined } from '@ant-design/icons';
import {
  type PeriodReport,
  type PeriodType,
  periodReports,
  periodTypes,
} from '@plumbline/contract/reports/period-reports';
import { defaultReportConfig, reportDefaults } from '@plumbline/contract/reports/templates.defaults';
import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { DataTable } from '../../../design/DataTable.tsx';
import { Empty } from '../../../design/States.tsx';
import { Allowed } from '../../../kernel/allowed.tsx';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { TaskBar } from '../../platform/tasks/tasks.parts.tsx';
import { ReportsFrame } from '../exports/reports-frame.parts.tsx';
import { DefaultsTab } from './DefaultsTab.tsx';
import { MakeReportDialog } from './MakeReportDialog.tsx';
import { useReportColumns } from './report-columns.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { SchedulesTab } from './SchedulesTab.tsx';

const pageSize = 50;
const firstPage = '1';

/** The reports of a project: made here or by the clock, followed while they are made, downloaded, deleted; and what they begin with. */
export default function ReportsPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const [tab] = useUrlState('tab', 'reports');
  const [open, setOpen] = useState<'report' | 'schedule' | null>(null);
  const ofSchedules = tab === 'schedules';
  const ofDefaults = tab === 'defaults';
  const close = () => setOpen(null);
  // A dialog begins with them; where they cannot be read, with those of the product.
  const { data, isError } = useRead(reportDefaults.get, { projectId: project.id });
  const defaults = data?.reportConfig ?? (isError ? defaultReportConfig : null);
  return (
    <ReportsFrame
      active={ofDefaults ? 'defaults' : ofSchedules ? 'schedules' : 'reports'}
      actions={
        <>
          <Link className="pr-templates" to={to('ReportTemplate', { projectId: project.id })}>
            {t('reportTemplates:menu')}
          </Link>
          {!ofDefaults && (!ofSchedules || project.archivedAt === null) && (
            <Allowed to={periodReports.make}>
              <Button
                type="primary"
                icon={<PlusOutlined />}
                onClick={() => setOpen(ofSchedules ? 'schedule' : 'report')}
              >
                {t(ofSchedules ? 'periodReports:schedule.add' : 'periodReports:make')}
              </Button>
            </Allowed>
          )}
        </>
      }
    >
      {ofDefaults ? <DefaultsTab /> : ofSchedules ? <SchedulesTab /> : <ReportsTab />}
      {open === 'report' && defaults && <MakeReportDialog defaults={defaults} onClose={close} />}
      {open === 'schedule' && defaults && <ScheduleDialog defaults={defaults} onClose={close} />}
    </ReportsFrame>
  );
}

function ReportsTab() {
  const { project } = useProject();
  const [typeText, setType] = useUrlState('type', '');
  const [pageText, setPage] = useUrlState('page', firstPage);
  const type = periodTypes.find((each) => each === typeText);
  const page = Math.max(1, Number.parseInt(pageText, 10) || 1);
  const query = useRead(
    periodReports.list,
    { projectId: project.id, ...(type && { type }), page, pageSize },
    { placeholderData: keepPreviousData },
  );
  const chooseType = (next: string): void => {
    setType(next);
    setPage(firstPage);
  };
  return (
    <>
      <div className="pr-bar">
        <TypeChoice type={type} onChange={chooseType} />
      </div>
      <Making reports={query.data?.reports ?? []} />
      <ReportTable query={query} isNarrowed={type !== undefined} page={page} onPage={(next) => setPage(String(next))} />
    </>
  );
}

function TypeChoice({ type, onChange }: { type: PeriodType | undefined; onChange: (next: string) => void }) {
  const { t } = useTranslation();
  return (
    <Select
      className="pr-types"
      value={type ?? ''}
      aria-label={t('periodReports:type')}
      options={[
        { value: '', label: t('periodReports:allTypes') },
        ...periodTypes.map((value) => ({ value, label: t(`periodReports:types.${value}`) })),
      ]}
      onChange={onChange}
    />
  );
}

function ReportTable({
  query,
  isNarrowed,
  page,
  onPage,
}: {
  query: UseQueryResult<Reply<typeof periodReports.list>>;
  isNarrowed: boolean;
  page: number;
  onPage: (page: number) => void;
}) {
  const { t } = useTranslation();
  const { columns, dialogs } = useReportColumns(query.data?.reports ?? []);
  return (
    <div className="pr-table">
      <DataTable
        rows={query.data?.reports}
        columns={columns}
        rowKey={(row) => row.id}
        loading={query.isPending}
        error={query.error}
        onRetry={() => void query.refetch()}
        widthPx={1140}
        stacks
        paging={{
          current: page,
          pageSize,
          total: query.data?.total ?? 0,
          hideOnSinglePage: true,
          onChange: onPage,
        }}
        empty={
          <Empty
            title={t(isNarrowed ? 'periodReports:noneFound' : 'periodReports:none')}
            why={isNarrowed ? undefined : t('periodReports:noneWhy')}
          />
        }
      />
      {dialogs}
    </div>
  );
}

/** The reports that are being made: how far each is, and a way to stop it. */
function Making({ reports }: { reports: readonly PeriodReport[] }) {
  const taskIds = reports.flatMap(({ status, taskId }) => (status === 'Pending' && taskId !== null ? [taskId] : []));
  if (taskIds.length === 0) return null;
  return (
    <div className="pr-making">
      {taskIds.map((taskId) => (
        <TaskBar key={taskId} taskId={taskId} />
      ))}
    </div>
  );
}
