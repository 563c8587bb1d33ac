import './firmware.css';
import { WarningOutlined } from '@ant-design/icons';
import { type Firmware, firmware } from '@plumbline/contract/telemetry/firmware';
import { compareVersions } from '@plumbline/contract/telemetry/firmware.name';
import type { Upgrade } from '@plumbline/contract/telemetry/firmware.upgrades';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { Allowed } from '../../../kernel/allowed.tsx';
import { formatTime } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useSocketNow } from '../../../kernel/socket.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useDeviceFirmware } from './firmware.queries.ts';
import { Step, UpgradeActs, UpgradeState } from './UpgradeState.tsx';

/** Firmware of one device: what it runs, what is newer, the upgrade that goes on, and those before. */
export function FirmwareTab({ deviceId, zone }: { deviceId: number; zone: string | undefined }) {
  const { t } = useTranslation();
  useSocketNow();
  const query = useDeviceFirmware(deviceId);
  return (
    <Answer
      query={query}
      loading={<SkeletonRows rows={5} />}
      isEmpty={({ upgradable, upgrades }) => !upgradable && upgrades.length === 0}
      empty={<Empty title={t('firmware:notUpgradable')} why={t('firmware:notUpgradableWhy')} />}
    >
      {(answer) => <KnownFirmware deviceId={deviceId} zone={zone} {...answer} />}
    </Answer>
  );
}

function KnownFirmware({
  deviceId,
  zone,
  version,
  choices,
  upgrades,
}: { deviceId: number; zone: string | undefined } & Reply<typeof firmware.ofDevice>) {
  const { t } = useTranslation();
  const [newest] = choices;
  const newer = newest && (version === '' || (compareVersions(newest.version, version) ?? 0) > 0) ? newest : undefined;
  const isOpen = upgrades[0]?.state === 'inProgress';
  return (
    <>
      <section className="dv-section">
        <Facts
          facts={[
            [
              t('firmware:runs'),
              <span key="runs" className="pl-num">
                {version || t('firmware:notSaid')}
              </span>,
            ],
            [
              t('firmware:newestWord'),
              newest ? (
                <span key="newest" className="pl-num">
                  {newest.version}
                  {newer ? '' : ` · ${t('firmware:upToDate')}`}
                </span>
              ) : (
                t('firmware:noneForModel')
              ),
            ],
          ]}
        />
        {newest && !isOpen && (
          <Allowed to={firmware.upgradeDevice}>
            <Choice deviceId={deviceId} version={version} choices={choices} newest={newest} />
          </Allowed>
        )}
      </section>
      <History upgrades={upgrades} zone={zone} />
    </>
  );
}

/** The upgrades of a device, newest first. */
function History({ upgrades, zone }: { upgrades: readonly Upgrade[]; zone: string | undefined }) {
  const { t } = useTranslation();
  return (
    <section className="dv-section" aria-label={t('firmware:history')}>
      <h3>{t('firmware:history')}</h3>
      {upgrades.length === 0 ? (
        <p className="pl-2">{t('firmware:noHistory')}</p>
      ) : (
        <ul className="fw-history">
          {upgrades.map((upgrade) => (
            <li key={upgrade.id}>
              <div className="pl-row">
                <Step upgrade={upgrade} />
                <span className="pl-gap" />
                <UpgradeActs upgrade={upgrade} />
              </div>
              <UpgradeState upgrade={upgrade} />
              <div className="pl-3 pl-sm">
                {formatTime(upgrade.createdAt, zone)} · {upgrade.byName}
                {upgrade.attempt > 1 && ` · ${t('firmware:attempt', { count: upgrade.attempt })}`}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The version to go to, the newest unless told; a step back is said before. */
function Choice({
  deviceId,
  version,
  choices,
  newest,
}: {
  deviceId: number;
  version: string;
  choices: readonly Firmware[];
  newest: Firmware;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: upgradeDevice } = useWrite(firmware.upgradeDevice);
  const [chosen, setChosen] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const to = choices.find(({ id }) => id === chosen) ?? newest;
  const step = compareVersions(to.version, version);
  const go = async (): Promise<void> => {
    setBusy(true);
    try {
      await upgradeDevice({ deviceId, firmwareId: to.id });
      toasts.done(t('firmware:begun', { count: 1, shown: '1' }));
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div className="pl-row fw-choose">
        <Select
          className="pl-gap"
          aria-label={t('firmware:chooseVersion')}
          value={to.id}
          options={choices.map((each) => ({ value: each.id, label: `${each.version} · ${each.type} · ${each.note}` }))}
          onChange={setChosen}
        />
        <Button type={step !== null && step <= 0 ? 'default' : 'primary'} loading={busy} onClick={() => void go()}>
          {t('firmware:upgrade')}
        </Button>
      </div>
      {to.notice && <p className="pl-2 pl-sm fw-lines">{to.notice}</p>}
      {step !== null && step <= 0 && (
        <p className="pl-row tight pl-sm fw-warn">
          <WarningOutlined />
          {t(step < 0 ? 'firmware:warn.itBack' : 'firmware:warn.itSame')}
        </p>
      )}
    </>
  );
}
