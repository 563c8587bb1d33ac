import { ThunderboltOutlined } from '@ant-design/icons';
import type { Alert } from '@plumbline/contract/alerts/alerts';
import { commands } from '@plumbline/contract/telemetry/commands';
import { formatSpan } from '@plumbline/science/display/span';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { usePointPlan } from '../../telemetry/commands/commands.queries.ts';

/** That its point is read more often because of alerts, since when and until when; nothing where it is not. */
export function AlertCollection({ alert }: { alert: Alert }) {
  return useAllowed()(commands.plan) ? <Collection alert={alert} /> : null;
}

function Collection({ alert: { pointId, timeZone } }: { alert: Alert }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const config = usePointPlan(pointId).data?.collectConfig;
  if (!config || config.acceleratedInterval === null) return null;
  const { acceleratedInterval, interval, acceleratedSince, returnsAt, state } = config;
  const at = (instant: string): string => formatShort(instant, timeZone, language);
  const words = [
    t('handling:collect.now', { span: formatSpan(acceleratedInterval, language) }),
    ...(interval === null ? [] : [t('handling:collect.usual', { span: formatSpan(interval, language) })]),
    ...(acceleratedSince === null ? [] : [t('handling:collect.since', { at: at(acceleratedSince) })]),
    returnsAt === null ? t('handling:collect.untilSettled') : t('handling:collect.returns', { at: at(returnsAt) }),
    ...(state === 'confirmed' ? [] : [t(`handling:collect.state.${state === 'refused' ? 'refused' : 'waiting'}`)]),
  ];
  return (
    <section className="pl-row" aria-label={t('handling:collect.title')}>
      <ThunderboltOutlined aria-hidden />
      <p style={{ margin: 0 }}>{words.join(' ')}</p>
    </section>
  );
}
