import { type PushDevice, pushes } from '@plumbline/contract/alerts/pushes';
import { Button, Select } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pane } from '../../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { levelName } from '../../../kernel/levels.ts';
import { markFor, unmark } from '../../../kernel/push-mark.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useSession } from '../../../kernel/session.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { currentAddress, type Obstacle, obstacle, switchOff, switchOn } from './this-device.ts';

/** The devices on which the caller has alerts pushed, and the switch for this one. */
export function PushPane() {
  const { t } = useTranslation();
  const query = useRead(pushes.list, {});
  return (
    <Pane title={t('pushes:title')} className="whole">
      <p className="pl-2 lead">{t('pushes:why')}</p>
      <Answer query={query} loading={<SkeletonRows rows={2} rowPx={48} />}>
        {({ publicKey, devices }) => <Devices publicKey={publicKey} devices={devices} />}
      </Answer>
    </Pane>
  );
}

function Devices({ publicKey, devices }: { publicKey: string; devices: readonly PushDevice[] }) {
  const { t } = useTranslation();
  const { thisDevice, subscribed, forget } = useThisDevice(devices);
  return (
    <>
      {devices.length === 0 && <p className="pl-3">{t('pushes:none')}</p>}
      {devices.map((device) => (
        <DeviceRow
          key={device.id}
          device={device}
          isThis={device.id === thisDevice?.id}
          onRemoved={() => device.id === thisDevice?.id && forget()}
        />
      ))}
      {!thisDevice && <SwitchOn publicKey={publicKey} onDone={subscribed} />}
    </>
  );
}

/** Which of the devices this browser is: the one of this session, as long as the browser is subscribed itself. */
function useThisDevice(devices: readonly PushDevice[]) {
  const [isSubscribed, setSubscribed] = useState(false);
  useEffect(() => {
    void currentAddress().then((address) => setSubscribed(address !== null));
  }, []);
  const thisDevice = isSubscribed ? devices.find(({ isThisSession }) => isThisSession) : undefined;
  return { thisDevice, subscribed: () => setSubscribed(true), forget: () => setSubscribed(false) };
}

function SwitchOn({ publicKey, onDone }: { publicKey: string; onDone: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { user } = useSession();
  const { run: subscribe, isPending } = useWrite(pushes.subscribe);
  const [hindrance, setHindrance] = useState<Obstacle>(obstacle);
  const [reason, setReason] = useState('');
  const turnOn = async (): Promise<void> => {
    setReason('');
    const address = await switchOn(publicKey).catch((error: Error) => {
      setReason(error.message);
      return null;
    });
    setHindrance(obstacle());
    if (!address) return;
    await subscribe(address);
    markFor(user.id);
    onDone();
  };
  return (
    <div style={{ paddingTop: 12 }}>
      {hindrance === null ? (
        <Button loading={isPending} onClick={() => void turnOn().catch(toasts.failed)}>
          {t('pushes:on')}
        </Button>
      ) : (
        <p role="status">{t(`pushes:${hindrance}`)}</p>
      )}
      {reason !== '' && <p role="alert">{t('pushes:failed', { reason })}</p>}
    </div>
  );
}

function DeviceRow({ device, isThis, onRemoved }: { device: PushDevice; isThis: boolean; onRemoved: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: unsubscribe, isPending } = useWrite(pushes.unsubscribe);
  const name = useDeviceName(device);
  const remove = async (): Promise<void> => {
    await unsubscribe({ pushId: device.id });
    if (isThis) {
      unmark();
      await switchOff();
    }
    onRemoved();
  };
  return (
    <div className="pl-row push-device">
      <div className="pl-gap" style={{ minWidth: 0 }}>
        <div className="pl-b pl-ell">
          {name}
          {isThis && <span className="pl-2 pl-sm"> · {t('pushes:this')}</span>}
        </div>
        <div className="pl-sm pl-3">{t('pushes:since', { at: formatTime(device.createdAt), host: device.host })}</div>
      </div>
      <LevelChoice device={device} name={name} />
      <TestButton device={device} name={name} />
      <Button
        size="small"
        danger
        loading={isPending}
        aria-label={t('pushes:removeOf', { device: name })}
        onClick={() => void remove().catch(toasts.failed)}
      >
        {isThis ? t('pushes:off') : t('pushes:remove')}
      </Button>
    </div>
  );
}

function useDeviceName({ browser, system }: PushDevice): string {
  const { t } = useTranslation();
  return browser !== null && system !== null
    ? t('pushes:browserOn', { browser, system })
    : (browser ?? system ?? t('pushes:unknown'));
}

function LevelChoice({ device, name }: { device: PushDevice; name: string }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: update } = useWrite(pushes.update);
  return (
    <Select
      size="small"
      aria-label={t('pushes:levelOf', { device: name })}
      value={device.levelFrom}
      onChange={(levelFrom) => void update({ pushId: device.id, levelFrom }).catch(toasts.failed)}
      options={[1, 2, 3, 4].map((level) => ({
        value: level,
        label: `${t('pushes:fromLevel')} ${t(`common:level.${levelName(level)}`)}`,
      }))}
    />
  );
}

function TestButton({ device, name }: { device: PushDevice; name: string }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: sendTest, isPending } = useWrite(pushes.test);
  const send = async (): Promise<void> => {
    const { accepted, answer } = await sendTest({ pushId: device.id });
    if (accepted) toasts.done(t('pushes:accepted'));
    else toasts.warn(t('pushes:refused', { answer }));
  };
  return (
    <Button
      size="small"
      loading={isPending}
      aria-label={t('pushes:testOf', { device: name })}
      onClick={() => void send().catch(toasts.failed)}
    >
      {t('pushes:test')}
    </Button>
  );
}
