import { DeleteOutlined, DownloadOutlined, RedoOutlined } from '@ant-design/icons';
import { type DataExport, exports } from '@plumbline/contract/reports/exports';
import { type ExportKind, exportKinds } from '@plumbline/contract/reports/exports.records';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { formatAs } from '../../../design/formats.ts';
import { ActsHeading } from '../../../design/Headings.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { Empty } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { formatCount, formatDay, formatTime, missing } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';

/** The export files of a project: who made them, of what, how large, until when; downloaded, made once more, deleted. */
export function ExportHistory({
  query,
  kind,
  onKind,
  page,
  pageSize,
  onPage,
}: {
  query: UseQueryResult<Reply<typeof exports.list>>;
  kind: ExportKind | undefined;
  onKind: (kind: string) => void;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
}) {
  const { t } = useTranslation();
  const [removing, setRemoving] = useState<DataExport | null>(null);
  const columns = useColumns(setRemoving);
  const kinds = query.data?.kinds ?? [];
  return (
    <>
      <div className="exp-bar">
        <h2 className="pl-h3">{t('exports:history')}</h2>
        <Select
          className="exp-filter"
          value={kind ?? ''}
          aria-label={t('exports:kind')}
          options={[
            { value: '', label: t('exports:allKinds') },
            ...exportKinds
              .filter((each) => kinds.includes(each))
              .map((value) => ({ value, label: t(`exports:kinds.${value}`) })),
          ]}
          onChange={onKind}
        />
      </div>
      <div className="exp-table">
        <DataTable
          rows={query.data?.exports}
          columns={columns}
          rowKey={({ id }) => id}
          loading={query.isPending}
          error={query.error}
          onRetry={() => void query.refetch()}
          widthPx={1080}
          paging={{
            current: page,
            pageSize,
            total: query.data?.total ?? 0,
            hideOnSinglePage: true,
            onChange: onPage,
          }}
          empty={<Empty title={t('exports:none')} why={t('exports:noneWhy')} />}
        />
      </div>
      {removing && <RemoveDialog file={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function useColumns(onRemove: (file: DataExport) => void): Columns<DataExport> {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  return [
    { title: t('exports:file'), key: 'file', render: (_, file) => <FileWords file={file} zone={timeZone} /> },
    {
      title: t('exports:by'),
      key: 'by',
      width: 190,
      render: (_, { createdAt, byName }) => (
        <div>
          <div>{formatTime(createdAt, timeZone)}</div>
          <div className="pl-sm pl-3 pl-ell">{byName}</div>
        </div>
      ),
    },
    {
      title: t('exports:rows'),
      key: 'rows',
      width: 100,
      align: 'right',
      render: (_, { rows }) => (rows === null ? missing : formatCount(rows)),
    },
    {
      title: t('exports:size'),
      key: 'size',
      width: 100,
      align: 'right',
      render: (_, { bytes }) => (bytes === null ? missing : formatAs('BYTE', bytes, t)),
    },
    {
      title: t('exports:until'),
      key: 'until',
      width: 120,
      render: (_, { expiresAt }) => formatDay(expiresAt, timeZone),
    },
    { title: <ActsHeading />, key: 'act', width: 190, render: (_, file) => <Acts file={file} onRemove={onRemove} /> },
  ];
}

/** What it holds: its kind, points and span, in words. */
function contentWords({ kind, points, from, to }: DataExport, zone: string, t: TFunction): string {
  const day = (at: string | null) => (at === null ? '…' : formatTime(at, zone).slice(0, 16));
  return [
    t(`exports:kinds.${kind}`),
    ...(points === null ? [] : [t('exports:ofPoints', { count: points })]),
    ...(from === null && to === null ? [] : [`${day(from)} – ${day(to)}`]),
  ].join(' · ');
}

function FileWords({ file, zone }: { file: DataExport; zone: string }) {
  const { t } = useTranslation();
  return (
    <div data-state={file.ready ? 'ready' : 'pending'}>
      <div className="pl-b pl-ell">{file.fileName}</div>
      <div className="pl-sm pl-3 pl-ell">{contentWords(file, zone, t)}</div>
    </div>
  );
}

function Acts({ file, onRemove }: { file: DataExport; onRemove: (file: DataExport) => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const projectId = useProject().project.id;
  const { run: repeatExport, isPending } = useWrite(exports.repeat);
  const { id: exportId, fileName } = file;
  const fetchFile = async (): Promise<void> => {
    const { blob, fileName: name } = await download(exports.file, { projectId, exportId });
    saveAs(blob, name ?? fileName);
  };
  const again = async (): Promise<void> => {
    await repeatExport({ projectId, exportId });
    toasts.done(t('exports:working'));
  };
  return (
    <span className="pl-row tight">
      <Button
        size="small"
        icon={<DownloadOutlined />}
        disabled={!file.ready}
        aria-label={t('exports:downloadName', { name: fileName })}
        onClick={() => void fetchFile().catch(toasts.failed)}
      >
        {t(file.ready ? 'exports:download' : 'exports:pending')}
      </Button>
      <IconButton
        icon={<RedoOutlined />}
        label={t('exports:repeat', { name: fileName })}
        disabled={isPending}
        onClick={() => void again().catch(toasts.failed)}
      />
      {file.mayRemove && file.ready && (
        <IconButton
          icon={<DeleteOutlined />}
          label={t('exports:delete', { name: fileName })}
          onClick={() => onRemove(file)}
        />
      )}
    </span>
  );
}

function RemoveDialog({ file, onClose }: { file: DataExport; onClose: () => void }) {
  const { t } = useTranslation();
  const { run: removeExport } = useWrite(exports.remove);
  const projectId = useProject().project.id;
  return (
    <ConfirmDestructive
      open
      title={t('exports:deleteTitle', { name: file.fileName })}
      lost={t('exports:deleteLost')}
      action={t('common:delete')}
      onConfirm={async () => {
        await removeExport({ projectId, exportId: file.id });
      }}
      onClose={onClose}
    />
  );
}
