import './storms.css';
import { ThunderboltOutlined } from '@ant-design/icons';
import { type Alert, alerts } from '@plumbline/contract/alerts/alerts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useStormWords } from './StormStrip.tsx';

/** That an alert is one of many that rose together; nothing where it is not. */
export function StormNote({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  const words = useStormWords();
  const storm = useRead(alerts.storm, { alertId: alert.id }).data?.storm;
  if (!storm) return null;
  return (
    <p className="pl-notice pl-row" role="note">
      <ThunderboltOutlined aria-hidden />
      <span>
        {words(storm, alert.timeZone)}{' '}
        <Link to={to('Alerts', { projectId: alert.projectId }, { storm: alert.id })}>{t('storms:open')}</Link>
      </span>
    </p>
  );
}
