import {
  CloudUploadOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  EllipsisOutlined,
} from '@ant-design/icons';
import { type Firmware, type FirmwareType, firmware } from '@plumbline/contract/firmware';
import type { FieldDefinition } from '@plumbline/contract/forms';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../design/ConfirmDestructive.tsx';
import { type Columns, DataTable } from '../../design/DataTable.tsx';
import { FormDialog } from '../../design/form/FormDialog.tsx';
import { formatAs } from '../../design/formats.ts';
import { Empty } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { download, saveAs } from '../../kernel/call.ts';
import { formatTime, missing } from '../../kernel/format.ts';
import { useRead } from '../../kernel/reads.ts';
import { useSession } from '../../kernel/session.ts';
import { useWrite } from '../../kernel/writes.ts';
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

/** The versions of one firmware type, newest first, and what may be done with each. */
export function VersionsTable({ corporationId, type }: { corporationId: number; type: FirmwareType }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: removeFirmware } = useWrite(firmware.remove);
  const { run: updateFirmware } = useWrite(firmware.update);
  const allowed = useAllowed();
  const { user } = useSession();
  const [page, setPage] = useState(1);
  const [doing, setDoing] = useState<{ act: 'upgrade' | 'notice' | 'delete'; of: Firmware } | null>(null);
  const stop = (): void => setDoing(null);
  const query = useRead(firmware.list, { corporationId, type: type.type, page, pageSize });
  const mayChange = (one: Firmware) => user.type === 'System' || !one.shared;
  const fetchFile = async (one: Firmware): Promise<void> => {
    try {
      saveAs((await download(firmware.file, { corporationId, firmwareId: one.id })).blob, one.name);
    } catch (error) {
      toasts.failed(error);
    }
  };
  const columns: Columns<Firmware> = [
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
    {
      title: '',
      key: 'act',
      width: 150,
      render: (_, one) => {
        const more = [
          {
            key: 'notice',
            icon: <EditOutlined />,
            label: t('firmware:editNotice'),
            show: allowed(firmware.update) && mayChange(one),
          },
          { key: 'file', icon: <DownloadOutlined />, label: t('firmware:download'), show: true },
          {
            key: 'delete',
            icon: <DeleteOutlined />,
            danger: true,
            label: t('common:delete'),
            show: allowed(firmware.remove) && mayChange(one),
          },
        ].filter(({ show }) => show);
        return (
          <span className="pl-row tight fw-acts">
            {allowed(firmware.upgrade) && (
              <Button
                size="small"
                icon={<CloudUploadOutlined />}
                disabled={type.devices === 0}
                title={type.devices === 0 ? t('firmware:noHost') : undefined}
                aria-label={t('firmware:upgradeTo', { version: one.version })}
                onClick={() => setDoing({ act: 'upgrade', of: one })}
              >
                {t('firmware:upgrade')}
              </Button>
            )}
            <Dropdown
              trigger={['click']}
              placement="bottomRight"
              menu={{
                items: more.map(({ show: _, ...item }) => item),
                onClick: ({ key }) =>
                  key === 'file' ? void fetchFile(one) : setDoing({ act: key as 'notice' | 'delete', of: one }),
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
      },
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
      {doing?.act === 'upgrade' && <UpgradeDialog corporationId={corporationId} to={doing.of} onClose={stop} />}
      {doing?.act === 'notice' && (
        <FormDialog
          title={t('firmware:noticeOf', { version: doing.of.version })}
          schema={firmware.update.input}
          fixed={{ corporationId, firmwareId: doing.of.id }}
          initial={{ notice: doing.of.notice }}
          fields={noticeField}
          onSave={async (input: never) => {
            await updateFirmware(input);
          }}
          onClose={stop}
        />
      )}
      {doing?.act === 'delete' && (
        <ConfirmDestructive
          open
          title={t('firmware:deleteTitle', { name: doing.of.name })}
          lost={t('firmware:deleteLost')}
          action={t('common:delete')}
          onConfirm={async () => {
            await removeFirmware({ corporationId, firmwareId: doing.of.id });
          }}
          onClose={stop}
        />
      )}
    </>
  );
}
