import { MailOutlined, SafetyCertificateOutlined, SettingOutlined } from '@ant-design/icons';
import { reportLinks } from '@plumbline/contract/reports/links';
import { reportReleases } from '@plumbline/contract/reports/releases';
import { keepPreviousData } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { Empty } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { Allowed } from '../../../kernel/allowed.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { read, useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { ReportsFrame } from '../exports/reports-frame.parts.tsx';
import { DistributionDialog } from '../links/links.parts.tsx';
import { periodWords } from '../period-reports/period-words.parts.ts';
import { ApprovalDialog } from '../releases/releases.parts.tsx';
import { type ChainVerdict, wholeVerdict } from './chain-verdict.ts';

const pageSize = 50;
type Released = Reply<typeof reportReleases.released>['released'][number];

/** The released reports of a project in the order of their chain, whether it holds, and who approves. */
export default function ReleasedPage() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'recipients' | 'approval' | null>(null);
  return (
    <ReportsFrame
      active="released"
      actions={
        <span className="pl-row tight">
          <Allowed to={reportLinks.setDistribution}>
            <Button icon={<MailOutlined />} onClick={() => setOpen('recipients')}>
              {t('reportLinks:distribution')}
            </Button>
          </Allowed>
          <Allowed to={reportReleases.setApproval}>
            <Button icon={<SettingOutlined />} onClick={() => setOpen('approval')}>
              {t('reportReleases:approval.title')}
            </Button>
          </Allowed>
        </span>
      }
    >
      <Chain />
      <List />
      {open === 'approval' && <ApprovalDialog onClose={() => setOpen(null)} />}
      {open === 'recipients' && <DistributionDialog onClose={() => setOpen(null)} />}
    </ReportsFrame>
  );
}

function Chain() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const projectId = useProject().project.id;
  const [verdict, setVerdict] = useState<ChainVerdict | null>(null);
  const [isBusy, setBusy] = useState(false);
  const verify = async (): Promise<void> => {
    setBusy(true);
    try {
      setVerdict(
        await wholeVerdict((after) =>
          read(reportReleases.verifyChain, { projectId, ...(after !== undefined && { after }) }),
        ),
      );
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="rr-chain">
      <Button icon={<SafetyCertificateOutlined />} loading={isBusy} onClick={() => void verify()}>
        {t('reportReleases:verifyChain')}
      </Button>
      <div role="status">
        {verdict?.holds && (
          <span className="pl-2">{t('reportReleases:chainHolds', { seals: verdict.seals, files: verdict.files })}</span>
        )}
        {verdict && !verdict.holds && (
          <ul className="rr-faults pl-wrong">
            {verdict.faults.map(({ number, fault, format }) => (
              <li key={`${number} ${fault} ${format ?? ''}`}>
                {t(`reportReleases:faults.${fault}`, { number, format: format?.toUpperCase() ?? '' })}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function List() {
  const { t } = useTranslation();
  const { project } = useProject();
  const [pageText, setPage] = useUrlState('page', '1');
  const page = Math.max(1, Number.parseInt(pageText, 10) || 1);
  const query = useRead(
    reportReleases.released,
    { projectId: project.id, page, pageSize },
    { placeholderData: keepPreviousData },
  );
  const columns = useReleasedColumns();
  return (
    <div className="pr-table">
      <DataTable
        rows={query.data?.released}
        columns={columns}
        rowKey={({ number }) => number}
        loading={query.isPending}
        error={query.error}
        onRetry={() => void query.refetch()}
        widthPx={860}
        paging={{
          current: page,
          pageSize,
          total: query.data?.total ?? 0,
          hideOnSinglePage: true,
          onChange: (next) => setPage(String(next)),
        }}
        empty={<Empty title={t('reportReleases:none')} why={t('reportReleases:noneWhy')} />}
      />
    </div>
  );
}

function useReleasedColumns(): Columns<Released> {
  const { t } = useTranslation();
  const { project } = useProject();
  const place = (reportId: number) => to('ReportReview', { projectId: project.id, reportId });
  return [
    { title: t('reportReleases:number'), key: 'number', width: 150, align: 'right', render: (_, { number }) => number },
    {
      title: t('periodReports:period'),
      key: 'period',
      width: 240,
      render: (_, { report, version }) => (
        <div>
          <Link className="pl-b" to={place(report.id)}>
            {t(`periodReports:types.${report.type}`)}, {t('reportReleases:versionN', { version })}
          </Link>
          <div className="pl-sm pl-3">{periodWords(report)}</div>
        </div>
      ),
    },
    {
      title: t('periodReports:status'),
      key: 'state',
      width: 130,
      render: (_, { state }) => t(`reportReleases:states.${state}`),
    },
    {
      title: t('reportReleases:states.released'),
      key: 'released',
      width: 200,
      render: (_, { releasedAt, releasedBy }) => (
        <div>
          <div>{formatTime(releasedAt, project.timeZone).slice(0, 16)}</div>
          <div className="pl-sm pl-3 pl-ell">{releasedBy}</div>
        </div>
      ),
    },
    {
      title: t('reportReleases:code'),
      key: 'code',
      render: (_, { code }) => (
        <Link className="pl-mono rr-code" to={to('VerifyReport', { code })}>
          {code}
        </Link>
      ),
    },
  ];
}
