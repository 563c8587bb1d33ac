import { PlusOutlined } from '@ant-design/icons';
import { type Channel, channels } from '@plumbline/contract/messages/channels';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed, useAllowed } from '../../../kernel/allowed.tsx';
import { Console, useConsoleCorporation } from '../../people/corporations/console.parts.tsx';
import { ChannelDialog } from './ChannelDialog.tsx';
import { ChannelList } from './ChannelList.tsx';

/** By which mail server, SMS and voice vendor, webhooks and robots the alerts of a corporation leave. */
export default function ChannelsPage() {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const [corporationId] = useConsoleCorporation();
  const [editing, setEditing] = useState<Channel | 'new' | null>(null);
  return (
    <Console
      actions={
        corporationId !== null && (
          <Allowed to={channels.create}>
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
              {t('channels:add')}
            </Button>
          </Allowed>
        )
      }
    >
      {(id) => (
        <>
          <ChannelList
            corporationId={id}
            onAdd={() => setEditing('new')}
            onEdit={allowed(channels.update) ? setEditing : undefined}
          />
          {editing !== null && (
            <ChannelDialog
              corporationId={id}
              channel={editing === 'new' ? undefined : editing}
              onClose={() => setEditing(null)}
            />
          )}
        </>
      )}
    </Console>
  );
}
