import './rules.css';
import { DeleteOutlined, EditOutlined, SendOutlined, WarningOutlined } from '@ant-design/icons';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { type AlertRule, alertRules } from '@plumbline/contract/alerts/rules';
import { channels } from '@plumbline/contract/messages/channels';
import { Button, Switch } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { LevelTag } from '../../../design/Level.tsx';
import { Empty } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { RuleDialog } from './RuleDialog.tsx';
import { wayFaults } from './rule-ways.ts';
import { useRuleWords } from './rule-words.ts';

interface Props {
  /** The project is not archived. */
  readonly canChange: boolean;
  readonly onAdd: () => void;
  /** A test was sent: where to look for it. */
  readonly onTested: () => void;
}

/** The rules of a project: whom each tells of what, and when. */
export function RuleList({ canChange, onAdd, onTested }: Props) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const query = useRead(alertRules.list, { projectId: useProject().project.id });
  const { columns, dialogs } = useColumns({ canChange, onTested });
  return (
    <>
      <div style={{ height: 'min(70vh, 640px)', display: 'flex' }}>
        <DataTable
          rows={query.data?.alertRules}
          columns={columns}
          rowKey={(row) => row.id}
          loading={query.isPending}
          error={query.error}
          onRetry={() => void query.refetch()}
          widthPx={900}
          stacks
          empty={
            <Empty title={t('alertRules:none')} why={t('alertRules:noneWhy')}>
              {canChange && allowed(alertRules.create) && <Button onClick={onAdd}>{t('alertRules:add')}</Button>}
            </Empty>
          }
        />
      </div>
      {dialogs}
    </>
  );
}

function useColumns({ canChange, onTested }: Omit<Props, 'onAdd'>): {
  columns: Columns<AlertRule>;
  dialogs: ReactNode;
} {
  const { t } = useTranslation();
  const words = useRuleWords();
  const [editing, setEditing] = useState<AlertRule | null>(null);
  const [removing, setRemoving] = useState<AlertRule | null>(null);
  const columns: Columns<AlertRule> = [
    {
      title: t('alertRules:name'),
      key: 'name',
      width: 200,
      render: (_, rule) => (
        <div>
          <div className="pl-b pl-ell">{rule.name}</div>
          <div className="pl-sm pl-3 pl-ell">{words.hours(rule)}</div>
        </div>
      ),
    },
    {
      title: t('alertRules:about'),
      key: 'about',
      width: 190,
      render: (_, rule) =>
        rule.type === 'DeviceHealth' ? (
          t('alertRules:types.DeviceHealth')
        ) : (
          <span className="pl-row tight">
            <LevelTag level={rule.level} />
            {rule.level < 4 && <span className="pl-sm pl-3">{t('alertRules:andAbove')}</span>}
          </span>
        ),
    },
    { title: t('alertRules:concerned'), key: 'concerned', width: 180, render: (_, rule) => words.concerned(rule) },
    {
      title: t('alertRules:tells'),
      key: 'tells',
      render: (_, rule) => <Recipients rule={rule} />,
    },
    { title: t('alertRules:enabled'), key: 'enabled', width: 90, render: (_, rule) => <OnOff rule={rule} /> },
    {
      title: '',
      key: 'act',
      width: 120,
      render: (_, rule) =>
        canChange && (
          <Acts rule={rule} onTested={onTested} onEdit={() => setEditing(rule)} onRemove={() => setRemoving(rule)} />
        ),
    },
  ];
  const dialogs = (
    <>
      {editing && <RuleDialog rule={editing} onClose={() => setEditing(null)} />}
      {removing && <RemoveDialog rule={removing} onClose={() => setRemoving(null)} />}
    </>
  );
  return { columns, dialogs };
}

function Recipients({ rule }: { rule: AlertRule }) {
  const words = useRuleWords();
  return (
    <div className="ar-recipients">
      <span title={words.addresses(rule)}>{words.recipients(rule)}</span>
      {words.steps(rule).map((step) => (
        <div key={step} className="pl-sm pl-3">
          {step}
        </div>
      ))}
      <Faults rule={rule} />
    </div>
  );
}

/** Why the rule does not reach whom it names, with the way to mend it. */
function Faults({ rule }: { rule: AlertRule }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const ways = useRead(alertRules.ways, { projectId: rule.projectId }).data;
  const faults = ways ? wayFaults(rule, ways) : [];
  if (faults.length === 0 && rule.outsiders.length === 0) return null;
  return (
    <div className="pl-sm ar-fault">
      {rule.outsiders.map((each) => (
        <div key={`${each.address} ${each.person}`}>
          <WarningOutlined aria-hidden /> {t('alertRules:outsiders', each)}
        </div>
      ))}
      {faults.map((fault) => (
        <div key={fault}>
          <WarningOutlined aria-hidden /> {t(`alertRules:fault.${fault}`)}
        </div>
      ))}
      {faults.length > 0 && allowed(channels.create) && (
        <Link to={to('ChannelConsole')}>{t('alertRules:toChannels')}</Link>
      )}
    </div>
  );
}

function OnOff({ rule: { id, projectId, name, enabled } }: { rule: AlertRule }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const { project } = useProject();
  const { run: update, isPending } = useWrite(alertRules.update);
  if (project.archivedAt !== null || !allowed(alertRules.update))
    return <span className="pl-2">{t(enabled ? 'alertRules:on' : 'alertRules:off')}</span>;
  return (
    <Switch
      size="small"
      checked={enabled}
      loading={isPending}
      aria-label={t('alertRules:enable', { name })}
      onChange={(next) => void update({ projectId, alertRuleId: id, enabled: next }).catch(toasts.failed)}
    />
  );
}

function Acts({
  rule,
  onTested,
  onEdit,
  onRemove,
}: {
  rule: AlertRule;
  onTested: () => void;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const { run: sendTest } = useWrite(deliveries.test);
  const { id, projectId, name } = rule;
  const tryOut = async (): Promise<void> => {
    try {
      const { count } = await sendTest({ projectId, alertRuleId: id });
      toasts.done(t('alertRules:tested', { count }));
      onTested();
    } catch (error) {
      toasts.failed(error);
    }
  };
  return (
    <span className="pl-row tight">
      {allowed(deliveries.test) && (
        <IconButton icon={<SendOutlined />} label={t('alertRules:test', { name })} onClick={() => void tryOut()} />
      )}
      {allowed(alertRules.update) && (
        <IconButton icon={<EditOutlined />} label={t('alertRules:edit', { name })} onClick={onEdit} />
      )}
      {allowed(alertRules.remove) && (
        <IconButton icon={<DeleteOutlined />} label={t('alertRules:remove', { name })} onClick={onRemove} />
      )}
    </span>
  );
}

function RemoveDialog({ rule, onClose }: { rule: AlertRule; onClose: () => void }) {
  const { t } = useTranslation();
  const { id, projectId, name } = rule;
  const elsewhere = useRuleWords().elsewhere(rule);
  const { run: remove } = useWrite(alertRules.remove);
  return (
    <ConfirmDestructive
      open
      title={t('alertRules:removeTitle', { name })}
      lost={elsewhere === '' ? t('alertRules:removeLost') : t('alertRules:removeShared', { names: elsewhere })}
      action={t('common:delete')}
      onConfirm={async () => {
        await remove({ projectId, alertRuleId: id });
      }}
      onClose={onClose}
    />
  );
}
