import { CloudSyncOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { Unsent } from './unsent.ts';

/** That something has not arrived, and what becomes of it; nothing where all has. */
export function UnsentNote({ unsent: { waiting } }: { unsent: Unsent }) {
  const { t } = useTranslation();
  if (waiting.length === 0) return null;
  const words = waiting.map((act) => {
    if (act.kind === 'verdict') return t(`alerts:verdict.${act.status}`);
    return act.text;
  });
  return (
    <p className="pl-notice pl-row" role="status">
      <CloudSyncOutlined aria-hidden />
      <span>
        {t('handling:unsent', { count: waiting.length })} {words.join('; ')}
      </span>
    </p>
  );
}
