import { DeleteOutlined, DownloadOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/errors';
import type { FieldDefinition } from '@plumbline/contract/forms';
import { projects } from '@plumbline/contract/projects';
import { type Tileset, tilesetBytes } from '@plumbline/contract/projects.tiles';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../design/ConfirmDestructive.tsx';
import { type Columns, DataTable } from '../../design/DataTable.tsx';
import { FileDrop } from '../../design/form/FileDrop.tsx';
import { FormDialog } from '../../design/form/FormDialog.tsx';
import { IconButton } from '../../design/IconButton.tsx';
import { Empty } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { Time } from '../../design/Value.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { call, download, saveAs, upload } from '../../kernel/call.ts';
import { useProject } from '../../kernel/project.tsx';
import { invalidate, queryFor } from '../../kernel/queries.ts';
import type { ConsoleTab } from './console-tab.ts';

const byAddress: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'name', label: 'projects:name' },
  {
    type: 'INPUT',
    prop: 'url',
    label: 'projects:tiles.url',
    inputType: 'url',
    placeholder: 'https://.../tileset.json',
  },
];
const byFile: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'name', label: 'projects:name' },
  { type: 'slot', prop: 'file', label: 'projects:tiles.file' },
];

/** Narrower than this the table scrolls; names and addresses are cut first, so that what can be done stays in sight. */
const leastPx = 320;

/** The 3D tiles of a project: kept and checked. The page says that nothing shows them yet. */
export function TilesTab({ readOnly }: ConsoleTab) {
  const { t } = useTranslation();
  const { project } = useProject();
  const toasts = useToasts();
  const allowed = useAllowed();
  const projectId = project.id;
  const [doing, setDoing] = useState<'url' | 'file' | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [doomed, setDoomed] = useState<Tileset | null>(null);
  const query = useQuery(queryFor(projects.tilesets, { projectId }));
  const mayChange = readOnly === undefined && allowed(projects.addTileset);
  const again = () => invalidate(projects.tilesets);
  const columns: Columns<Tileset> = [
    {
      title: t('projects:name'),
      key: 'name',
      ellipsis: true,
      render: (_, tileset) => <b title={tileset.name}>{tileset.name}</b>,
    },
    {
      title: t('projects:tiles.lies'),
      key: 'url',
      ellipsis: true,
      render: (_, { url }) =>
        url === null ? (
          <span className="pl-2">{t('projects:tiles.uploaded')}</span>
        ) : (
          <a href={url} title={url} target="_blank" rel="noreferrer">
            {url}
          </a>
        ),
    },
    { title: t('projects:tiles.by'), key: 'by', width: 150, ellipsis: true, responsive: ['md'], dataIndex: 'byName' },
    {
      title: t('projects:tiles.at'),
      key: 'at',
      width: 180,
      responsive: ['md'],
      render: (_, { createdAt }) => <Time at={createdAt} zone={project.timeZone} />,
    },
    {
      title: '',
      key: 'acts',
      width: 90,
      align: 'right',
      render: (_, tileset) => (
        <>
          {tileset.url === null && (
            <IconButton
              icon={<DownloadOutlined />}
              label={t('projects:tiles.download', { name: tileset.name })}
              onClick={() =>
                void download(projects.tilesetFile, { projectId, tilesetId: tileset.id })
                  .then(({ blob, fileName }) => saveAs(blob, fileName ?? 'tileset.json'))
                  .catch(toasts.failed)
              }
            />
          )}
          {mayChange && (
            <IconButton
              icon={<DeleteOutlined />}
              label={t('projects:tiles.remove', { name: tileset.name })}
              onClick={() => setDoomed(tileset)}
            />
          )}
        </>
      ),
    },
  ];
  const buttons = mayChange && (
    <>
      <Button icon={<PlusOutlined />} onClick={() => setDoing('url')}>
        {t('projects:tiles.addUrl')}
      </Button>
      <Button
        icon={<UploadOutlined />}
        onClick={() => {
          setFile(null);
          setDoing('file');
        }}
      >
        {t('projects:tiles.addFile')}
      </Button>
    </>
  );
  return (
    <div className="pj-tab wide pj-tiles">
      <div className="pl-row">
        <p className="pl-sm pl-3 pl-gap">{t('projects:tiles.says')}</p>
        {(query.data?.tilesets.length ?? 0) > 0 && buttons}
      </div>
      <DataTable
        rows={query.data?.tilesets}
        columns={columns}
        widthPx={leastPx}
        rowKey={(tileset) => tileset.id}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        empty={
          <Empty title={t('projects:tiles.none')} why={t('projects:tiles.noneWhy')}>
            {buttons}
          </Empty>
        }
      />
      {doing === 'url' && (
        <FormDialog
          title={t('projects:tiles.addUrl')}
          schema={projects.addTileset.input}
          fixed={{ projectId }}
          initial={{}}
          fields={byAddress}
          errorField={{ nameTaken: 'name' }}
          saveLabel={t('common:create')}
          onSave={async (input: never) => {
            await call(projects.addTileset, input);
            await again();
          }}
          onClose={() => setDoing(null)}
        />
      )}
      {doing === 'file' && (
        <FormDialog
          title={t('projects:tiles.addFile')}
          schema={projects.uploadTileset.input}
          fixed={{ projectId }}
          initial={{}}
          fields={byFile}
          slots={{
            file: ({ label }) => (
              <FileDrop
                takes={{ types: ['.json'], maxBytes: tilesetBytes }}
                file={file}
                onFile={setFile}
                label={label}
              />
            ),
          }}
          errorField={{ nameTaken: 'name' }}
          saveLabel={t('common:create')}
          onSave={async (input: { projectId: number; name: string }) => {
            if (!file) throw new Failure('fileFormat', { type: 'tileset.json' });
            await upload(projects.uploadTileset, input, file);
            await again();
          }}
          onClose={() => setDoing(null)}
        />
      )}
      <ConfirmDestructive
        open={doomed !== null}
        title={t('projects:tiles.removeTitle', { name: doomed?.name })}
        lost={t('projects:tiles.removeLost')}
        action={t('common:delete')}
        onConfirm={async () => {
          if (doomed) await call(projects.removeTileset, { projectId, tilesetId: doomed.id });
          await again();
        }}
        onClose={() => setDoomed(null)}
      />
    </div>
  );
}
