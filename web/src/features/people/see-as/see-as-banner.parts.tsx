import './see-as.css';
import { EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../kernel/session.ts';
import { endSeeAs } from './see-as.queries.ts';

/** Over every page while an administrator sees as somebody else: who looks, as whom, and the way back. */
export default function SeeAsBanner() {
  const { t } = useTranslation();
  const { user } = useSession();
  const [busy, setBusy] = useState(false);
  const end = (): void => {
    setBusy(true);
    void endSeeAs();
  };
  return (
    <div className="see-as" role="status">
      <EyeOutlined />
      <span className="pl-gap">{t('seeAs:banner', { name: user.displayName })}</span>
      <Button size="small" loading={busy} onClick={end}>
        {t('seeAs:end')}
      </Button>
    </div>
  );
}
