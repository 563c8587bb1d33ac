import { DeleteOutlined, WarningOutlined } from '@ant-design/icons';
import { type PeriodReport, periodReports, type ReportFormat } from '@plumbline/contract/reports/period-reports';
import { reportReleases } from '@plumbline/contract/reports/releases';
import { keepPreviousData } from '@tanstack/react-query';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import type { Columns } from '../../../design/DataTable.tsx';
import { formatAs } from '../../../design/formats.ts';
import { ActsHeading } from '../../../design/Headings.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { failureNamed, wordsOf } from '../../../kernel/failures.ts';
import { formatCount, formatDay, formatTime, missing } from '../../../kernel/format.ts';
import { languageName } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { periodWords } from './period-words.parts.ts';

/** The columns of the list, and the dialogs that its buttons open. */
export function useReportColumns(reports: readonly PeriodReport[]): {
  columns: Columns<PeriodReport>;
  dialogs: ReactNode;
} {
  const { t } = useTranslation();
  const mayDelete = useAllowed()(periodReports.remove);
  const [removing, setRemoving] = useState<PeriodReport | null>(null);
  const stateOf = useReviewStates(reports);
  const columns: Columns<PeriodReport> = [
    {
      title: t('periodReports:period'),
      key: 'period',
      width: 230,
      render: (_, row) => <PeriodWords report={row} />,
    },
    {
      title: t('periodReports:status'),
      key: 'status',
      render: (_, row) => <ReportStatus report={row} review={stateOf.get(row.id)} />,
    },
    { title: t('periodReports:files'), key: 'files', width: 250, render: (_, row) => <Files report={row} /> },
    {
      title: t('periodReports:points'),
      key: 'points',
      width: 90,
      align: 'right',
      render: (_, row) => (row.points === null ? missing : formatCount(row.points)),
    },
    {
      title: t('periodReports:language'),
      key: 'language',
      width: 100,
      render: (_, row) => languageName(row.language),
    },
    { title: t('periodReports:made'), key: 'made', width: 190, render: (_, row) => <Maker report={row} /> },
    ...(mayDelete ? [deleteColumn(setRemoving, t)] : []),
  ];
  return { columns, dialogs: removing && <RemoveDialog report={removing} onClose={() => setRemoving(null)} /> };
}

/** A report that is being made is cancelled, and a released one stays. */
const deleteColumn = (remove: (report: PeriodReport) => void, t: TFunction): Columns<PeriodReport>[number] => ({
  title: <ActsHeading />,
  key: 'act',
  width: 60,
  render: (_, row) =>
    row.status !== 'Pending' &&
    row.expiresAt !== null && (
      <IconButton
        icon={<DeleteOutlined />}
        label={t('periodReports:delete', { period: periodWords(row) })}
        onClick={() => remove(row)}
      />
    ),
});

/** What it is, and where that is done, the way to its review. */
function ReportName({ report: { id, type, status } }: { report: PeriodReport }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const name = t(`periodReports:types.${type}`);
  if (status !== 'Done') return <div className="pl-b">{name}</div>;
  return (
    <Link className="pl-b" to={to('ReportReview', { projectId: project.id, reportId: id })}>
      {name}
    </Link>
  );
}

/** How far the review of each of these reports is. */
function useReviewStates(reports: readonly PeriodReport[]): ReadonlyMap<number, ReviewOf> {
  const { project } = useProject();
  const { data } = useRead(
    reportReleases.states,
    { projectId: project.id, reportIds: reports.map(({ id }) => id) },
    { enabled: reports.length > 0, placeholderData: keepPreviousData },
  );
  return new Map(data?.states.map((each) => [each.reportId, each]));
}

type ReviewOf = Reply<typeof reportReleases.states>['states'][number];

function Maker({ report: { createdAt, byName } }: { report: PeriodReport }) {
  const { project } = useProject();
  return (
    <div>
      <div>{formatTime(createdAt, project.timeZone)}</div>
      <div className="pl-sm pl-3 pl-ell">{byName}</div>
    </div>
  );
}

/** Its type, its days, and the template that it was made with. */
function PeriodWords({ report }: { report: PeriodReport }) {
  const { t } = useTranslation();
  const { template, event, number } = report;
  const { project } = useProject();
  return (
    <div>
      <ReportName report={report} />
      <div className="pl-sm pl-3">
        {periodWords(report)}
        {number !== null && ` · ${t('periodReports:number', { number })}`}
      </div>
      {event && (
        <div className="pl-sm pl-3 pl-ell">
          {t('periodReports:eventOf', {
            time: formatTime(Date.parse(event.at), project.timeZone),
            point: event.point || event.structure,
          })}
        </div>
      )}
      {template && (
        <div className="pl-sm pl-3 pl-ell">
          {template.name}
          {template.version !== null && ` · ${t('reportTemplates:versionWords', { version: template.version })}`}
        </div>
      )}
    </div>
  );
}

/** Its status in words; of an error also why, of what is done until when it is there. */
function ReportStatus({
  report: { status, error, errorDetail, expiresAt },
  review,
}: {
  report: PeriodReport;
  review: ReviewOf | undefined;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const failure = error === null ? null : failureNamed(error, errorDetail ?? undefined);
  return (
    <div data-status={status}>
      <div className={status === 'Error' ? 'pl-wrong' : undefined}>
        {status === 'Error' && <WarningOutlined />} {t(`periodReports:statuses.${status}`)}
      </div>
      {failure && <div className="pl-sm pl-2">{wordsOf(failure, t).words}</div>}
      {status === 'Done' && review && (
        <div className="pl-sm pl-2">
          {[
            t(`reportReleases:states.${review.state}`),
            ...(review.version > 1 ? [t('reportReleases:versionN', { version: review.version })] : []),
            ...(review.openComments > 0 ? [t('reportReleases:openComments', { count: review.openComments })] : []),
          ].join(' · ')}
        </div>
      )}
      {status === 'Done' && (
        <div className="pl-sm pl-3">
          {expiresAt === null
            ? t('periodReports:forever')
            : t('periodReports:until', { day: formatDay(expiresAt, project.timeZone) })}
        </div>
      )}
    </div>
  );
}

/** A button for each file, with its size. */
function Files({ report }: { report: PeriodReport }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const projectId = useProject().project.id;
  const fetchFile = async (format: ReportFormat): Promise<void> => {
    const { blob, fileName } = await download(periodReports.file, { projectId, reportId: report.id, format });
    saveAs(blob, fileName ?? `${periodWords(report)}.${format}`);
  };
  if (report.files.length === 0) return <span className="pl-3">{missing}</span>;
  return (
    <span className="pl-row tight">
      {report.formats
        .flatMap((format) => report.files.filter((file) => file.format === format))
        .map(({ format, bytes }) => (
          <Button
            key={format}
            size="small"
            title={formatAs('BYTE', bytes, t)}
            aria-label={t('periodReports:download', { format: format.toUpperCase(), period: periodWords(report) })}
            onClick={() => void fetchFile(format).catch(toasts.failed)}
          >
            {format.toUpperCase()}
          </Button>
        ))}
    </span>
  );
}

function RemoveDialog({ report, onClose }: { report: PeriodReport; onClose: () => void }) {
  const { t } = useTranslation();
  const { run: removeReport } = useWrite(periodReports.remove);
  const projectId = useProject().project.id;
  return (
    <ConfirmDestructive
      open
      title={t('periodReports:deleteTitle', { period: periodWords(report) })}
      lost={t('periodReports:deleteLost')}
      action={t('common:delete')}
      onConfirm={async () => {
        await removeReport({ projectId, reportId: report.id });
      }}
      onClose={onClose}
    />
  );
}
