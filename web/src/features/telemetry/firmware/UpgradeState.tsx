import {
  ArrowRightOutlined,
  CheckOutlined,
  ClockCircleOutlined,
  LoadingOutlined,
  RedoOutlined,
  StopOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import { firmware } from '@plumbline/contract/telemetry/firmware';
import type { Upgrade } from '@plumbline/contract/telemetry/firmware.upgrades';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Bar } from '../../../design/Pane.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useWrite } from '../../../kernel/writes.ts';

/** From which version to which. */
export function Step({ upgrade: { fromVersion, version } }: { upgrade: Pick<Upgrade, 'fromVersion' | 'version'> }) {
  const { t } = useTranslation();
  return (
    <span className="pl-row tight pl-num">
      {fromVersion || <span className="pl-3">{t('firmware:notSaid')}</span>}
      <ArrowRightOutlined className="pl-3" />
      {version}
    </span>
  );
}

/** How an upgrade stands: its mark and word, how far it is where the device says it, and why it failed. Ink, no level colour. */
export function UpgradeState({ upgrade }: { upgrade: Upgrade }) {
  const { t } = useTranslation();
  const { state, phase, percent, reason, deviceMessage, connection } = upgrade;
  const words =
    state === 'inProgress'
      ? phase === 'waiting' && connection === 'connected'
        ? t('firmware:phase.sending')
        : t(`firmware:phase.${phase}`)
      : t(`firmware:state.${state}`);
  const mark = {
    inProgress: phase === 'waiting' ? <ClockCircleOutlined /> : <LoadingOutlined />,
    success: <CheckOutlined />,
    fail: <WarningOutlined />,
    cancelled: <StopOutlined />,
  }[state];
  return (
    <div className="fw-state">
      <span className={`pl-row tight${state === 'fail' ? ' pl-b' : state === 'cancelled' ? ' pl-2' : ''}`}>
        {mark}
        {words}
        {state === 'inProgress' && percent !== null && <span className="pl-num">{percent} %</span>}
      </span>
      {state === 'inProgress' && percent !== null && <Bar share={percent / 100} />}
      {reason && (
        <span className="pl-2 pl-sm fw-wrap">
          {t(`firmware:reason.${reason}`)}
          {deviceMessage !== '' && `: ${deviceMessage}`}
        </span>
      )}
    </div>
  );
}

/** Retry of what failed last, cancel of what has not begun. */
export function UpgradeActs({ upgrade }: { upgrade: Upgrade }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const { run: retry } = useWrite(firmware.retry);
  const { run: cancel } = useWrite(firmware.cancel);
  const [busy, setBusy] = useState(false);
  const { id: upgradeId, deviceId, deviceName, state, last, beganAt, firmwareId } = upgrade;
  if (!allowed(firmware.upgradeDevice)) return null;
  const act = async (send: typeof retry): Promise<void> => {
    setBusy(true);
    try {
      await send({ deviceId, upgradeId });
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  };
  if (state === 'inProgress' && beganAt === null)
    return (
      <Button
        size="small"
        loading={busy}
        icon={<StopOutlined />}
        aria-label={t('firmware:cancelOf', { name: deviceName })}
        onClick={() => void act(cancel)}
      >
        {t('firmware:cancel')}
      </Button>
    );
  if (last && firmwareId !== null && (state === 'fail' || state === 'cancelled'))
    return (
      <Button
        size="small"
        loading={busy}
        icon={<RedoOutlined />}
        aria-label={t('firmware:retryOf', { name: deviceName })}
        onClick={() => void act(retry)}
      >
        {t('firmware:retry')}
      </Button>
    );
  return null;
}
