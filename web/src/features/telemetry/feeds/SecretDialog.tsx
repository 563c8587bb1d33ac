import type { Feed } from '@plumbline/contract/telemetry/feeds';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../design/CopyButton.tsx';

/** Shows the secret of a feed, this once. */
export function SecretDialog({
  feed,
  secret,
  onClose,
}: {
  feed: Pick<Feed, 'name'>;
  secret: string;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Modal
      open
      title={t('feeds:secretOf', { name: feed.name })}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <p>{t('feeds:secretOnce')}</p>
      <p className="pl-row">
        <code className="fd-wrap pl-gap">{secret}</code>
        <CopyButton text={secret} label={t('feeds:secret')} />
      </p>
    </Modal>
  );
}
