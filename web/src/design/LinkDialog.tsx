import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './CopyButton.tsx';

/** The address of a link. What is behind the # is sent to no server, and so stands in no log. */
const addressOf = (page: string): string => `${location.origin}${location.pathname}#${page}`;

/** A link that was just made: shown this once, since its token is stored nowhere. */
export function LinkDialog({ page, title, onClose }: { page: string; title: string; onClose: () => void }) {
  const { t } = useTranslation();
  const address = addressOf(page);
  return (
    <Modal
      open
      title={title}
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
