import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { type AlertCause, alertCauses } from '@plumbline/contract/alerts/causes';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { ActsHeading } from '../../../design/Headings.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { Empty } from '../../../design/States.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { Console, useConsoleCorporation } from '../../people/corporations/console.parts.tsx';

/** The list of causes of a corporation, from which people choose why an alert was raised. */
export default function AlertCausesPage() {
  const { t } = useTranslation();
  const [corporationId] = useConsoleCorporation();
  const [editing, setEditing] = useState<AlertCause | 'new' | null>(null);
  return (
    <Console
      actions={
        corporationId !== null && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
            {t('handling:causes.add')}
          </Button>
        )
      }
    >
      {(id) => (
        <>
          <CauseList corporationId={id} onEdit={setEditing} />
          {editing !== null && (
            <CauseDialog
              corporationId={id}
              cause={editing === 'new' ? null : editing}
              onClose={() => setEditing(null)}
            />
          )}
        </>
      )}
    </Console>
  );
}

function CauseList({ corporationId, onEdit }: { corporationId: number; onEdit: (cause: AlertCause | 'new') => void }) {
  const { t } = useTranslation();
  const query = useRead(alertCauses.list, { corporationId });
  const [removing, setRemoving] = useState<AlertCause | null>(null);
  const columns = useColumns(onEdit, setRemoving);
  return (
    <>
      <DataTable
        rows={query.data?.causes}
        columns={columns}
        rowKey={({ id }) => id}
        loading={query.isPending}
        error={query.error}
        onRetry={() => void query.refetch()}
        widthPx={560}
        empty={
          <Empty title={t('handling:causes.none')} why={t('handling:causes.noneWhy')}>
            <Button onClick={() => onEdit('new')}>{t('handling:causes.add')}</Button>
          </Empty>
        }
      />
      {removing && <RemoveDialog corporationId={corporationId} cause={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function useColumns(onEdit: (cause: AlertCause) => void, onRemove: (cause: AlertCause) => void): Columns<AlertCause> {
  const { t } = useTranslation();
  return [
    { title: t('handling:causes.name'), key: 'name', render: (_, { name }) => <span className="pl-b">{name}</span> },
    {
      title: t('handling:causes.used'),
      key: 'alerts',
      width: 100,
      align: 'right',
      render: (_, row) => formatCount(row.alerts),
    },
    {
      title: t('handling:causes.byName'),
      key: 'byName',
      width: 160,
      render: (_, { byName }) => <span className="pl-2">{byName}</span>,
    },
    {
      title: <ActsHeading />,
      key: 'act',
      width: 90,
      render: (_, row) => (
        <span className="pl-row tight">
          <IconButton
            icon={<EditOutlined />}
            label={t('handling:causes.edit', { name: row.name })}
            onClick={() => onEdit(row)}
          />
          <IconButton
            icon={<DeleteOutlined />}
            label={t('handling:causes.remove', { name: row.name })}
            onClick={() => onRemove(row)}
          />
        </span>
      ),
    },
  ];
}

function RemoveDialog({
  corporationId,
  cause: { id, name },
  onClose,
}: {
  corporationId: number;
  cause: AlertCause;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run: remove } = useWrite(alertCauses.remove);
  return (
    <ConfirmDestructive
      open
      title={t('handling:causes.removeTitle', { name })}
      lost={t('handling:causes.removeLost')}
      action={t('common:delete')}
      onConfirm={async () => {
        await remove({ corporationId, causeId: id });
      }}
      onClose={onClose}
    />
  );
}

function CauseDialog({
  corporationId,
  cause,
  onClose,
}: {
  corporationId: number;
  cause: AlertCause | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run: create } = useWrite(alertCauses.create);
  const { run: rename } = useWrite(alertCauses.update);
  return (
    <FormDialog
      title={t(cause ? 'handling:causes.editTitle' : 'handling:causes.add')}
      schema={cause ? alertCauses.update.input : alertCauses.create.input}
      fixed={cause ? { corporationId, causeId: cause.id } : { corporationId }}
      {...(cause && { record: cause })}
      initial={{ name: cause?.name ?? '' }}
      fields={[{ type: 'INPUT', prop: 'name', label: 'handling:causes.name', rules: { maxLength: 50 }, span: 2 }]}
      errorField={{ nameTaken: 'name' }}
      widthPx={420}
      onSave={async (input: never, precondition) => {
        if (cause) await rename(input, precondition);
        else await create(input);
      }}
      onClose={onClose}
    />
  );
}
