import { WarningOutlined } from '@ant-design/icons';
import { type Firmware, firmware, firmwareLimits } from '@plumbline/contract/telemetry/firmware';
import { compareVersions } from '@plumbline/contract/telemetry/firmware.name';
import type { FittingDevice } from '@plumbline/contract/telemetry/firmware.upgrades';
import { Button, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../design/SearchField.tsx';
import { Failed, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { FittingTable } from './FittingTable.tsx';
import { refusalWords } from './refusal-words.ts';

/**
 * Chooses the devices that are brought to a version: those of its type alone, each with what it runs. What may surprise
 * (a step back, the same version, a device that is away) is said before. Invariant: all that are chosen begin, or none.
 */
export function UpgradeDialog({
  corporationId,
  to,
  onClose,
}: {
  corporationId: number;
  to: Firmware;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [keyword, setKeyword] = useState('');
  const [behind, setBehind] = useState(true);
  const [picked, setPicked] = useState<ReadonlyMap<number, FittingDevice>>(new Map());
  const query = useFitting(corporationId, to, behind, keyword.trim());
  const rows = query.data?.devices;
  const { go, busy, failure } = useBegin(corporationId, to, {
    onBegun: onClose,
    onRefused: () => void query.refetch(),
  });
  return (
    <Modal
      open
      width={720}
      title={t('firmware:upgradeTitle', { type: to.type, version: to.version })}
      mask={{ closable: false }}
      onCancel={onClose}
      destroyOnHidden
      footer={<Foot count={picked.size} busy={busy} onCancel={onClose} onGo={() => void go([...picked.keys()])} />}
    >
      {to.notice && <p className="pl-2 fw-lines">{to.notice}</p>}
      <div className="pl-row fw-dialog-bar">
        <SearchField widthPx={260} label={t('firmware:findDevice')} value={keyword} onChange={setKeyword} />
        <Checkbox checked={behind} onChange={({ target }) => setBehind(target.checked)}>
          {t('firmware:onlyOthers')}
        </Checkbox>
      </div>
      {query.error && !rows ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : rows === undefined ? (
        <SkeletonRows rows={6} />
      ) : (
        <FittingTable
          rows={rows}
          to={to}
          picked={picked}
          onPick={setPicked}
          none={keyword ? t('firmware:noneFound') : behind ? t('firmware:allRun') : t('firmware:noHost')}
        />
      )}
      {query.data && query.data.total > firmwareLimits.fitting && (
        <p className="pl-2 pl-sm">
          {t('firmware:first', { shown: formatCount(firmwareLimits.fitting), total: formatCount(query.data.total) })}
        </p>
      )}
      <Surprises devices={[...picked.values()]} to={to} />
      {failure !== null && <Refused failure={failure} />}
    </Modal>
  );
}

/** Begins once one is chosen, and no more than one request may bring. */
function Foot({
  count,
  busy,
  onCancel,
  onGo,
}: {
  count: number;
  busy: boolean;
  onCancel: () => void;
  onGo: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="pl-form-foot">
      <span className="pl-2 pl-sm pl-gap fw-left">{t('firmware:chosen', { count, shown: formatCount(count) })}</span>
      <Button type="text" onClick={onCancel}>
        {t('common:cancel')}
      </Button>
      <Button type="primary" loading={busy} disabled={count === 0 || count > firmwareLimits.fitting} onClick={onGo}>
        {t('firmware:upgrade')}
      </Button>
    </div>
  );
}

function Refused({ failure }: { failure: unknown }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="fw-refused pl-wrong">
      {refusalWords(failure, t).map((words) => (
        <p key={words}>{words}</p>
      ))}
    </div>
  );
}

/** Devices that the version is for; only those that do not run it yet where `behind`. */
const useFitting = (corporationId: number, to: Firmware, behind: boolean, keyword: string) =>
  useRead(
    firmware.fitting,
    { corporationId, firmwareId: to.id, behind: behind ? 'yes' : 'no', ...(keyword && { keyword }) },
    { placeholderData: (before) => before },
  );

/** Begins the upgrades of all that were chosen, or of none. */
function useBegin(
  corporationId: number,
  to: Firmware,
  { onBegun, onRefused }: { onBegun: () => void; onRefused: () => void },
) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: upgradeDevices } = useWrite(firmware.upgrade);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const go = async (deviceIds: number[]): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const { count } = await upgradeDevices({ corporationId, firmwareId: to.id, deviceIds });
      toasts.done(t('firmware:begun', { count, shown: formatCount(count) }));
      onBegun();
    } catch (error) {
      setFailure(error);
      onRefused();
    } finally {
      setBusy(false);
    }
  };
  return { go, busy, failure };
}

/** What may surprise about the devices that are chosen: a step back, the same version, a device that is away. */
function Surprises({ devices, to }: { devices: readonly FittingDevice[]; to: Firmware }) {
  const { t } = useTranslation();
  const count = (is: (device: FittingDevice) => boolean) => devices.filter(is).length;
  const back = count(({ version }) => (compareVersions(version, to.version) ?? 0) > 0);
  const same = count(({ version }) => version === to.version);
  const away = count(({ connection }) => connection === 'notConnected' || connection === 'connecting');
  const unknown = count(({ connection }) => connection === 'unknown');
  const notes = [
    back > 0 && t('firmware:warn.back', { count: back, shown: formatCount(back) }),
    same > 0 && t('firmware:warn.same', { count: same, shown: formatCount(same) }),
    away > 0 && t('firmware:warn.away', { count: away, shown: formatCount(away), hours: firmwareLimits.openHours }),
    unknown > 0 &&
      t('firmware:warn.unknown', { count: unknown, shown: formatCount(unknown), hours: firmwareLimits.openHours }),
  ].filter((each) => each !== false);
  if (notes.length === 0) return null;
  return (
    <ul className="fw-notes">
      {notes.map((words) => (
        <li key={words} className="pl-row tight">
          <WarningOutlined />
          {words}
        </li>
      ))}
    </ul>
  );
}
