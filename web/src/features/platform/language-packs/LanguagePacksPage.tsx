import './language-packs.css';
import { DeleteOutlined, DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { type ListedLanguage, languagePacks } from '@plumbline/contract/platform/language-packs';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { ActsHeading } from '../../../design/Headings.tsx';
import { Empty } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { Toolbar } from '../../../design/Toolbar.tsx';
import { formatCount, formatTime } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { Console } from '../../people/corporations/console.parts.tsx';
import { ExportDialog, savePackFile } from './ExportDialog.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { MissingPanel } from './MissingPanel.tsx';

type State = Reply<typeof languagePacks.states>['packs'][number];
type Row = State & Pick<ListedLanguage, 'name' | 'base'>;

/** Further languages: packs with what each still misses, imported, handed out to translate, deleted. */
export default function LanguagePacksPage() {
  const { t } = useTranslation();
  const states = useRead(languagePacks.states, {});
  const listed = useRead(languagePacks.list, {});
  const [open, setOpen] = useUrlState('pack', '');
  const [dialog, setDialog] = useState<'import' | 'export' | null>(null);
  const names = new Map(listed.data?.languages.map((each) => [each.lang, each]));
  const rows = states.data?.packs.map((each): Row => {
    const { name = each.lang, base = 'en' } = names.get(each.lang) ?? {};
    return { ...each, name, base };
  });
  const chosen = rows?.find(({ lang }) => lang === open);
  const page = (
    <>
      <Toolbar label={t('languagePacks:tab')}>
        <span className="pl-2 pl-wide-only">{t('languagePacks:why')}</span>
        <span className="pl-gap" />
        <Button icon={<DownloadOutlined />} onClick={() => setDialog('export')}>
          {t('languagePacks:export')}
        </Button>
        <Button type="primary" icon={<UploadOutlined />} onClick={() => setDialog('import')}>
          {t('languagePacks:import')}
        </Button>
      </Toolbar>
      <Packs rows={rows} error={states.error} onRetry={() => void states.refetch()} onOpen={setOpen} open={open} />
      {chosen && <MissingPanel key={chosen.lang} pack={chosen} onClose={() => setOpen(null)} />}
      {dialog === 'import' && <ImportDialog onClose={() => setDialog(null)} />}
      {dialog === 'export' && <ExportDialog onClose={() => setDialog(null)} />}
    </>
  );
  return <Console otherwise={page}>{() => page}</Console>;
}

function Packs({
  rows,
  error,
  onRetry,
  onOpen,
  open,
}: {
  rows: readonly Row[] | undefined;
  error: Error | null;
  onRetry: () => void;
  onOpen: (lang: string) => void;
  open: string;
}) {
  const { t } = useTranslation();
  const [removing, setRemoving] = useState<Row | null>(null);
  const { run: remove } = useWrite(languagePacks.remove);
  const columns = useColumns(setRemoving);
  return (
    <>
      <DataTable
        rows={rows}
        columns={columns}
        rowKey={({ lang }) => lang}
        widthPx={320}
        error={rows ? undefined : error}
        onRetry={onRetry}
        onOpen={({ lang }) => onOpen(lang)}
        isOpen={({ lang }) => lang === open}
        empty={<Empty title={t('languagePacks:none')} why={t('languagePacks:noneWhy')} />}
      />
      <ConfirmDestructive
        open={removing !== null}
        title={t('languagePacks:removeTitle', { name: removing?.name })}
        lost={t('languagePacks:removeLost')}
        action={t('common:delete')}
        onConfirm={() => remove({ lang: removing?.lang ?? '' })}
        onClose={() => setRemoving(null)}
      />
    </>
  );
}

function useColumns(onRemove: (row: Row) => void): Columns<Row> {
  const { t } = useTranslation();
  return [
    {
      title: t('languagePacks:language'),
      key: 'name',
      render: (_, { name, lang }) => (
        <span>
          <span className="pl-b" lang={lang}>
            {name}
          </span>{' '}
          <span className="pl-3">{lang}</span>
        </span>
      ),
    },
    {
      ...numeric(t('languagePacks:translated')),
      key: 'translated',
      width: 110,
      render: (_, { translated }) => formatCount(translated),
    },
    {
      ...numeric(t('languagePacks:missing')),
      key: 'missing',
      width: 110,
      render: (_, { missing }) => formatCount(missing),
    },
    {
      title: t('languagePacks:changed'),
      key: 'changed',
      responsive: ['md'],
      render: (_, { byName, changedAt }) => (
        <span className="pl-2">
          {formatTime(changedAt)} · {byName}
        </span>
      ),
    },
    {
      title: <ActsHeading />,
      key: 'acts',
      width: 84,
      render: (_, row) => <RowActs row={row} onRemove={onRemove} />,
    },
  ];
}

function RowActs({ row, onRemove }: { row: Row; onRemove: (row: Row) => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  return (
    <span className="pl-row">
      <Button
        type="text"
        size="small"
        icon={<DownloadOutlined />}
        aria-label={t('languagePacks:exportOf', { name: row.name })}
        onClick={(event) => {
          event.stopPropagation();
          void savePackFile(row.lang, row.base).catch(toasts.failed);
        }}
      />
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={t('languagePacks:removeOf', { name: row.name })}
        onClick={(event) => {
          event.stopPropagation();
          onRemove(row);
        }}
      />
    </span>
  );
}
