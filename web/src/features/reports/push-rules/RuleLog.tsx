import { type PushLog, type PushRule, pushSending } from '@plumbline/contract/reports/push-rules';
import { Button, DatePicker, Modal, Switch } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { Empty } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

/** Shows what a rule sent in two days; refused messages and past periods can be sent again. */
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
  const columns: Columns<PushLog> = [
    { title: t('dataPush:time'), key: 'time', width: 170, render: (_, row) => formatTime(row.at, project.timeZone) },
    { title: t('dataPush:rows'), key: 'rows', width: 80, render: (_, row) => row.rows },
    {
      title: t('dataPush:result'),
      key: 'result',
      render: (_, row) => (
        <span>
          {row.status !== null && `HTTP ${row.status} `}
          {row.fault !== null && t(`dataPush:faults.${row.fault}`)} <span className="pl-3">{row.answer}</span>
        </span>
      ),
    },
  ];
  return (
    <Modal open title={`${t('dataPush:log')}: ${rule.name}`} width={900} footer={null} onCancel={onClose}>
      {mayChange && <SendAgain rule={rule} refused={query.data?.refusals.length ?? 0} />}
      <p>
        <Switch size="small" checked={isFailedOnly} onChange={setFailedOnly} aria-label={t('dataPush:failedOnly')} />{' '}
        {t('dataPush:failedOnly')}
      </p>
      <div className="push-table">
        <DataTable
          rows={query.data?.logs}
          columns={columns}
          rowKey={(row) => `${row.at} ${row.bytes} ${row.ms} ${row.rows}`}
          loading={query.isPending}
          error={query.error}
          onRetry={() => void query.refetch()}
          widthPx={600}
          empty={<Empty title={t('dataPush:noLog')} why={t('dataPush:noLogWhy')} />}
        />
      </div>
    </Modal>
  );
}

function SendAgain({ rule, refused }: { rule: PushRule; refused: number }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const projectId = useProject().project.id;
  const { run: replay } = useWrite(pushSending.replay);
  const { run: backfill } = useWrite(pushSending.backfill);
  const [span, setSpan] = useState<readonly [Dayjs, Dayjs] | null>(null);
  const one = { projectId, pushRuleId: rule.id };
  return (
    <p>
      {refused > 0 && (
        <Button onClick={() => void replay(one).then(() => toasts.done(t('dataPush:replayed')), toasts.failed)}>
          {t('dataPush:replay')} ({refused})
        </Button>
      )}{' '}
      <DatePicker.RangePicker
        showTime
        placeholder={[t('dataPush:from'), t('dataPush:to')]}
        onChange={(next) => setSpan(next?.[0] && next[1] ? [next[0], next[1]] : null)}
      />{' '}
      <Button
        disabled={span === null}
        onClick={() =>
          span &&
          void backfill({ ...one, from: span[0].toISOString(), to: span[1].toISOString() }).then(
            () => toasts.done(t('dataPush:backfillStarted')),
            toasts.failed,
          )
        }
      >
        {t('dataPush:backfill')}
      </Button>
    </p>
  );
}
