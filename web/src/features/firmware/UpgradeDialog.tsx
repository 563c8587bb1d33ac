import { WarningOutlined } from '@ant-design/icons';
import { type Firmware, firmware, firmwareLimits } from '@plumbline/contract/firmware';
import { compareVersions } from '@plumbline/contract/firmware.name';
import type { FittingDevice } from '@plumbline/contract/firmware.upgrades';
import { Button, Checkbox, Modal, Table } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../design/SearchField.tsx';
import { Empty, Failed, SkeletonRows } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { formatCount } from '../../kernel/format.ts';
import { useRead } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';
import { refusalWords } from './refusal-words.ts';
import { Step } from './UpgradeState.tsx';

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
  const toasts = useToasts();
  const { run: upgradeDevices } = useWrite(firmware.upgrade);
  const [keyword, setKeyword] = useState('');
  const [behind, setBehind] = useState(true);
  const [picked, setPicked] = useState<ReadonlyMap<number, FittingDevice>>(new Map());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const query = useRead(
    firmware.fitting,
    {
      corporationId,
      firmwareId: to.id,
      behind: behind ? 'yes' : 'no',
      ...(keyword.trim() && { keyword: keyword.trim() }),
    },
    {
      placeholderData: (before) => before,
    },
  );
  const rows = query.data?.devices;
  const counts = useMemo(() => {
    const all = [...picked.values()];
    const count = (is: (device: FittingDevice) => boolean) => all.filter(is).length;
    return {
      back: count(({ version }) => (compareVersions(version, to.version) ?? 0) > 0),
      same: count(({ version }) => version === to.version),
      away: count(({ connected }) => !connected),
    };
  }, [picked, to.version]);
  const go = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const { count } = await upgradeDevices({
        corporationId,
        firmwareId: to.id,
        deviceIds: [...picked.keys()],
      });
      toasts.done(t('firmware:begun', { count, shown: formatCount(count) }));
      onClose();
    } catch (error) {
      setFailure(error);
      void query.refetch();
    } finally {
      setBusy(false);
    }
  };
  const tooMany = picked.size > firmwareLimits.fitting;
  const notes = [
    counts.back > 0 && t('firmware:warn.back', { count: counts.back, shown: formatCount(counts.back) }),
    counts.same > 0 && t('firmware:warn.same', { count: counts.same, shown: formatCount(counts.same) }),
    counts.away > 0 &&
      t('firmware:warn.away', {
        count: counts.away,
        shown: formatCount(counts.away),
        hours: firmwareLimits.openHours,
      }),
  ].filter((each) => each !== false);
  return (
    <Modal
      open
      width={720}
      title={t('firmware:upgradeTitle', { type: to.type, version: to.version })}
      mask={{ closable: false }}
      onCancel={onClose}
      destroyOnHidden
      footer={
        <div className="pl-form-foot">
          <span className="pl-2 pl-sm pl-gap fw-left">
            {t('firmware:chosen', { count: picked.size, shown: formatCount(picked.size) })}
          </span>
          <Button type="text" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="primary" loading={busy} disabled={picked.size === 0 || tooMany} onClick={() => void go()}>
            {t('firmware:upgrade')}
          </Button>
        </div>
      }
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
        <Table<FittingDevice>
          className="fw-choice"
          size="small"
          rowKey="id"
          virtual={rows.length > 100}
          pagination={false}
          scroll={{ y: 320, x: 320 }}
          dataSource={rows as FittingDevice[]}
          locale={{
            emptyText: (
              <Empty title={keyword ? t('firmware:noneFound') : behind ? t('firmware:allRun') : t('firmware:noHost')} />
            ),
          }}
          rowSelection={{
            columnWidth: 40,
            selectedRowKeys: [...picked.keys()],
            preserveSelectedRowKeys: true,
            getTitleCheckboxProps: () => ({ 'aria-label': t('forms:all') }),
            getCheckboxProps: ({ upgrading, name }) => ({ disabled: upgrading, 'aria-label': name }),
            onChange: (_keys, devices) =>
              setPicked(new Map(devices.filter(Boolean).map((device) => [device.id, device]))),
          }}
          columns={[
            {
              title: t('firmware:device'),
              key: 'device',
              render: (_, { name, sncode, model }) => (
                <div className="fw-cell">
                  <span className="pl-ell">{name}</span>
                  <span className="pl-3 pl-sm pl-ell">
                    {sncode} · {model}
                  </span>
                </div>
              ),
            },
            {
              title: t('firmware:step'),
              key: 'step',
              width: 160,
              render: (_, { version }) => <Step upgrade={{ fromVersion: version, version: to.version }} />,
            },
            {
              title: t('firmware:link'),
              key: 'link',
              width: 130,
              responsive: ['sm'],
              render: (_, { connected, upgrading }) => (
                <span className="pl-2">
                  {upgrading
                    ? t('firmware:upgrading')
                    : t(`devices:connection.${connected ? 'connected' : 'notConnected'}`)}
                </span>
              ),
            },
          ]}
        />
      )}
      {(query.data?.total ?? 0) > firmwareLimits.fitting && (
        <p className="pl-2 pl-sm">
          {t('firmware:first', { shown: formatCount(firmwareLimits.fitting), total: formatCount(query.data!.total) })}
        </p>
      )}
      {notes.length > 0 && (
        <ul className="fw-notes">
          {notes.map((words) => (
            <li key={words} className="pl-row tight">
              <WarningOutlined />
              {words}
            </li>
          ))}
        </ul>
      )}
      {failure !== null && (
        <div role="alert" className="fw-refused pl-wrong">
          {refusalWords(failure, t).map((words) => (
            <p key={words}>{words}</p>
          ))}
        </div>
      )}
    </Modal>
  );
}
