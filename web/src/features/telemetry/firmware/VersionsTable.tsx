import {
  CloudUploadOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  EllipsisOutlined,
} from '@ant-design/icons';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { type Firmware, type FirmwareType, firmware } from '@plumbline/contract/telemetry/firmware';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { formatAs } from '../../../design/formats.ts';
import { ActsHeading } from '../../../design/Headings.tsx';
import { Empty } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { formatTime, missing } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useSession } from '../../../kernel/session.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { UpgradeDialog } from './UpgradeDialog.tsx';

const pageSize = 50;
const noticeField: readonly FieldDefinition[] = [
  {
    type: 'INPUT',
    inputType: 'textarea',
    prop: 'notice',
    label: 'firmware:notice',
    tips: 'firmware:noticeTips',
    span: 2,
  },
];

type Act = 'upgrade' | 'notice' | 'delete';

/** The versions of one firmware type, newest first, and what may be done with each. */
export function VersionsTable({ corporationId, type }: { corporationId: number; type: FirmwareType }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [doing, setDoing] = useState<{ act: Act; of: Firmware } | null>(null);
  const query = useRead(firmware.list, { corporationId, type: type.type, page, pageSize });
  const columns: Columns<Firmware> = [
    ...useColumns(),
    {
      title: <ActsHeading />,
      key: 'act',
      width: 150,
      render: (_, one) => (
        <VersionActs
          one={one}
          corporationId={corporationId}
          hasDevices={type.devices > 0}
          onAct={(act) => setDoing({ act, of: one })}
        />
      ),
    },
  ];
  const total = query.data?.total ?? 0;
  return (
    <>
      <DataTable
        rows={query.data?.firmware}
        columns={columns}
        rowKey={({ id }) => id}
        widthPx={320}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        empty={<Empty title={t('firmware:none')} />}
        {...(total > pageSize && {
          paging: { current: page, pageSize, total, onChange: setPage, showSizeChanger: false },
        })}
      />
      {doing && (
        <ActDialog corporationId={corporationId} act={doing.act} of={doing.of} onClose={() => setDoing(null)} />
      )}
    </>
  );
}

/** What a row says of a version. */
function useColumns(): Columns<Firmware> {
  const { t } = useTranslation();
  return [
    {
      title: t('firmware:version'),
      key: 'version',
      width: 210,
      render: (_, one) => (
        <div className="fw-cell">
          <span className="pl-row tight">
            <span className="pl-b pl-num">{one.version}</span>
            {one.shared && <span className="pl-tag quiet">{t('firmware:shared')}</span>}
          </span>
          <span className="pl-3 pl-sm pl-ell" title={`${one.name}\nSHA-256 ${one.sha256}`}>
            {one.name}
          </span>
        </div>
      ),
    },
    {
      title: t('firmware:notice'),
      key: 'notice',
      responsive: ['md'],
      render: (_, { notice }) => (
        <span className="fw-notice" title={notice}>
          {notice || <span className="pl-3">{missing}</span>}
        </span>
      ),
    },
    {
      title: t('firmware:size'),
      key: 'size',
      width: 90,
      align: 'right',
      responsive: ['lg'],
      render: (_, { size }) => formatAs('BYTE', size, t),
    },
    {
      title: t('firmware:added'),
      key: 'added',
      width: 170,
      responsive: ['lg'],
      render: (_, { createdAt, byName }) => (
        <div className="fw-cell">
          <span className="pl-num">{formatTime(createdAt)}</span>
          <span className="pl-3 pl-sm pl-ell">{byName}</span>
        </div>
      ),
    },
  ];
}

/** What may be done with a version. */
function VersionActs({
  one,
  corporationId,
  hasDevices,
  onAct,
}: {
  one: Firmware;
  corporationId: number;
  hasDevices: boolean;
  onAct: (act: Act) => void;
}) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const fetchFile = useFetchFile(corporationId);
  const more = useMoreActs(one);
  return (
    <span className="pl-row tight fw-acts">
      {allowed(firmware.upgrade) && (
        <Button
          size="small"
          icon={<CloudUploadOutlined />}
          disabled={!hasDevices}
          title={hasDevices ? undefined : t('firmware:noHost')}
          aria-label={t('firmware:upgradeTo', { version: one.version })}
          onClick={() => onAct('upgrade')}
        >
          {t('firmware:upgrade')}
        </Button>
      )}
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: more,
          onClick: ({ key }) => (key === 'file' ? void fetchFile(one) : onAct(key as 'notice' | 'delete')),
        }}
      >
        <Button
          size="small"
          type="text"
          icon={<EllipsisOutlined />}
          aria-label={t('firmware:moreOf', { version: one.version })}
        />
      </Dropdown>
    </span>
  );
}

/** What is asked for less often; shared versions are changed by System accounts alone. */
function useMoreActs(one: Firmware) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const { user } = useSession();
  const mayChange = user.type === 'System' || !one.shared;
  return [
    {
      key: 'notice',
      icon: <EditOutlined />,
      label: t('firmware:editNotice'),
      show: allowed(firmware.update) && mayChange,
    },
    { key: 'file', icon: <DownloadOutlined />, label: t('firmware:download'), show: true },
    {
      key: 'delete',
      icon: <DeleteOutlined />,
      danger: true,
      label: t('common:delete'),
      show: allowed(firmware.remove) && mayChange,
    },
  ]
    .filter(({ show }) => show)
    .map(({ show: _, ...item }) => item);
}

/** Hands a firmware file over to the browser. */
function useFetchFile(corporationId: number) {
  const toasts = useToasts();
  return async (one: Firmware): Promise<void> => {
    try {
      saveAs((await download(firmware.file, { corporationId, firmwareId: one.id })).blob, one.name);
    } catch (error) {
      toasts.failed(error);
    }
  };
}

function ActDialog({
  corporationId,
  act,
  of,
  onClose,
}: {
  corporationId: number;
  act: Act;
  of: Firmware;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run: removeFirmware } = useWrite(firmware.remove);
  const { run: updateFirmware } = useWrite(firmware.update);
  if (act === 'upgrade') return <UpgradeDialog corporationId={corporationId} to={of} onClose={onClose} />;
  if (act === 'notice')
    return (
      <FormDialog
        title={t('firmware:noticeOf', { version: of.version })}
        schema={firmware.update.input}
        fixed={{ corporationId, firmwareId: of.id }}
        record={of}
        initial={{ notice: of.notice }}
        fields={noticeField}
        onSave={async (input: never, precondition) => {
          await updateFirmware(input, precondition);
        }}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDestructive
      open
      title={t('firmware:deleteTitle', { name: of.name })}
      lost={t('firmware:deleteLost')}
      action={t('common:delete')}
      onConfirm={async () => {
        await removeFirmware({ corporationId, firmwareId: of.id });
      }}
      onClose={onClose}
    />
  );
}
