import './deliveries.css';
import type { Alert } from '@plumbline/contract/alerts/alerts';
import { type Delivery, deliveries, deliveryNews, type Escalation } from '@plumbline/contract/alerts/deliveries';
import { useTranslation } from 'react-i18next';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useShownZone } from '../../../kernel/zone.ts';
import { DeliveryAnswer } from './DeliveryAnswer.tsx';
import { DeliveryState } from './DeliveryState.tsx';
import { useDeliveriesOf, useEscalationOf } from './deliveries.queries.ts';
import { useDeliveryWords } from './delivery-words.ts';

type Silences = Reply<typeof deliveries.escalation>['silences'];

/** To whom an alert was sent outside of the app, what the other side answered, and who is told next. */
export function AlertDeliveries({ alert }: { alert: Alert }) {
  const allowed = useAllowed();
  return allowed(deliveries.ofAlert) ? <Recipients alert={alert} /> : null;
}

function Recipients({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  const query = useDeliveriesOf(alert.id);
  const steps = useEscalationOf(alert.id);
  return (
    <section aria-label={t('deliveries:told')}>
      <h3 style={{ marginBottom: 6 }}>{t('deliveries:told')}</h3>
      <Answer query={query} loading={<SkeletonRows rows={2} />}>
        {({ deliveries: rows, total }) => (
          <Answer query={steps} loading={<SkeletonRows rows={2} />}>
            {(escalation) => (
              <>
                <Quiet alert={alert} silences={escalation.silences} />
                <Timeline alert={alert} rows={rows} {...escalation} />
                {total > rows.length && (
                  <p className="pl-sm pl-2">{t('deliveries:more', { count: total - rows.length })}</p>
                )}
              </>
            )}
          </Answer>
        )}
      </Answer>
    </section>
  );
}

/** By which quiet windows its messages were withheld. */
function Quiet({ alert, silences }: { alert: Alert; silences: Silences }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useShownZone(alert.timeZone);
  return silences.map(({ id, reason, byName, endAt, digestAt }) => (
    <p key={id} className="pl-sm">
      {t(digestAt === null ? 'deliveries:quiet' : 'deliveries:quietOver', {
        at: formatShort(endAt, zone, language),
        reason,
        by: byName,
      })}
    </p>
  ));
}

/** At once, then step by step in the order of time: who was told, who will be, and who heard how it went on. */
function Timeline({
  alert,
  rows,
  steps,
  silences,
}: {
  alert: Alert;
  rows: readonly Delivery[];
  steps: readonly Escalation[];
  silences: Silences;
}) {
  const { t } = useTranslation();
  const raised = rows.filter(({ news }) => news === 'raised');
  const begins = steps.filter(({ step, state }) => step === 0 && state !== 'done');
  const of = (minutes: number) => raised.filter(({ afterMinutes }) => afterMinutes === minutes);
  if (rows.length === 0 && steps.length === 0)
    return silences.length > 0 ? null : <p className="pl-sm pl-2">{t('deliveries:nobodyTold')}</p>;
  const later = [...new Set([...steps, ...raised].map(({ afterMinutes }) => afterMinutes))]
    .filter((minutes) => minutes > 0)
    .sort((a, b) => a - b);
  return (
    <>
      {later.length > 0 && <h4>{t('deliveries:atOnce')}</h4>}
      {of(0).length === 0 ? (
        silences.length === 0 && begins.length === 0 && <p className="pl-sm pl-2">{t('deliveries:nobodyTold')}</p>
      ) : (
        <DeliveryRows alert={alert} rows={of(0)} />
      )}
      {begins.map((step) => (
        <StepLine key={step.id} alert={alert} step={step} hasDeliveries={false} />
      ))}
      {later.map((minutes) => (
        <div key={minutes}>
          <h4>{t('deliveries:after', { minutes })}</h4>
          {steps
            .filter(({ afterMinutes }) => afterMinutes === minutes)
            .map((step) => (
              <StepLine key={step.id} alert={alert} step={step} hasDeliveries={of(minutes).length > 0} />
            ))}
          <DeliveryRows alert={alert} rows={of(minutes)} />
        </div>
      ))}
      {deliveryNews.map((each) => {
        const some = each === 'raised' ? [] : rows.filter(({ news }) => news === each);
        return (
          some.length > 0 && (
            <div key={each}>
              <h4>{t(`deliveries:newsTold.${each}`)}</h4>
              <DeliveryRows alert={alert} rows={some} />
            </div>
          )
        );
      })}
    </>
  );
}

function StepLine({ alert, step, hasDeliveries }: { alert: Alert; step: Escalation; hasDeliveries: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useShownZone(alert.timeZone);
  const words = useDeliveryWords();
  const at = (instant: string): string => formatShort(instant, zone, language);
  if (step.state === 'stopped')
    return (
      <p className="pl-sm pl-2">
        {step.step === 0 && `${step.ruleName}: `}
        {step.why === '' ? '' : t(`deliveries:stopped.${step.why}`, { by: step.byName ?? '' })}
      </p>
    );
  if (step.state === 'done')
    return hasDeliveries ? null : <p className="pl-sm dl-state failed">{t('deliveries:noneTold')}</p>;
  return (
    <p className="pl-sm dl-next">
      <b>{t(step.step === 0 ? 'deliveries:hoursBegin' : 'deliveries:nextStep', { at: at(step.dueAt) })}</b>
      <br />
      <span className="pl-2">{[step.ruleName, words.whom(step)].filter(Boolean).join(': ')}</span>
    </p>
  );
}

function DeliveryRows({ alert, rows }: { alert: Alert; rows: readonly Delivery[] }) {
  const language = useLanguage();
  const zone = useShownZone(alert.timeZone);
  const words = useDeliveryWords();
  if (rows.length === 0) return null;
  return (
    <ul className="dl-list">
      {rows.map((row) => (
        <li key={row.id}>
          <div className="pl-row">
            <span>{words.to(row)}</span>
            <span className="pl-gap" />
            <DeliveryState delivery={row} />
          </div>
          <div className="pl-sm pl-3">
            {[formatShort(row.endedAt ?? row.createdAt, zone, language), words.duty(row)].filter(Boolean).join(' · ')}
            {words.answer(row) && ' · '}
            <DeliveryAnswer delivery={row} />
          </div>
        </li>
      ))}
    </ul>
  );
}
