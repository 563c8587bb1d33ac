import { KeyOutlined } from '@ant-design/icons';
import { connections } from '@plumbline/contract/devices/connections';
import type { Device } from '@plumbline/contract/devices/devices';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { CopyButton } from '../../../design/CopyButton.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { dropSecret, keepSecret, useSecret } from './secrets.ts';

/** Asks before a device gets a new secret, for the old one stops working at once. */
export function NewSecretDialog({
  device,
  open,
  onClose,
}: {
  device: Pick<Device, 'id' | 'name'>;
  open: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run: newSecret } = useWrite(connections.newSecret);
  return (
    <ConfirmDestructive
      open={open}
      title={t('connections:secret.title', { name: device.name })}
      lost={t('connections:secret.lost')}
      action={t('connections:secret.make')}
      onConfirm={async () => {
        const { secret } = await newSecret({ deviceId: device.id });
        keepSecret(device.id, secret);
      }}
      onClose={onClose}
    />
  );
}

/** The secret, for as long as this page remembers it. */
export function SecretNote({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation();
  const secret = useSecret(deviceId);
  if (secret === null) return null;
  return (
    <section className="pl-notice" aria-label={t('connections:secret.label')}>
      <div className="pl-row">
        <KeyOutlined className="pl-2" />
        <span className="pl-b pl-gap">{t('connections:secret.shownOnce')}</span>
        <Button type="text" size="small" onClick={() => dropSecret(deviceId)}>
          {t('connections:secret.hide')}
        </Button>
      </div>
      <div className="pl-row" style={{ marginTop: 6 }}>
        <code className="pl-mono pl-gap pl-wrap">{secret}</code>
        <CopyButton text={secret} label={t('connections:secret.label')} />
      </div>
    </section>
  );
}
