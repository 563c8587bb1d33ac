import { CheckOutlined } from '@ant-design/icons';
import { type Alert, alerts } from '@plumbline/contract/alerts/alerts';
import { Button, Input } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { useWrite } from '../../../kernel/writes.ts';

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
  const foot = useRef<HTMLElement>(null);
  const { give, isGiving } = useVerdict(alert, () => {
    onArm(null);
    // The button that had the focus may go: what is read next is the alert as it is now.
    foot.current?.closest<HTMLElement>('.pl-beside')?.focus({ preventScroll: true });
  });
  return (
    <footer ref={foot} className="al-verdict">
      <VerdictForm
        armed={armed}
        onArm={onArm}
        canNotice={alert.status === 'Pending'}
        isGiving={isGiving}
        onGive={give}
      />
    </footer>
  );
}

/** Reason and verdict, of one alert or of many. While nobody has acknowledged, that is what is offered first: it can be taken further, a final verdict cannot. */
export function VerdictForm({
  armed,
  onArm,
  canNotice,
  isGiving,
  onGive,
}: {
  armed: Verdict | null;
  onArm: (verdict: Verdict | null) => void;
  canNotice: boolean;
  isGiving: boolean;
  onGive: (verdict: Verdict, reason: string) => void;
}) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const give = useCallback((verdict: Verdict) => onGive(verdict, reason), [onGive, reason]);
  useEffect(() => {
    if (armed !== 'Notice') return;
    onArm(null);
    if (canNotice) give('Notice');
  }, [armed, canNotice, give, onArm]);
  useSecondPress(armed, give, onArm);
  return (
    <>
      <Input
        value={reason}
        maxLength={200}
        placeholder={t('alerts:reasonHint')}
        aria-label={t('alerts:reason')}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="pl-row">
        {canNotice && (
          <Button type="primary" icon={<CheckOutlined />} disabled={isGiving} onClick={() => give('Notice')}>
            {t('alerts:verdict.Notice')}
          </Button>
        )}
        {finals.map((verdict, i) => (
          <FinalButton
            key={verdict}
            verdict={verdict}
            isFirst={i === 0 && !canNotice}
            isArmed={armed === verdict}
            disabled={isGiving}
            onArm={() => onArm(verdict)}
            onGive={() => give(verdict)}
          />
        ))}
      </div>
      <div className="pl-sm pl-3" role="status">
        <FinalWords armed={armed} onTakeBack={() => onArm(null)} />
      </div>
    </>
  );
}

function FinalButton({
  verdict,
  isFirst,
  isArmed,
  disabled,
  onArm,
  onGive,
}: {
  verdict: Verdict;
  isFirst: boolean;
  isArmed: boolean;
  disabled: boolean;
  onArm: () => void;
  onGive: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Button
      type={isFirst ? 'primary' : 'default'}
      icon={isFirst ? <CheckOutlined /> : undefined}
      className={isArmed ? 'armed' : ''}
      disabled={disabled}
      aria-pressed={isArmed}
      // A double click is one intention.
      onClick={({ detail }) => {
        if (!isArmed) onArm();
        else if (detail <= 1) onGive();
      }}
    >
      {t(`alerts:verdict.${verdict}`)}
    </Button>
  );
}

/** Gives a verdict with its reason, and says that it did. */
function useVerdict(alert: Alert, onSettled: () => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { mutate, isPending } = useWrite(alerts.setStatus, {
    onSuccess: (_, { status }) =>
      toasts.done(t('alerts:done', { name: alert.pointName, status: t(`common:alertStatus.${status}`) })),
    onError: toasts.failed,
    onSettled,
  });
  const give = useCallback(
    (status: Verdict, reason: string) => mutate({ alertId: alert.id, status, reason }),
    [mutate, alert.id],
  );
  return { give, isGiving: isPending };
}

/** While a final verdict is armed its key or Enter gives it, and Escape takes it back, wherever the focus is. */
function useSecondPress(
  armed: Verdict | null,
  give: (verdict: Verdict) => void,
  onArm: (verdict: Verdict | null) => void,
): void {
  useEffect(() => {
    if (armed === null || armed === 'Notice') return;
    const key = (event: KeyboardEvent): void => {
      const typing = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA)$/.test(event.target.tagName);
      if (typing || event.repeat || event.ctrlKey || event.metaKey) return;
      const isSecond = event.key.toUpperCase() === keys[armed] || event.key === 'Enter';
      if (!isSecond && event.key !== 'Escape') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (isSecond) give(armed);
      else onArm(null);
    };
    // The press that armed it is still on its way up to the window.
    const timer = setTimeout(() => addEventListener('keydown', key, true), 0);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', key, true);
    };
  }, [armed, give, onArm]);
}

/** That a verdict is final; of one that is armed, that the same key gives it, and the way back. */
function FinalWords({ armed, onTakeBack }: { armed: Verdict | null; onTakeBack: () => void }) {
  const { t } = useTranslation();
  if (armed === null || armed === 'Notice') return t('alerts:final');
  return (
    <>
      <b className="pl-b">{t('alerts:again', { key: keys[armed], verdict: t(`alerts:verdict.${armed}`) })}</b>{' '}
      <button type="button" className="pl-link" onClick={onTakeBack}>
        {t('alerts:takeBack')}
      </button>
    </>
  );
}
