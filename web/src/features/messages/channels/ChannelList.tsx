import { DeleteOutlined, EditOutlined, SendOutlined } from '@ant-design/icons';
import { type Channel, channels, isChatApp, mediumOf } from '@plumbline/contract/messages/channels';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { ActsHeading } from '../../../design/Headings.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { Empty } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { missing } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { TestDialog } from './TestDialog.tsx';

interface Props {
  readonly corporationId: number;
  readonly onAdd: () => void;
  /** undefined = the caller may not change any. */
  readonly onEdit: ((channel: Channel) => void) | undefined;
}

/** The notification channels of a corporation. */
export function ChannelList({ corporationId, onAdd, onEdit }: Props) {
  const { t } = useTranslation();
  const query = useRead(channels.list, { corporationId });
  const [testing, setTesting] = useState<Channel | null>(null);
  const [removing, setRemoving] = useState<Channel | null>(null);
  const columns = useColumns({ onEdit, onTest: setTesting, onRemove: setRemoving });
  return (
    <>
      <DataTable
        rows={query.data?.channels}
        columns={columns}
        rowKey={({ id }) => id}
        loading={query.isPending}
        error={query.error}
        onRetry={() => void query.refetch()}
        widthPx={760}
        empty={
          <Empty title={t('channels:none')} why={t('channels:noneWhy')}>
            {onEdit && <Button onClick={onAdd}>{t('channels:add')}</Button>}
          </Empty>
        }
      />
      {testing && <TestDialog corporationId={corporationId} channel={testing} onClose={() => setTesting(null)} />}
      {removing && <RemoveDialog corporationId={corporationId} channel={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

/** Where a channel sends: server, vendor's key, chat, host of a secret address. */
const targetOf = ({ kind, host, port, keyId, urlHost, from, chatId }: Channel): string => {
  if (isChatApp(kind)) return chatId ?? missing;
  if (mediumOf(kind) === 'email') return `${host}:${port}, ${from}`;
  return (mediumOf(kind) === 'hook' ? urlHost : keyId) ?? missing;
};

function useColumns({
  onEdit,
  onTest,
  onRemove,
}: {
  onEdit: Props['onEdit'];
  onTest: (channel: Channel) => void;
  onRemove: (channel: Channel) => void;
}): Columns<Channel> {
  const { t } = useTranslation();
  const allowed = useAllowed();
  return [
    { title: t('channels:name'), key: 'name', render: (_, { name }) => <span className="pl-b">{name}</span> },
    { title: t('channels:kind'), key: 'kind', width: 170, render: (_, { kind }) => t(`channels:kinds.${kind}`) },
    { title: t('channels:target'), key: 'target', render: (_, row) => <span className="pl-2">{targetOf(row)}</span> },
    {
      title: t('channels:enabled'),
      key: 'enabled',
      width: 100,
      render: (_, { enabled }) => t(enabled ? 'channels:on' : 'channels:off'),
    },
    {
      title: <ActsHeading />,
      key: 'act',
      width: 130,
      render: (_, row) =>
        onEdit && (
          <span className="pl-row tight">
            {allowed(channels.test) && (
              <IconButton
                icon={<SendOutlined />}
                label={t('channels:test', { name: row.name })}
                onClick={() => onTest(row)}
              />
            )}
            <IconButton
              icon={<EditOutlined />}
              label={t('channels:edit', { name: row.name })}
              onClick={() => onEdit(row)}
            />
            <IconButton
              icon={<DeleteOutlined />}
              label={t('channels:remove', { name: row.name })}
              onClick={() => onRemove(row)}
            />
          </span>
        ),
    },
  ];
}

function RemoveDialog({
  corporationId,
  channel: { id, name },
  onClose,
}: {
  corporationId: number;
  channel: Channel;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run: remove } = useWrite(channels.remove);
  return (
    <ConfirmDestructive
      open
      title={t('channels:removeTitle', { name })}
      lost={t('channels:removeLost')}
      action={t('common:delete')}
      onConfirm={async () => {
        await remove({ corporationId, channelId: id });
      }}
      onClose={onClose}
    />
  );
}
