import type { PushRule } from '@plumbline/contract/reports/push-rules';
import { type PushLog, pushSending } from '@plumbline/contract/reports/push-sending';
import { Modal, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { Empty } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { Backfill } from './Backfill.tsx';
import { Refusals } from './Refusals.tsx';

/** Shows what a rule sent in two days and what was refused; both, and past periods, can be sent again. */
export function RuleLog({ rule, onClose }: { rule: PushRule; onClose: () => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [isFailedOnly, setFailedOnly] = useState(false);
  const query = useRead(pushSending.logs, {
    projectId: project.id,
    pushRuleId: rule.id,
    failed: isFailedOnly ? 1 : 0,
  });
  const mayChange = useAllowed()(pushSending.replay) && project.archivedAt === null;
  const refusals = query.data?.refusals ?? [];
  return (
    <Modal open title={t('dataPush:logOf', { name: rule.name })} width={900} footer={null} onCancel={onClose}>
      {mayChange && <Backfill rule={rule} />}
      {refusals.length > 0 && <Refusals rule={rule} refusals={refusals} mayChange={mayChange} />}
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control */}
      <label className="push-bar">
        <Switch size="small" checked={isFailedOnly} onChange={setFailedOnly} />
        {t('dataPush:failedOnly')}
      </label>
      <div className="push-table">
        <DataTable
          rows={query.data?.logs}
          columns={useColumns()}
          rowKey={(row) => `${row.at} ${row.bytes} ${row.ms} ${row.rows}`}
          loading={query.isPending}
          error={query.error}
          onRetry={() => void query.refetch()}
          widthPx={640}
          stacks
          empty={<Empty title={t('dataPush:noLog')} why={t('dataPush:noLogWhy')} />}
        />
      </div>
    </Modal>
  );
}

function useColumns(): Columns<PushLog> {
  const { t } = useTranslation();
  const { project } = useProject();
  return [
    { title: t('dataPush:time'), key: 'time', width: 170, render: (_, row) => formatTime(row.at, project.timeZone) },
    { title: t('dataPush:rows'), key: 'rows', width: 70, align: 'right', render: (_, row) => row.rows },
    { title: t('dataPush:took'), key: 'ms', width: 90, align: 'right', render: (_, row) => `${row.ms} ms` },
    {
      title: t('dataPush:result'),
      key: 'result',
      render: (_, { fault, status, answer }) => (
        <span>
          {fault === null ? t('dataPush:accepted') : t(`dataPush:faults.${fault}`)}
          <span className="pl-3"> {[status !== null && `HTTP ${status}`, answer].filter(Boolean).join(' · ')}</span>
        </span>
      ),
    },
  ];
}
