import { DeleteOutlined, DownloadOutlined, EditOutlined } from '@ant-design/icons';
import {
  type Document,
  documentBytes,
  documentKinds,
  documents,
  documentTypes,
} from '@plumbline/contract/site/documents';
import { Select } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { FileDrop } from '../../../design/form/FileDrop.tsx';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { formatAs } from '../../../design/formats.ts';
import { ActsHeading } from '../../../design/Headings.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { Page } from '../../../design/Pane.tsx';
import { SearchField } from '../../../design/SearchField.tsx';
import { Empty } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { formatTime, formatZone } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { useWrite } from '../../../kernel/writes.ts';

const takes = { types: documentTypes.map((type) => `.${type}`), maxBytes: documentBytes };
type Kind = Document['kind'];

/** Browsers name files of a kind that they do not know by nothing or by anything: the ending says what it is. */
const plain = (file: File): File => new File([file], file.name, { type: 'application/octet-stream' });

/** The documents of a project: brought by dropping, found by kind and name. */
export default function ProjectDocumentsPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const projectId = project.id;
  const [kindText, setKind] = useUrlState('kind', '');
  const [keyword, setKeyword] = useUrlState('find', '');
  const kind = documentKinds.find((each) => each === kindText);
  const query = useRead(documents.list, { projectId, ...(kind && { kind }), ...(keyword && { keyword }) });
  const canChange = project.archivedAt === null && allowed(documents.upload);
  const isNarrowed = kind !== undefined || keyword !== '';
  const { columns, dialogs } = useDocumentColumns(canChange);
  return (
    <Page
      title={t('documents:menu')}
      note={t('common:zone', { zone: formatZone(project.timeZone) })}
      actions={
        <>
          <SearchField value={keyword} onChange={setKeyword} label={t('documents:find')} />
          <Select
            style={{ width: 140 }}
            value={kind ?? ''}
            aria-label={t('documents:kind')}
            options={[{ value: '', label: t('documents:allKinds') }, ...kindOptions(t)]}
            onChange={(next: Kind | '') => setKind(next)}
          />
        </>
      }
    >
      {canChange && <Drop projectId={projectId} kind={kind ?? 'other'} />}
      <div style={{ height: 'min(70vh, 640px)', display: 'flex' }}>
        <DataTable
          rows={query.data?.documents}
          columns={columns}
          rowKey={(row) => row.id}
          loading={query.isPending}
          error={query.error}
          onRetry={() => void query.refetch()}
          widthPx={860}
          empty={
            <Empty
              title={isNarrowed ? t('documents:noneFound') : t('documents:none')}
              why={isNarrowed ? undefined : t('documents:noneWhy')}
            />
          }
        />
      </div>
      {dialogs}
    </Page>
  );
}

const kindOptions = (t: TFunction) => documentKinds.map((value) => ({ value, label: t(`documents:kinds.${value}`) }));

/** Takes a file that is dropped or chosen as a document of the kind that is looked at. */
function Drop({ projectId, kind }: { projectId: number; kind: Kind }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const bring = useWrite(documents.upload, {
    onSuccess: () => toasts.done(t('common:saved')),
    onError: toasts.failed,
  });
  return (
    <div aria-busy={bring.isPending} style={{ marginBottom: 16 }}>
      <FileDrop
        takes={takes}
        file={bring.isPending ? (bring.sent?.options?.file ?? null) : null}
        onFile={(file) => file && bring.mutate({ projectId, kind }, { file: plain(file) })}
        label={t('documents:drop')}
        disabled={bring.isPending}
      />
    </div>
  );
}

/** Saves a document as a file of the person's. */
function useDocumentFile(): (document: Document) => Promise<void> {
  const toasts = useToasts();
  const projectId = useProject().project.id;
  return async ({ id, name }) => {
    try {
      saveAs((await download(documents.file, { projectId, documentId: id })).blob, name);
    } catch (error) {
      toasts.failed(error);
    }
  };
}

/** The columns of the list, and the dialogs that its buttons open. */
function useDocumentColumns(canChange: boolean): { columns: Columns<Document>; dialogs: ReactNode } {
  const { t } = useTranslation();
  const { project } = useProject();
  const fetchOne = useDocumentFile();
  const [editing, setEditing] = useState<Document | null>(null);
  const [removing, setRemoving] = useState<Document | null>(null);
  const columns: Columns<Document> = [
    {
      title: t('documents:name'),
      key: 'name',
      render: (_, row) => (
        <div>
          <button type="button" className="pl-link pl-ell" onClick={() => void fetchOne(row)}>
            {row.name}
          </button>
          {row.note && <div className="pl-sm pl-3 pl-ell">{row.note}</div>}
        </div>
      ),
    },
    { title: t('documents:kind'), key: 'kind', width: 120, render: (_, row) => t(`documents:kinds.${row.kind}`) },
    {
      title: t('documents:size'),
      key: 'bytes',
      width: 100,
      align: 'right',
      render: (_, row) => formatAs('BYTE', row.bytes, t),
    },
    { title: t('documents:by'), key: 'by', width: 140, render: (_, row) => row.byName },
    {
      title: t('documents:at'),
      key: 'at',
      width: 170,
      render: (_, row) => formatTime(row.createdAt, project.timeZone),
    },
    {
      title: <ActsHeading />,
      key: 'act',
      width: 120,
      render: (_, row) => (
        <Acts
          name={row.name}
          onFetch={() => void fetchOne(row)}
          {...(canChange && { onEdit: () => setEditing(row), onRemove: () => setRemoving(row) })}
        />
      ),
    },
  ];
  const dialogs = (
    <>
      {editing && <EditDialog document={editing} onClose={() => setEditing(null)} />}
      {removing && <RemoveDialog document={removing} onClose={() => setRemoving(null)} />}
    </>
  );
  return { columns, dialogs };
}

function Acts({
  name,
  onFetch,
  onEdit,
  onRemove,
}: {
  name: string;
  onFetch: () => void;
  onEdit?: () => void;
  onRemove?: () => void;
}) {
  const { t } = useTranslation();
  return (
    <span className="pl-row tight">
      <IconButton icon={<DownloadOutlined />} label={t('documents:download', { name })} onClick={onFetch} />
      {onEdit && <IconButton icon={<EditOutlined />} label={t('documents:edit', { name })} onClick={onEdit} />}
      {onRemove && <IconButton icon={<DeleteOutlined />} label={t('documents:delete', { name })} onClick={onRemove} />}
    </span>
  );
}

function EditDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const { t } = useTranslation();
  const { run: updateDocument } = useWrite(documents.update);
  const { id, name, kind, note } = document;
  return (
    <FormDialog
      title={t('documents:edit', { name })}
      schema={documents.update.input}
      fixed={{ projectId: useProject().project.id, documentId: id }}
      record={document}
      initial={{ name, kind, note }}
      fields={[
        { type: 'INPUT', prop: 'name', label: 'documents:name', tips: 'documents:nameHelp', span: 2 },
        { type: 'SELECT', prop: 'kind', label: 'documents:kind', options: kindOptions(t) },
        { type: 'INPUT', inputType: 'textarea', prop: 'note', label: 'documents:note', span: 2 },
      ]}
      errorField={{ fileFormat: 'name' }}
      onSave={async (input: never, precondition) => {
        await updateDocument(input, precondition);
      }}
      onClose={onClose}
    />
  );
}

function RemoveDialog({ document: { id, name }, onClose }: { document: Document; onClose: () => void }) {
  const { t } = useTranslation();
  const { run: removeDocument } = useWrite(documents.remove);
  const projectId = useProject().project.id;
  return (
    <ConfirmDestructive
      open
      title={t('documents:deleteTitle', { name })}
      lost={t('documents:deleteLost')}
      action={t('common:delete')}
      onConfirm={async () => {
        await removeDocument({ projectId, documentId: id });
      }}
      onClose={onClose}
    />
  );
}
