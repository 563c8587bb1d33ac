import { DeleteOutlined, DownloadOutlined, EditOutlined } from '@ant-design/icons';
import { type Document, documentBytes, documentKinds, documents, documentTypes } from '@plumbline/contract/documents';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../design/ConfirmDestructive.tsx';
import { type Columns, DataTable } from '../../design/DataTable.tsx';
import { FileDrop } from '../../design/form/FileDrop.tsx';
import { FormDialog } from '../../design/form/FormDialog.tsx';
import { formatAs } from '../../design/formats.ts';
import { IconButton } from '../../design/IconButton.tsx';
import { Page } from '../../design/Pane.tsx';
import { SearchField } from '../../design/SearchField.tsx';
import { Empty } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { download, saveAs } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useUrlState } from '../../kernel/url-state.ts';
import { useWrite } from '../../kernel/writes.ts';

const takes = { types: documentTypes.map((type) => `.${type}`), maxBytes: documentBytes };
type Kind = Document['kind'];

/** Browsers name files of a kind that they do not know by nothing or by anything: the ending says what it is. */
const plain = (file: File): File => new File([file], file.name, { type: 'application/octet-stream' });

/** The documents of a project: brought by dropping, found by kind and name. */
export default function ProjectDocumentsPage() {
  const { t } = useTranslation();
  const { run: removeDocument } = useWrite(documents.remove);
  const { run: updateDocument } = useWrite(documents.update);
  const { project } = useProject();
  const toasts = useToasts();
  const allowed = useAllowed();
  const projectId = project.id;
  const [kind, setKind] = useUrlState('kind', '');
  const [keyword, setKeyword] = useUrlState('find', '');
  const [editing, setEditing] = useState<Document | null>(null);
  const [removing, setRemoving] = useState<Document | null>(null);
  const known = documentKinds.find((each) => each === kind);
  const query = useRead(documents.list, { projectId, ...(known && { kind: known }), ...(keyword && { keyword }) });
  const canChange = project.archivedAt === null && allowed(documents.upload);
  const bring = useWrite(documents.upload, {
    onSuccess: () => toasts.done(t('common:saved')),
    onError: toasts.failed,
  });
  const fetchOne = async (row: Document): Promise<void> => {
    try {
      saveAs((await download(documents.file, { projectId, documentId: row.id })).blob, row.name);
    } catch (error) {
      toasts.failed(error);
    }
  };
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
      title: '',
      key: 'act',
      width: 120,
      render: (_, row) => (
        <span className="pl-row tight">
          <IconButton
            icon={<DownloadOutlined />}
            label={t('documents:download', { name: row.name })}
            onClick={() => void fetchOne(row)}
          />
          {canChange && (
            <>
              <IconButton
                icon={<EditOutlined />}
                label={t('documents:edit', { name: row.name })}
                onClick={() => setEditing(row)}
              />
              <IconButton
                icon={<DeleteOutlined />}
                label={t('documents:delete', { name: row.name })}
                onClick={() => setRemoving(row)}
              />
            </>
          )}
        </span>
      ),
    },
  ];
  const kinds = documentKinds.map((value) => ({ value, label: t(`documents:kinds.${value}`) }));
  return (
    <Page
      title={t('documents:menu')}
      actions={
        <>
          <SearchField value={keyword} onChange={setKeyword} label={t('documents:find')} />
          <Select
            style={{ width: 140 }}
            value={known ?? ''}
            aria-label={t('documents:kind')}
            options={[{ value: '', label: t('documents:allKinds') }, ...kinds]}
            onChange={(next: Kind | '') => setKind(next)}
          />
        </>
      }
    >
      {canChange && (
        <div aria-busy={bring.isPending} style={{ marginBottom: 16 }}>
          <FileDrop
            takes={takes}
            file={bring.isPending ? (bring.sent?.options?.file ?? null) : null}
            onFile={(file) => file && bring.mutate({ projectId, kind: known ?? 'other' }, { file: plain(file) })}
            label={t('documents:drop')}
            disabled={bring.isPending}
          />
        </div>
      )}
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
              title={known || keyword ? t('documents:noneFound') : t('documents:none')}
              why={known || keyword ? undefined : t('documents:noneWhy')}
            />
          }
        />
      </div>
      {editing && (
        <FormDialog
          title={t('documents:edit', { name: editing.name })}
          schema={documents.update.input}
          fixed={{ projectId, documentId: editing.id }}
          initial={{ name: editing.name, kind: editing.kind, note: editing.note }}
          fields={[
            { type: 'INPUT', prop: 'name', label: 'documents:name', tips: 'documents:nameHelp', span: 2 },
            { type: 'SELECT', prop: 'kind', label: 'documents:kind', options: kinds },
            { type: 'INPUT', inputType: 'textarea', prop: 'note', label: 'documents:note', span: 2 },
          ]}
          errorField={{ fileFormat: 'name' }}
          onSave={async (input: never) => {
            await updateDocument(input);
          }}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && (
        <ConfirmDestructive
          open
          title={t('documents:deleteTitle', { name: removing.name })}
          lost={t('documents:deleteLost')}
          action={t('common:delete')}
          onConfirm={async () => {
            await removeDocument({ projectId, documentId: removing.id });
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </Page>
  );
}
