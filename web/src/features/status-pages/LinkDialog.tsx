import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { to } from '../../app/paths.ts';
import { CopyButton } from '../../design/CopyButton.tsx';

/** The address of a link. What is behind the # is sent to no server, and so stands in no log. */
const addressOf = (token: string): string => `${location.origin}${location.pathname}#${to('PublicStatus', { token })}`;

/** A link that was just made: shown this once, since its token is stored nowhere. */
export function LinkDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation();
  const address = addressOf(token);
  return (
    <Modal
      open
      title={t('statusPages:link.title')}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('common:close')}
        </Button>
      }
    >
      <p className="pl-2">{t('statusPages:link.shownOnce')}</p>
      <div className="pl-notice">
        <code className="pl-mono" style={{ overflowWrap: 'anywhere' }}>
          {address}
        </code>
      </div>
      <div className="pl-row" style={{ marginTop: 12 }}>
        <CopyButton text={address} />
        <Button size="small" href={address} target="_blank" rel="noreferrer">
          {t('statusPages:link.open')}
        </Button>
      </div>
    </Modal>
  );
}
