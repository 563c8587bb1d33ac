import './operations.css';
import { DownloadOutlined } from '@ant-design/icons';
import { scopes } from '@plumbline/contract/kernel/permissions';
import { maxCountedOperations, type Operation, operationActions } from '@plumbline/contract/platform/operations';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { Pages } from '../../../design/Pages.tsx';
import { SettledSearch } from '../../../design/SettledSearch.tsx';
import { Empty } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { Toolbar } from '../../../design/Toolbar.tsx';
import { formatCount, formatTime, formatZone, missing } from '../../../kernel/format.ts';
import { wordKey } from '../../../kernel/words.ts';
import { Console, useConsoleCorporation } from '../../people/corporations/console.parts.tsx';
import { ChainStrip } from './ChainStrip.tsx';
import { OperationPanel } from './OperationPanel.tsx';
import { useOutcome, useSubject, useWho } from './operation-words.ts';
import { type LogFilter, pageSize, saveOperations, useLogFilter, useOperations } from './operations.queries.ts';

/** Shows the operation log of a corporation, or of all of them for a System account that has chosen none. */
export default function OperationLogPage() {
  const [corporationId] = useConsoleCorporation();
  const page = <Log corporationId={corporationId} />;
  return <Console otherwise={page}>{() => page}</Console>;
}

function Log({ corporationId }: { corporationId: number | null }) {
  const { t } = useTranslation();
  const filter = useLogFilter(corporationId);
  const query = useOperations(filter);
  const columns = useColumns();
  const [openId, setOpen] = useState<number | null>(null);
  const { operations, total = 0, chain } = query.data ?? {};
  const open = operations?.find(({ id }) => id === openId);
  return (
    <div className="op-log">
      {chain !== undefined && <ChainStrip chain={chain} />}
      <Filters filter={filter} total={total} />
      <DataTable
        rows={operations}
        columns={columns}
        rowKey={({ id }) => id}
        loading={query.isPending}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        widthPx={900}
        onOpen={({ id }) => setOpen(id)}
        isOpen={({ id }) => id === openId}
        empty={<Empty title={t('operations:none')} why={t('operations:noneWhy')} />}
      />
      <Pages at={filter.page} pageSize={pageSize} total={total} onChange={filter.setPage} />
      {open && <OperationPanel key={open.id} operation={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

function Filters({ filter, total }: { filter: LogFilter; total: number }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    await saveOperations(filter).catch(toasts.failed);
    setSaving(false);
  };
  return (
    <Toolbar label={t('operations:tab')}>
      <SettledSearch
        value={filter.keyword}
        onSettled={filter.setKeyword}
        label={t('operations:search')}
        widthPx={240}
      />
      <Select
        style={{ width: 140 }}
        aria-label={t('operations:action')}
        value={filter.action}
        options={[
          { value: '', label: t('operations:allActions') },
          ...operationActions.map((value) => ({ value: value as string, label: t(`operations:actions.${value}`) })),
        ]}
        onChange={filter.setAction}
      />
      <Select
        style={{ width: 160 }}
        aria-label={t('operations:scope')}
        value={filter.scope}
        options={[
          { value: '', label: t('operations:allScopes') },
          ...scopes.map((value) => ({ value: value as string, label: t(`operations:scopes.${value}`) })),
        ]}
        onChange={filter.setScope}
      />
      <Select
        style={{ width: 140 }}
        aria-label={t('operations:outcome')}
        value={filter.outcome}
        options={[
          { value: '', label: t('operations:allOutcomes') },
          { value: 'done', label: t('operations:onlyDone') },
          { value: 'refused', label: t('operations:onlyRefused') },
        ]}
        onChange={filter.setOutcome}
      />
      <span className="pl-gap" />
      <span className="pl-count">
        {total >= maxCountedOperations ? t('operations:atLeast', { lines: formatCount(total) }) : formatCount(total)}
      </span>
      <Button icon={<DownloadOutlined />} loading={saving} disabled={total === 0} onClick={() => void save()}>
        {t('operations:csv')}
      </Button>
    </Toolbar>
  );
}

function useColumns(): Columns<Operation> {
  const { t } = useTranslation();
  const who = useWho();
  const words = useOutcome();
  const subject = useSubject();
  return [
    {
      title: `${t('operations:at')} (${formatZone()})`,
      key: 'at',
      width: 200,
      render: (_, { at }) => <span className="pl-num">{formatTime(at)}</span>,
    },
    {
      title: t('operations:who'),
      key: 'who',
      width: 160,
      render: (_, row) => <span className="pl-b">{who(row)}</span>,
    },
    {
      title: t('operations:action'),
      key: 'action',
      width: 260,
      render: (_, row) => (
        <span className="pl-ell" title={subject(row)}>
          {t(wordKey(`operations:actions.${row.action}`))} · <span className="pl-2">{subject(row)}</span>
        </span>
      ),
    },
    {
      title: t('operations:project'),
      key: 'project',
      render: (_, { projectName, projectId }) => (
        <span className="pl-ell">{projectName ?? (projectId === null ? missing : `#${projectId}`)}</span>
      ),
    },
    {
      title: t('operations:address'),
      key: 'ip',
      width: 130,
      render: (_, { ip }) => <span className="pl-2">{ip}</span>,
    },
    {
      title: t('operations:outcome'),
      key: 'outcome',
      width: 200,
      render: (_, { outcome }) => (
        <span className={outcome === 'done' ? 'pl-2' : 'pl-wrong pl-ell'} title={words(outcome)}>
          {words(outcome)}
        </span>
      ),
    },
  ];
}
