import './deliveries.css';
import type { Alert } from '@plumbline/contract/alerts';
import { deliveries } from '@plumbline/contract/deliveries';
import { useTranslation } from 'react-i18next';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { formatShort } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { useShownZone } from '../../kernel/zone.ts';
import { DeliveryState } from './DeliveryState.tsx';
import { useDeliveriesOf } from './deliveries.queries.ts';
import { useDeliveryWords } from './delivery-words.ts';

/** To whom an alert was sent outside of the app, and what the other side answered. */
export function AlertDeliveries({ alert }: { alert: Alert }) {
  const allowed = useAllowed();
  return allowed(deliveries.ofAlert) ? <Recipients alert={alert} /> : null;
}

function Recipients({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useShownZone(alert.timeZone);
  const words = useDeliveryWords();
  const query = useDeliveriesOf(alert.id);
  return (
    <section aria-label={t('deliveries:told')}>
      <h3 style={{ marginBottom: 6 }}>{t('deliveries:told')}</h3>
      <Answer query={query} loading={<SkeletonRows rows={2} />}>
        {({ deliveries: rows, total }) =>
          rows.length === 0 ? (
            <p className="pl-sm pl-2">{t('deliveries:nobodyTold')}</p>
          ) : (
            <>
              <ul className="dl-list">
                {rows.map((row) => (
                  <li key={row.id}>
                    <div className="pl-row">
                      <span>{words.to(row)}</span>
                      <span className="pl-gap" />
                      <DeliveryState delivery={row} />
                    </div>
                    <div className="pl-sm pl-3">
                      {[formatShort(row.endedAt ?? row.createdAt, zone, language), words.answer(row)]
                        .filter(Boolean)
                        .join(' · ')}
                    </div>
                  </li>
                ))}
              </ul>
              {total > rows.length && (
                <p className="pl-sm pl-2">{t('deliveries:more', { count: total - rows.length })}</p>
              )}
            </>
          )
        }
      </Answer>
    </section>
  );
}
