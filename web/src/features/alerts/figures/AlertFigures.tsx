import type { Alert } from '@plumbline/contract/alerts/alerts';
import { waveforms } from '@plumbline/contract/views/waveforms';
import { formatSpan } from '@plumbline/science/display/span';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Facts } from '../../../design/Pane.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatBeside, formatNumber, formatShort, formatTime, formatZone } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { raisedFigures } from '../../../kernel/raised-figures.ts';
import { useShownZone } from '../../../kernel/zone.ts';
import { useMeasured } from './alert-words.ts';
import { LevelScale } from './LevelScale.tsx';

/** Where and what: the figures of an alert against its limits, and its times. `isBrief` where what is doubtful about it stands elsewhere. */
export function AlertFigures({ alert, isBrief = false }: { alert: Alert; isBrief?: boolean }) {
  const { t } = useTranslation();
  const measured = useMeasured();
  const { quantity, unit, precision } = measured(alert);
  const { value, limit, distance, side } = raisedFigures(alert);
  const zone = useShownZone(alert.timeZone);
  const cells: readonly (readonly [string, string, boolean])[] = [
    [t('alerts:value'), value, true],
    [t('alerts:threshold'), limit, false],
    [t(`alerts:${side}By`), distance, true],
  ];
  return (
    <section>
      <div className="pl-sm pl-3 pl-ell">
        {alert.projectName} / {alert.structureName}
      </div>
      <h2 className="pl-row" style={{ marginBottom: 12 }}>
        {alert.pointName} <span className="pl-2 quantity">{quantity}</span>
      </h2>
      <div className="al-three">
        {cells.map(([label, figure, strong]) => (
          <div key={label}>
            <div className="pl-sm pl-3">
              {label}
              {unit && `, ${unit}`}
            </div>
            <div className={`figure${strong ? '' : ' pl-2'}`}>{figure}</div>
          </div>
        ))}
      </div>
      <LevelScale
        value={alert.value}
        threshold={alert.threshold}
        levels={alert.levels}
        unit={unit}
        precision={precision}
      />
      <AlertFacts alert={alert} zone={zone} />
      {!isBrief && alert.late && <p className="pl-sm pl-2 late">{t('alerts:late')}</p>}
      {!isBrief && alert.revised && <p className="pl-sm pl-2 late">{t(`alerts:revised.${alert.revised}`)}</p>}
    </section>
  );
}

/** Which component of the event it was, and the way to its waveform. */
function EventFact({ alert, event }: { alert: Alert; event: NonNullable<Alert['event']> }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const axis = event.axis.toUpperCase();
  const words =
    event.frequencyHz === null
      ? t('alerts:event.axis', { axis })
      : t('alerts:event.axisHz', { axis, hz: formatNumber(event.frequencyHz, 1) });
  const query = { point: alert.pointId, view: 'idm-event', event: event.waveformId };
  return (
    <>
      {words}
      {allowed(waveforms.get) && (
        <>
          {' · '}
          <Link to={to('DataView', { projectId: alert.projectId }, query)}>{t('alerts:event.open')}</Link>
        </>
      )}
    </>
  );
}

/** When it was read, received, raised and released, and its newest value. */
function AlertFacts({ alert, zone }: { alert: Alert; zone: string | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { unit, precision } = useMeasured()(alert);
  const delayS = (Date.parse(alert.receivedAt) - Date.parse(alert.readingAt)) / 1000;
  const received = formatBeside(alert.receivedAt, alert.readingAt, zone);
  const newest = `${formatNumber(alert.lastValue, precision)} ${unit} · ${formatShort(alert.lastAt, zone, language)}`;
  const delayed = () => t('alerts:after', { time: received, delay: formatSpan(delayS, language) });
  return (
    <Facts
      facts={[
        ...(alert.event
          ? ([[t('alerts:event.title'), <EventFact key="event" alert={alert} event={alert.event} />]] as const)
          : []),
        [t('alerts:readingTime'), `${formatTime(alert.readingAt, zone)} ${formatZone(zone, alert.readingAt)}`],
        [t('alerts:receivedTime'), delayS >= 1 ? delayed() : received],
        [t('alerts:raisedTime'), formatTime(alert.raisedAt, zone)],
        ...(alert.lastAt !== alert.readingAt ? ([[t('alerts:newest'), newest]] as const) : []),
        ...(alert.releasedAt ? ([[t('alerts:releasedTime'), formatTime(alert.releasedAt, zone)]] as const) : []),
        ...(alert.reason ? ([[t('alerts:reason'), alert.reason]] as const) : []),
      ]}
    />
  );
}
