import './imports.css';
import { ColumnHeightOutlined, DeleteOutlined, DownloadOutlined, FormOutlined } from '@ant-design/icons';
import { importBytes, imports } from '@plumbline/contract/readings/imports';
import { useTranslation } from 'react-i18next';
import { to } from '../../../app/paths.ts';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { FileDrop } from '../../../design/form/FileDrop.tsx';
import { ActsHeading } from '../../../design/Headings.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { LinkButton } from '../../../design/LinkButton.tsx';
import { Page } from '../../../design/Pane.tsx';
import { Empty } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatCount, formatTime, formatZone } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { ImportWizard } from './ImportWizard.tsx';

type Row = Reply<typeof imports.list>['imports'][number];
const takes = { types: ['.csv', '.txt', '.dat', '.tsv', '.xlsx', '.ags', '.xml'], maxBytes: importBytes };

/** Readings from files: a new one dropped here, those of before below, one of them open as a wizard. */
export default function ImportsPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const toasts = useToasts();
  const [open, setOpen] = useUrlState('import', '');
  const importId = /^\d+$/.test(open) ? Number(open) : null;
  const bring = useWrite(imports.upload, {
    onSuccess: (answer) => setOpen(String(answer.import.id)),
    onError: toasts.failed,
  });
  return (
    <Page
      title={t('imports:title')}
      note={t('common:zone', { zone: formatZone(project.timeZone) })}
      actions={
        <>
          <LinkButton to={to('ProbeImport', { projectId: project.id })} icon={<ColumnHeightOutlined />}>
            {t('imports:probe.open')}
          </LinkButton>
          <LinkButton to={to('ReportExport', { projectId: project.id })} icon={<DownloadOutlined />}>
            {t('imports:exports')}
          </LinkButton>
          <LinkButton to={to('DataEntry', { projectId: project.id })} icon={<FormOutlined />}>
            {t('imports:enter')}
          </LinkButton>
        </>
      }
    >
      {importId !== null ? (
        <ImportWizard importId={importId} onLeave={() => setOpen('')} />
      ) : (
        <>
          <div aria-busy={bring.isPending}>
            <FileDrop
              takes={takes}
              file={bring.isPending ? (bring.sent?.options?.file ?? null) : null}
              onFile={(file) => file && bring.mutate({ projectId: project.id }, { file })}
              label={t('imports:drop')}
              disabled={bring.isPending}
            >
              <span className="pl-sm pl-3">{t('imports:formatsNote')}</span>
            </FileDrop>
          </div>
          <Imports onOpen={(id) => setOpen(String(id))} />
        </>
      )}
    </Page>
  );
}

function Imports({ onOpen }: { onOpen: (importId: number) => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const query = useRead(imports.list, { projectId: project.id });
  const columns = useImportColumns();
  return (
    <>
      <h2 className="imp-head pl-h3">{t('imports:before')}</h2>
      <div className="imp-list">
        <DataTable
          dense
          rows={query.data?.imports}
          columns={columns}
          rowKey={(row) => row.id}
          loading={query.isPending}
          error={query.data ? undefined : query.error}
          onRetry={() => void query.refetch()}
          onOpen={(row) => onOpen(row.id)}
          empty={<Empty title={t('imports:none')} why={t('imports:noneWhy')} />}
        />
      </div>
    </>
  );
}

/** What came of each import; wide screens show all of it. */
function useImportColumns(): Columns<Row> {
  const { t } = useTranslation();
  const { run: discardImport } = useWrite(imports.discard);
  const { project } = useProject();
  const toasts = useToasts();
  const countColumn = (result: 'added' | 'overwritten' | 'refused'): Columns<Row>[number] => ({
    title: t(`imports:counts.${result}`),
    key: result,
    align: 'right',
    width: 110,
    render: (_, row) => (row.counts ? formatCount(row.counts[result]) : ''),
  });
  return [
    { title: t('imports:file'), key: 'file', render: (_, row) => <b>{row.fileName}</b> },
    {
      title: t('imports:state'),
      key: 'state',
      width: 130,
      render: (_, row) => t(row.undoneAt ? 'imports:states.undone' : `imports:states.${row.state}`),
    },
    countColumn('added'),
    { ...countColumn('overwritten'), className: 'wide-cell' },
    { ...countColumn('refused'), className: 'wide-cell' },
    { title: t('imports:by'), key: 'by', width: 140, className: 'wide-cell', render: (_, row) => row.byName },
    {
      title: t('imports:at'),
      key: 'at',
      width: 170,
      className: 'wide-cell',
      render: (_, row) => formatTime(row.createdAt, project.timeZone),
    },
    {
      title: <ActsHeading />,
      key: 'act',
      width: 48,
      render: (_, row) => (
        <IconButton
          icon={<DeleteOutlined />}
          label={t('imports:discard', { name: row.fileName })}
          onClick={(event) => {
            event.stopPropagation();
            void discardImport({ projectId: project.id, importId: row.id }).catch(toasts.failed);
          }}
        />
      ),
    },
  ];
}
