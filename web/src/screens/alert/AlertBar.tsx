import { CheckCircleOutlined, CloseOutlined, EyeOutlined, StopOutlined, UndoOutlined } from '@ant-design/icons';
import type { Alert } from '@plumbline/contract/alerts/alerts';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Unsent, useStoredText } from '../../features/alerts/handling/handling.parts.tsx';

type Final = 'Confirm' | 'FalseAlarm' | 'Restore';

/**
 * The three big buttons, within reach of one thumb. Noticed is given at once; what is final opens a second step with its reason,
 * so that no single touch settles an alert. False alarm asks for a reason.
 */
export function AlertBar({ alert, unsent }: { alert: Alert; unsent: Unsent }) {
  const { t } = useTranslation();
  const [verdict, setVerdict] = useState<Final | null>(null);
  const waitingVerdict = unsent.waiting.find((act) => act.kind === 'verdict');
  if (waitingVerdict)
    return (
      <footer className="ap-bar" role="status">
        <b>{t('handling:unsentVerdict', { verdict: t(`alerts:verdict.${waitingVerdict.status}`) })}</b>
      </footer>
    );
  if (verdict !== null)
    return (
      <SecondStep key={verdict} alert={alert} verdict={verdict} unsent={unsent} onClose={() => setVerdict(null)} />
    );
  return (
    <footer className="ap-bar">
      <div className="ap-big">
        {alert.status === 'Pending' && (
          <Button
            type="primary"
            icon={<EyeOutlined />}
            onClick={() => unsent.send({ kind: 'verdict', status: 'Notice', reason: '' })}
          >
            {t('handling:acknowledge')}
          </Button>
        )}
        <Button icon={<CheckCircleOutlined />} onClick={() => setVerdict('Confirm')}>
          {t('alerts:verdict.Confirm')}
        </Button>
        <Button icon={<StopOutlined />} onClick={() => setVerdict('FalseAlarm')}>
          {t('alerts:verdict.FalseAlarm')}
        </Button>
        {alert.status !== 'Pending' && (
          <Button icon={<UndoOutlined />} onClick={() => setVerdict('Restore')}>
            {t('alerts:verdict.Restore')}
          </Button>
        )}
      </div>
    </footer>
  );
}

function SecondStep({
  alert,
  verdict,
  unsent,
  onClose,
}: {
  alert: Alert;
  verdict: Final;
  unsent: Unsent;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [reason, setReason] = useStoredText(`${alert.id}.reason`);
  const lacksReason = verdict === 'FalseAlarm' && reason.trim() === '';
  const give = (): void => {
    unsent.send({ kind: 'verdict', status: verdict, reason: reason.trim() });
    setReason('');
    onClose();
  };
  return (
    <footer className="ap-bar">
      <p className="pl-sm">{t('handling:isFinal', { verdict: t(`alerts:verdict.${verdict}`) })}</p>
      <Input
        value={reason}
        maxLength={200}
        size="large"
        autoFocus
        placeholder={t(verdict === 'FalseAlarm' ? 'handling:whyFalse' : 'alerts:reasonHint')}
        aria-label={t('alerts:reason')}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="ap-big two">
        <Button icon={<CloseOutlined />} onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button type="primary" disabled={lacksReason} onClick={give}>
          {t('handling:settle', { verdict: t(`alerts:verdict.${verdict}`) })}
        </Button>
      </div>
    </footer>
  );
}
