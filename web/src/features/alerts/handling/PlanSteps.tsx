import { type Alert, alerts } from '@plumbline/contract/alerts/alerts';
import { type AlertPlan, responsePlans } from '@plumbline/contract/alerts/response-plans';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Allowed, useAllowed } from '../../../kernel/allowed.tsx';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import type { Unsent } from './unsent.ts';

/** Shows the response plan: the plan that held when the alert was raised, its steps ticked off with who and when. */
export function PlanSteps({ alert, plan, unsent }: { alert: Alert; plan: AlertPlan | null; unsent: Unsent }) {
  const { t } = useTranslation();
  const mayHandle = useAllowed()(alerts.setStep);
  const titleWords = [t('plans:toDo'), ...(alert.steps?.total ? [t('plans:progress', alert.steps)] : [])];
  return (
    <section aria-label={t('plans:toDo')} className="ah">
      <h3>{titleWords.join(': ')}</h3>
      {plan === null ? (
        <p className="pl-2">
          {t('plans:noneHeld')}{' '}
          <Allowed to={responsePlans.create}>
            <Link to={to('AlertRules', { projectId: alert.projectId }, { tab: 'plans' })}>{t('plans:makeOne')}</Link>
          </Allowed>
        </p>
      ) : (
        <>
          {plan.text !== '' && <p className="ah-text">{plan.text}</p>}
          {plan.steps.length > 0 && <Steps {...{ alert, plan, unsent, mayHandle }} />}
        </>
      )}
    </section>
  );
}

function Steps({
  alert,
  plan,
  unsent,
  mayHandle,
}: {
  alert: Alert;
  plan: AlertPlan;
  unsent: Unsent;
  mayHandle: boolean;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ol className="ah-steps">
      {plan.steps.map(({ text, doneAt, byName }, step) => {
        // What waits to be sent is shown as it is meant.
        const waiting = unsent.waiting.findLast((act) => act.kind === 'step' && act.step === step);
        const isDone = waiting?.kind === 'step' ? waiting.isDone : doneAt !== null;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a copy never change places
          <li key={step}>
            <Checkbox
              checked={isDone}
              disabled={!mayHandle}
              onChange={({ target }) => unsent.send({ kind: 'step', step, text, isDone: target.checked })}
            >
              {text}
              {doneAt !== null && isDone && (
                <span className="pl-sm pl-3 who">
                  {t('plans:doneBy', { by: byName ?? '', at: formatShort(doneAt, alert.timeZone, language) })}
                </span>
              )}
            </Checkbox>
          </li>
        );
      })}
    </ol>
  );
}
