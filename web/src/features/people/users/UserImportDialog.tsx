import { DownloadOutlined, KeyOutlined } from '@ant-design/icons';
import { type UserImportLine, userImport, userImportLimits, userSheet } from '@plumbline/contract/people/users.import';
import { Button, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { FileDrop } from '../../../design/form/FileDrop.tsx';
import { Empty, Failed, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { formatCount, missing } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { saveCsv } from '../../../kernel/save-csv.ts';
import { type Checked, problemWords, type UserImport, useUserImport } from './user-import.ts';

const takes = { types: ['.xlsx', '.csv'], maxBytes: userImportLimits.maxBytes };

/**
 * Opens accounts by a sheet: the file is checked line by line first, then all are opened or none. Invariant: passwords
 * that were made are not closed over before they are saved or thrown away by choice.
 */
export function UserImportDialog({ corporationId, onClose }: { corporationId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const sheet = useUserImport(corporationId);
  const [saved, setSaved] = useState(false);
  const [losing, setLosing] = useState(false);
  const passwords = sheet.done?.passwords ?? [];
  const close = (): void => {
    if (passwords.length > 0 && !saved && !losing) setLosing(true);
    else onClose();
  };
  const counts = sheet.checked?.counts;
  const ready = counts !== undefined && counts.refuse === 0 && counts.add > 0;
  const footer = sheet.done ? (
    <div className="pl-form-foot">
      <span className="pl-2 pl-gap" role={losing ? 'alert' : undefined}>
        {losing && !saved && t('people:import.lose')}
      </span>
      <Button danger={losing && !saved} onClick={close}>
        {losing && !saved ? t('people:import.loseYes') : t('common:close')}
      </Button>
    </div>
  ) : (
    <div className="pl-form-foot">
      <span className="pl-3 pl-sm pl-gap">{counts && counts.refuse > 0 && t('people:import.allOrNone')}</span>
      <Button type="text" onClick={onClose}>
        {t('common:cancel')}
      </Button>
      <Button type="primary" disabled={!ready} loading={sheet.busy === 'apply'} onClick={() => void sheet.apply()}>
        {ready ? t('people:import.apply', { count: counts.add }) : t('people:import.go')}
      </Button>
    </div>
  );
  return (
    <Modal
      open
      title={t('people:import.title')}
      width={860}
      mask={{ closable: false }}
      onCancel={close}
      destroyOnHidden
      footer={footer}
    >
      {sheet.done ? (
        <Passwords
          made={passwords}
          onSaved={() => {
            setSaved(true);
            setLosing(false);
          }}
        />
      ) : (
        <SheetCheck corporationId={corporationId} sheet={sheet} />
      )}
    </Modal>
  );
}

/** The file, and what would become of each of its lines. */
function SheetCheck({ corporationId, sheet }: { corporationId: number; sheet: UserImport }) {
  const { t } = useTranslation();
  const { file, existing, checked, busy, failure, check } = sheet;
  return (
    <div className="uimport">
      <FileDrop
        takes={takes}
        file={file}
        disabled={busy !== null}
        onFile={(chosen) => void check(chosen, existing)}
        label={t('people:import.drop')}
      />
      <div className="pl-row uimport-bar">
        <Template corporationId={corporationId} />
        <span className="pl-gap" />
        <span className="pl-2">{t('people:import.existing')}</span>
        <Select
          size="small"
          aria-label={t('people:import.existing')}
          popupMatchSelectWidth={false}
          disabled={busy !== null}
          value={existing}
          options={(['refuse', 'skip'] as const).map((value) => ({ value, label: t(`people:import.${value}`) }))}
          onChange={(how) => void check(file, how)}
        />
      </div>
      {busy === 'check' && <SkeletonRows rows={5} />}
      {failure !== null && busy === null && (
        <Failed error={failure} onRetry={file ? () => void check(file, existing) : undefined} />
      )}
      {checked && <Lines checked={checked} />}
      {!file && failure === null && (
        <p className="pl-3 pl-sm">{t('people:import.how', { rows: formatCount(userImportLimits.rows) })}</p>
      )}
    </div>
  );
}

function Template({ corporationId }: { corporationId: number }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const language = useLanguage();
  const save = (format: 'xlsx' | 'csv') => () =>
    download(userImport.importUsersTemplate, { corporationId, format, language })
      .then(({ blob, fileName }) => saveAs(blob, fileName ?? `users-template.${format}`))
      .catch(toasts.failed);
  return (
    <>
      <span className="pl-2">{t('people:import.template')}</span>
      <Button size="small" icon={<DownloadOutlined />} onClick={save('xlsx')}>
        XLSX
      </Button>
      <Button size="small" icon={<DownloadOutlined />} onClick={save('csv')}>
        CSV
      </Button>
    </>
  );
}

/** What would become of each line; those that are refused first. */
function Lines({ checked: { lines, problems, columns: read } }: { checked: Checked }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const why = Map.groupBy(problems, ({ row }) => row);
  const rows = [...lines].sort((a, b) => Number(b.action === 'refuse') - Number(a.action === 'refuse'));
  const columns: Columns<UserImportLine> = [
    { ...numeric(t('people:import.line')), key: 'line', width: 64, dataIndex: 'line' },
    {
      title: t('people:username'),
      key: 'name',
      render: (_, { name, displayName }) => (
        <>
          <span className="pl-b">{name ?? missing}</span> <span className="pl-3 pl-sm">{displayName}</span>
        </>
      ),
    },
    {
      title: t('people:import.result'),
      key: 'action',
      render: (_, { row, action }) =>
        action === 'refuse' ? (
          (why.get(row) ?? []).map((problem) => (
            <div key={`${problem.path} ${problem.error} ${problem.message ?? ''}`}>
              {problemWords(problem, t, language)}
            </div>
          ))
        ) : (
          <span className="pl-2">{t(`people:import.will.${action}`)}</span>
        ),
    },
  ];
  return (
    <>
      {read.unknown.length > 0 && (
        <p className="pl-notice pl-sm">{t('people:import.unknown', { columns: read.unknown.join(', ') })}</p>
      )}
      <div className="uimport-table">
        <DataTable
          dense
          rows={rows}
          columns={columns}
          rowKey={({ row }) => row}
          widthPx={320}
          empty={<Empty title={t('people:import.noLines')} />}
        />
      </div>
    </>
  );
}

/** Passwords that were made: shown this once. */
function Passwords({ made, onSaved }: { made: Checked['passwords']; onSaved: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (made.length === 0) return <p className="pl-2">{t('people:import.noPasswords')}</p>;
  const heading = userSheet.filter(({ key }) => key !== 'type').map(({ en, zh }) => (language === 'en' ? en : zh));
  const save = (): void => {
    saveCsv(
      'passwords.csv',
      heading,
      made.map(({ name, displayName, password }) => [name, displayName, password]),
    );
    onSaved();
  };
  const columns: Columns<Checked['passwords'][number]> = [
    { title: t('people:username'), key: 'name', render: (_, { name }) => <b>{name}</b> },
    {
      title: t('people:password'),
      key: 'password',
      render: (_, { password }) => <code className="pl-mono">{password}</code>,
    },
  ];
  return (
    <div className="uimport">
      <div className="pl-notice pl-row">
        <KeyOutlined className="pl-2" />
        <span className="pl-gap">{t('people:import.passwords', { count: made.length })}</span>
        <Button type="primary" icon={<DownloadOutlined />} onClick={save}>
          {t('people:import.save')}
        </Button>
      </div>
      <div className="uimport-table">
        <DataTable dense rows={made} columns={columns} rowKey={({ name }) => name} widthPx={320} />
      </div>
    </div>
  );
}
