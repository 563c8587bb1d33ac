import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  DeleteOutlined,
  EditOutlined,
  PauseCircleOutlined,
  StopOutlined,
  SyncOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import { type PushRule, pushLimits, pushRules } from '@plumbline/contract/reports/push-rules';
import { pushSending } from '@plumbline/contract/reports/push-sending';
import { Button, Switch } from 'antd';
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
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { usePushRules } from './push-rules.queries.ts';
import { RuleDialog } from './RuleDialog.tsx';
import { RuleLog } from './RuleLog.tsx';
import { RuleTest } from './RuleTest.tsx';

interface Open {
  readonly what: 'edit' | 'log' | 'test' | 'remove';
  readonly rule: PushRule;
}

/** Shows each rule with its state: what waits since when, what went wrong, what was left out. `first` = what comes before a first one. */
export function RuleList({ first }: { first: ReactNode }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const query = usePushRules(project.id);
  const { run: removeRule } = useWrite(pushRules.remove);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <div className="push-list">
        <DataTable
          rows={query.data?.pushRules}
          columns={useColumns(setOpen)}
          rowKey={(row) => row.id}
          loading={query.isPending}
          error={query.error}
          onRetry={() => void query.refetch()}
          widthPx={980}
          stacks
          empty={
            <Empty title={t('dataPush:none')} why={t(first ? 'dataPush:formatFirst' : 'dataPush:noneWhy')}>
              {first}
            </Empty>
          }
        />
      </div>
      {open?.what === 'edit' && <RuleDialog rule={open.rule} onClose={close} />}
      {open?.what === 'log' && <RuleLog rule={open.rule} onClose={close} />}
      {open?.what === 'test' && <RuleTest rule={open.rule} onClose={close} />}
      {open?.what === 'remove' && (
        <ConfirmDestructive
          open
          title={t('dataPush:deleteTitle', { name: open.rule.name })}
          lost={t('dataPush:deleteLost')}
          action={t('common:delete')}
          onConfirm={async () => {
            await removeRule({ projectId: project.id, pushRuleId: open.rule.id });
          }}
          onClose={close}
        />
      )}
    </>
  );
}

function useColumns(onOpen: (open: Open) => void): Columns<PushRule> {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const isOpen = project.archivedAt === null;
  const mayChange = allowed(pushRules.update) && isOpen;
  return [
    {
      title: t('dataPush:name'),
      key: 'name',
      render: (_, row) => (
        <div>
          <div className="pl-b">{row.name}</div>
          <div className="pl-sm pl-3 pl-ell">{row.url}</div>
        </div>
      ),
    },
    { title: t('dataPush:format'), key: 'format', width: 130, render: (_, row) => row.formatName },
    { title: t('dataPush:mode'), key: 'mode', width: 130, render: (_, row) => t(`dataPush:modes.${row.mode}`) },
    { title: t('dataPush:state'), key: 'state', width: 320, render: (_, row) => <RuleState rule={row} /> },
    { title: t('dataPush:on'), key: 'on', width: 80, render: (_, row) => <OnOff rule={row} mayChange={mayChange} /> },
    {
      title: <ActsHeading />,
      key: 'act',
      width: 260,
      render: (_, row) => (
        <div>
          <Button size="small" type="text" onClick={() => onOpen({ what: 'log', rule: row })}>
            {t('dataPush:log')}
          </Button>
          {allowed(pushSending.test) && isOpen && (
            <Button size="small" type="text" onClick={() => onOpen({ what: 'test', rule: row })}>
              {t('dataPush:test')}
            </Button>
          )}
          {mayChange && <Pause rule={row} />}
          {mayChange && (
            <IconButton
              icon={<EditOutlined />}
              label={t('dataPush:change', { name: row.name })}
              onClick={() => onOpen({ what: 'edit', rule: row })}
            />
          )}
          {allowed(pushRules.remove) && (
            <IconButton
              icon={<DeleteOutlined />}
              label={t('dataPush:delete', { name: row.name })}
              onClick={() => onOpen({ what: 'remove', rule: row })}
            />
          )}
        </div>
      ),
    },
  ];
}

const marks = {
  off: StopOutlined,
  paused: PauseCircleOutlined,
  secretMissing: WarningOutlined,
  failing: WarningOutlined,
  incomplete: WarningOutlined,
  waiting: SyncOutlined,
  neverSent: ClockCircleOutlined,
  upToDate: CheckCircleOutlined,
} as const satisfies Readonly<Record<PushRule['state'], unknown>>;

function RuleState({ rule }: { rule: PushRule }): ReactNode {
  const { t } = useTranslation();
  const { project } = useProject();
  const time = (iso: string) => formatTime(iso, project.timeZone).slice(0, 16);
  const Mark = marks[rule.state];
  const { waiting, waitingSince, lost, refused, fault, faultDetail, lastSentAt } = rule;
  return (
    <div>
      <div className="pl-b">
        <Mark aria-hidden /> {t(`dataPush:states.${rule.state}`)}
      </div>
      {fault !== null && (
        <div className="pl-sm push-fault">
          {t(`dataPush:faults.${fault}`)} {faultDetail && `(${faultDetail.slice(0, 80)})`}
        </div>
      )}
      {waiting > 0 && waitingSince !== null && (
        <div className="pl-sm">
          {t(waiting > pushLimits.counted ? 'dataPush:behindMany' : 'dataPush:behind', {
            count: Math.min(waiting, pushLimits.counted),
            since: time(waitingSince),
          })}
        </div>
      )}
      {lost && (
        <div className="pl-sm">
          {t('dataPush:lost', { count: lost.count, from: time(lost.from), to: time(lost.to) })}
        </div>
      )}
      {refused > 0 && <div className="pl-sm">{t('dataPush:refused', { count: refused })}</div>}
      <div className="pl-sm pl-3">
        {t('dataPush:lastSent')}: {lastSentAt === null ? t('dataPush:never') : time(lastSentAt)}
      </div>
    </div>
  );
}

function OnOff({ rule: { id, name, enabled }, mayChange }: { rule: PushRule; mayChange: boolean }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const projectId = useProject().project.id;
  const { run: updateRule, isPending } = useWrite(pushRules.update);
  return (
    <Switch
      size="small"
      checked={enabled}
      disabled={!mayChange}
      loading={isPending}
      aria-label={t('dataPush:turnOn', { name })}
      onChange={(next) => void updateRule({ projectId, pushRuleId: id, enabled: next }).catch(toasts.failed)}
    />
  );
}

function Pause({ rule: { id, paused } }: { rule: PushRule }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const projectId = useProject().project.id;
  const { run: updateRule, isPending } = useWrite(pushRules.update);
  return (
    <Button
      size="small"
      type="text"
      loading={isPending}
      onClick={() => void updateRule({ projectId, pushRuleId: id, paused: !paused }).catch(toasts.failed)}
    >
      {t(paused ? 'dataPush:resume' : 'dataPush:pause')}
    </Button>
  );
}
