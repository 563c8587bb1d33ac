import { FileTextOutlined } from '@ant-design/icons';
import { type PeriodReport, periodReports } from '@plumbline/contract/reports/period-reports';
import { reportReleases } from '@plumbline/contract/reports/releases';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { useToasts } from '../../design/Toasts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { formatTime } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { useStoredProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';
import { inspectionTemplate, useDayReports } from './day-reports.queries.ts';

const formats = ['pdf', 'docx'] as const;

/** Lists the reports of the inspections of a day, and makes one: concluded, reviewed and released as every other report. */
export function DayReports({ date }: { date: string }) {
  const may = useAllowed();
  return may(periodReports.list) ? <Reports date={date} mayMake={may(periodReports.make)} /> : null;
}

function Reports({ date, mayMake }: { date: string; mayMake: boolean }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const language = useLanguage();
  const projectId = useStoredProject().project.id;
  const { run, isPending } = useWrite(periodReports.make);
  const { data } = useDayReports(projectId, date);
  if (!data) return null;
  const { reports } = data;
  const isMaking = reports.some(({ status }) => status === 'Pending');
  const make = (): void =>
    void run({ projectId, type: 'day', day: date, formats: [...formats], language, library: inspectionTemplate }).catch(
      toasts.failed,
    );
  return (
    <section className="in-day-reports" aria-label={t('inspections:report.reports')}>
      <div className="pl-row">
        <h2 className="pl-h3">{t('inspections:report.reports')}</h2>
        <span className="pl-gap" />
        {mayMake && (
          <Button type="primary" icon={<FileTextOutlined />} loading={isPending || isMaking} onClick={make}>
            {t('inspections:report.make')}
          </Button>
        )}
      </div>
      {reports.length === 0 && <p className="pl-3">{t('inspections:report.noReport')}</p>}
      <ReportList reports={reports} />
    </section>
  );
}

function ReportList({ reports }: { reports: readonly PeriodReport[] }) {
  const { t } = useTranslation();
  const { project } = useStoredProject();
  const { data } = useRead(
    reportReleases.states,
    { projectId: project.id, reportIds: reports.map(({ id }) => id) },
    { enabled: reports.length > 0 },
  );
  return (
    <ul className="in-list">
      {reports.map(({ id, number, status, byName, createdAt }) => {
        const state = data?.states.find(({ reportId }) => reportId === id)?.state ?? 'draft';
        const words = t('inspections:report.number', { number: number ?? id });
        return (
          <li key={id} className="pl-row">
            {status === 'Done' ? (
              <Link className="pl-b" to={to('ReportReview', { projectId: project.id, reportId: id })}>
                {words}, {t(`reportReleases:states.${state}`)}
              </Link>
            ) : (
              <span role="status">
                {words}, {t(status === 'Error' ? 'inspections:report.failed' : 'inspections:report.making')}
              </span>
            )}
            <span className="pl-sm pl-3">
              {byName}, {formatTime(createdAt, project.timeZone).slice(0, 16)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
