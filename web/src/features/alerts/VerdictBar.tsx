import { CheckOutlined } from '@ant-design/icons';
import { type Alert, alerts } from '@plumbline/contract/alerts';
import { Button, Input } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../design/Toasts.tsx';
import { useWrite } from '../../kernel/writes.ts';

export type Verdict = 'Confirm' | 'FalseAlarm' | 'Restore' | 'Notice';
const finals = ['Confirm', 'FalseAlarm', 'Restore'] as const;
const keys: Readonly<Record<Verdict, string>> = { Confirm: 'C', FalseAlarm: 'F', Restore: 'R', Notice: 'N' };

/**
 * The verdict, fixed at the foot of the drawer. A final one is only armed by the first click or key, and given by the
 * second; what is not final is given at once.
 */
export function VerdictBar({
  alert,
  armed,
  onArm,
}: {
  alert: Alert;
  armed: Verdict | null;
  onArm: (verdict: Verdict | null) => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [reason, setReason] = useState('');
  const foot = useRef<HTMLElement>(null);
  const judge = useWrite(alerts.setStatus, {
    onSuccess: (_, { status }) =>
      toasts.done(t('alerts:done', { name: alert.pointName, status: t(`common:alertStatus.${status}`) })),
    onError: toasts.failed,
    onSettled: () => {
      onArm(null);
      // The button that had the focus may go: what is read next is the alert as it is now.
      foot.current?.closest<HTMLElement>('.pl-beside')?.focus({ preventScroll: true });
    },
  });
  const { mutate: send, isPending } = judge;
  const mutate = useCallback(
    (status: Verdict) => send({ alertId: alert.id, status, reason }),
    [send, alert.id, reason],
  );
  const offered = (verdict: Verdict): boolean => verdict !== 'Notice' || alert.status === 'Pending';

  useEffect(() => {
    if (armed !== 'Notice') return;
    onArm(null);
    if (alert.status === 'Pending') mutate('Notice');
  }, [armed, alert.status, mutate, onArm]);
  useEffect(() => {
    if (armed === null || armed === 'Notice') return;
    const key = (event: KeyboardEvent): void => {
      const typing = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA)$/.test(event.target.tagName);
      if (typing || event.repeat || event.ctrlKey || event.metaKey) return;
      if (event.key.toUpperCase() === keys[armed] || event.key === 'Enter') {
        event.preventDefault();
        event.stopImmediatePropagation();
        mutate(armed);
      } else if (event.key === 'Escape') {
        event.preventDefault();
        event.stopImmediatePropagation();
        onArm(null);
      }
    };
    // The press that armed it is still on its way up to the window.
    const timer = setTimeout(() => addEventListener('keydown', key, true), 0);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', key, true);
    };
  }, [armed, mutate, onArm]);

  return (
    <footer ref={foot} className="al-verdict">
      <Input
        value={reason}
        maxLength={200}
        placeholder={t('alerts:reasonHint')}
        aria-label={t('alerts:reason')}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="pl-row">
        {finals.map((verdict, i) => (
          <Button
            key={verdict}
            type={i === 0 ? 'primary' : 'default'}
            icon={i === 0 ? <CheckOutlined /> : undefined}
            className={armed === verdict ? 'armed' : ''}
            disabled={isPending}
            aria-pressed={armed === verdict}
            // A double click is one intention.
            onClick={({ detail }) => {
              if (armed !== verdict) onArm(verdict);
              else if (detail <= 1) mutate(verdict);
            }}
          >
            {t(`alerts:verdict.${verdict}`)}
          </Button>
        ))}
        <span className="pl-gap" />
        {offered('Notice') && (
          <Button type="text" className="aside" disabled={isPending} onClick={() => mutate('Notice')}>
            {t('alerts:verdict.Notice')}
          </Button>
        )}
      </div>
      <div className="pl-sm pl-3" role="status">
        {armed !== null && armed !== 'Notice' ? (
          <>
            <b className="pl-b">{t('alerts:again', { key: keys[armed], verdict: t(`alerts:verdict.${armed}`) })}</b>{' '}
            <button type="button" className="pl-link" onClick={() => onArm(null)}>
              {t('alerts:takeBack')}
            </button>
          </>
        ) : (
          t('alerts:final')
        )}
      </div>
    </footer>
  );
}
