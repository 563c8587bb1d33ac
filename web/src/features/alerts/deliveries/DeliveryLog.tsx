import './deliveries.css';
import { ReloadOutlined } from '@ant-design/icons';
import { type Delivery, deliveries, deliveryStates } from '@plumbline/contract/alerts/deliveries';
import { Pagination, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { ActsHeading } from '../../../design/Headings.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { Empty } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useUrlState } from '../../../kernel/url-state.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { DeliveryAnswer } from './DeliveryAnswer.tsx';
import { DeliveryState } from './DeliveryState.tsx';
import { useDeliveryLog } from './deliveries.queries.ts';
import { useDeliveryWords } from './delivery-words.ts';

const pageSize = 50;

/** Shows the messages of the rules of a project: to whom, about what, what was answered; what was given up can be tried again. */
export function DeliveryLog({ projectId, canRetry }: { projectId: number; canRetry: boolean }) {
  const { t } = useTranslation();
  const [stateText, setState] = useUrlState('state', '');
  const [pageText, setPage] = useUrlState('page', '1');
  const state = deliveryStates.find((each) => each === stateText);
  const page = Math.max(1, Number(pageText) || 1);
  const query = useDeliveryLog(projectId, state, page);
  const columns = useColumns(projectId, canRetry);
  const { counts, total = 0 } = query.data ?? {};
  const option = (value: (typeof deliveryStates)[number]) => ({
    value,
    label: `${t(`deliveries:state.${value}`)} (${counts?.[value] ?? 0})`,
  });
  return (
    <>
      <div className="pl-row" style={{ margin: '12px 0' }}>
        <Select
          style={{ width: 240 }}
          value={state ?? ''}
          aria-label={t('deliveries:stateWord')}
          options={[{ value: '', label: t('deliveries:all') }, ...deliveryStates.map(option)]}
          onChange={(next: string) => {
            setState(next);
            setPage('1');
          }}
        />
        <span className="pl-gap" />
        {total > pageSize && (
          <Pagination
            simple
            size="small"
            current={page}
            pageSize={pageSize}
            total={total}
            onChange={(next) => setPage(String(next))}
          />
        )}
      </div>
      <div style={{ height: 'min(66vh, 600px)', display: 'flex' }}>
        <DataTable
          rows={query.data?.deliveries}
          columns={columns}
          rowKey={(row) => row.id}
          loading={query.isPending}
          error={query.data ? undefined : query.error}
          onRetry={() => void query.refetch()}
          widthPx={1010}
          empty={<Empty title={t('deliveries:none')} why={t('deliveries:noneWhy')} />}
        />
      </div>
    </>
  );
}

function useColumns(projectId: number, canRetry: boolean): Columns<Delivery> {
  const { t } = useTranslation();
  const { project } = useProject();
  const words = useDeliveryWords();
  return [
    {
      title: t('deliveries:at'),
      key: 'at',
      width: 190,
      render: (_, row) => formatTime(row.createdAt, project.timeZone),
    },
    {
      title: t('deliveries:about'),
      key: 'about',
      width: 190,
      render: (_, row) => (
        <div>
          <div className="pl-ell">{row.isTest ? t('deliveries:test') : row.title}</div>
          <div className="pl-sm pl-3 pl-ell">{[words.news(row), row.ruleName].filter(Boolean).join(' · ')}</div>
        </div>
      ),
    },
    {
      title: t('deliveries:to'),
      key: 'to',
      width: 260,
      render: (_, row) => <span className="dl-answer">{words.to(row)}</span>,
    },
    {
      title: t('deliveries:stateWord'),
      key: 'state',
      width: 150,
      render: (_, row) => <DeliveryState delivery={row} />,
    },
    {
      title: t('deliveries:answer'),
      key: 'answer',
      render: (_, row) => (
        <span className="pl-sm pl-2">
          <DeliveryAnswer delivery={row} />
        </span>
      ),
    },
    {
      title: <ActsHeading />,
      key: 'act',
      width: 56,
      render: (_, row) => canRetry && <Retry projectId={projectId} delivery={row} />,
    },
  ];
}

function Retry({ projectId, delivery: { id, state } }: { projectId: number; delivery: Delivery }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: retry, isPending } = useWrite(deliveries.retry);
  if (state === 'sent' || state === 'queued') return null;
  const tryAgain = async (): Promise<void> => {
    try {
      await retry({ projectId, deliveryId: id });
      toasts.done(t('deliveries:triedAgain'));
    } catch (error) {
      toasts.failed(error);
    }
  };
  return (
    <IconButton
      icon={<ReloadOutlined />}
      label={t('deliveries:retry')}
      disabled={isPending}
      onClick={() => void tryAgain()}
    />
  );
}
