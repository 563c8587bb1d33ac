import { DisconnectOutlined, FormOutlined } from '@ant-design/icons';
import { type Feed, feeds } from '@plumbline/contract/telemetry/feeds';
import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { FormatForm } from '../../devices/models/models.parts.tsx';

type FeedDevice = Reply<typeof feeds.devices>['devices'][number];

/** Lists the devices behind the sources, with a format of its own where it has one. */
export function FeedDevices({ corporationId, feed }: { corporationId: number; feed: Feed }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const one = { corporationId, feedId: feed.id };
  const query = useRead(feeds.devices, one);
  const { run: release } = useWrite(feeds.release);
  const [editing, setEditing] = useState<FeedDevice | null>(null);
  const [releasing, setReleasing] = useState<FeedDevice | null>(null);
  const devices = query.data?.devices;
  return (
    <section className="fd-section">
      <h3 className="pl-h3">{t('feeds:devices', { count: devices?.length ?? 0 })}</h3>
      {devices === undefined && <SkeletonRows rows={2} />}
      {devices?.length === 0 && <p className="pl-3 pl-sm">{t('feeds:devicesNone')}</p>}
      {devices?.map((each) => (
        <div key={each.source} className="fd-source pl-row">
          <span className="pl-gap">
            <code className="fd-wrap">{each.source}</code>{' '}
            <Link to={to('DeviceConnect', { deviceId: each.deviceId })}>{each.deviceName}</Link>{' '}
            <span className="pl-3 pl-sm">
              {each.model}
              {each.format && ` · ${t('feeds:ownFormat')}`}
            </span>
          </span>
          {allowed(feeds.setFormat) && (
            <>
              <IconButton
                icon={<FormOutlined />}
                label={t('feeds:formatOf', { name: each.deviceName })}
                onClick={() => setEditing(each)}
              />
              <IconButton
                icon={<DisconnectOutlined />}
                label={t('feeds:release', { source: each.source })}
                onClick={() => setReleasing(each)}
              />
            </>
          )}
        </div>
      ))}
      {editing && <FormatDialog one={one} device={editing} onClose={() => setEditing(null)} />}
      <ConfirmDestructive
        open={releasing !== null}
        title={t('feeds:releaseTitle', { source: releasing?.source ?? '' })}
        lost={t('feeds:releaseLost')}
        action={t('feeds:releaseAct')}
        onConfirm={async () => {
          if (releasing) await release({ ...one, source: releasing.source });
        }}
        onClose={() => setReleasing(null)}
      />
    </section>
  );
}

/** The format of one device of a feed, where it is not its model's. */
function FormatDialog({
  one,
  device,
  onClose,
}: {
  one: { readonly corporationId: number; readonly feedId: number };
  device: FeedDevice;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run: setFormat } = useWrite(feeds.setFormat);
  return (
    <Modal open width={1180} title={t('feeds:formatOf', { name: device.deviceName })} footer={null} onCancel={onClose}>
      <p className="pl-2 pl-sm">{t('feeds:formatAbout')}</p>
      <FormatForm
        schema={feeds.setFormat.input}
        fixed={{ ...one, source: device.source }}
        record={device}
        format={device.format}
        channels={['1']}
        isReadOnly={false}
        onSave={async (input: never, precondition) => {
          await setFormat(input, precondition);
          onClose();
        }}
      />
    </Modal>
  );
}
