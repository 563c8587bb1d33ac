import { DownloadOutlined } from '@ant-design/icons';
import type { Language } from '@plumbline/contract/constants';
import { devices } from '@plumbline/contract/devices';
import { bulkLimits } from '@plumbline/contract/devices.bulk';
import { Button, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../../design/form/FileDrop.tsx';
import { Failed, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { formatCount } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { ImportLines } from './ImportLines.tsx';
import { ImportSecrets } from './ImportSecrets.tsx';
import { problemsIn } from './import-words.ts';

type Answer = Reply<typeof devices.importSheet>;
const takes = { types: ['.xlsx', '.csv'], maxBytes: bulkLimits.maxBytes };

/**
 * Takes the devices of a sheet into the warehouse: the file is checked line by line first, then all is written or
 * nothing. Invariant: the secrets, told this once, are not closed over before they are kept or thrown away by choice.
 */
export function ImportDialog({ corporationId, onClose }: { corporationId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { run: importSheet } = useWrite(devices.importSheet);
  const language = useLanguage();
  const toasts = useToasts();
  const [file, setFile] = useState<File | null>(null);
  const [existing, setExisting] = useState<'refuse' | 'skip'>('refuse');
  const [checked, setChecked] = useState<Answer | null>(null);
  const [busy, setBusy] = useState<'check' | 'apply' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [secrets, setSecrets] = useState<Answer['secrets'] | null>(null);
  const [secretsSaved, setSecretsSaved] = useState(false);
  const [asking, setAsking] = useState(false);

  const check = async (chosen: File | null, how: 'refuse' | 'skip'): Promise<void> => {
    setFile(chosen);
    setExisting(how);
    setChecked(null);
    setFailure(null);
    if (!chosen) return;
    setBusy('check');
    try {
      setChecked(await importSheet({ corporationId, dryRun: 'true', existing: how }, { file: chosen }));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(null);
    }
  };
  const apply = async (): Promise<void> => {
    if (!file || !checked) return;
    setBusy('apply');
    setFailure(null);
    try {
      const done = await importSheet({ corporationId, dryRun: 'false', existing }, { file });
      setSecrets(done.secrets);
      toasts.done(t('devices:import.done', { count: done.counts.add, shown: formatCount(done.counts.add) }));
    } catch (error) {
      // Another took a serial number since the check, or the file was changed: the lines say which.
      const problems = problemsIn(error);
      if (problems) await check(file, existing);
      else setFailure(error);
    } finally {
      setBusy(null);
    }
  };
  const template = (format: 'xlsx' | 'csv') => () =>
    download(devices.importTemplate, { corporationId, format, language })
      .then(({ blob, fileName }) => saveAs(blob, fileName ?? `devices-template.${format}`))
      .catch(toasts.failed);
  const close = (): void => {
    if (secrets && secrets.length > 0 && !secretsSaved) setAsking(true);
    else onClose();
  };
  const counts = checked?.counts;
  const canApply = counts !== undefined && counts.refuse === 0 && counts.add > 0;

  return (
    <Modal
      open
      title={t('devices:import.title')}
      width={secrets ? 640 : 1040}
      mask={{ closable: false }}
      onCancel={close}
      destroyOnHidden
      footer={
        asking ? (
          <div className="pl-form-foot" role="alertdialog" aria-label={t('devices:import.lose')}>
            <span className="pl-2">{t('devices:import.lose')}</span>
            <span className="pl-gap" />
            <Button danger onClick={onClose}>
              {t('devices:import.loseYes')}
            </Button>
            <Button autoFocus onClick={() => setAsking(false)}>
              {t('devices:import.back')}
            </Button>
          </div>
        ) : secrets ? (
          <Button type={secretsSaved ? 'primary' : 'default'} onClick={close}>
            {t('common:close')}
          </Button>
        ) : (
          <div className="pl-form-foot">
            <span className="pl-3 pl-sm pl-gap dv-why">
              {counts && counts.refuse > 0 && t('devices:import.allOrNone')}
              {counts && counts.refuse === 0 && counts.add === 0 && t('devices:import.nothingNew')}
            </span>
            <Button type="text" onClick={close}>
              {t('common:cancel')}
            </Button>
            <Button type="primary" disabled={!canApply} loading={busy === 'apply'} onClick={() => void apply()}>
              {canApply
                ? t('devices:import.apply', { count: counts.add, shown: formatCount(counts.add) })
                : t('devices:import.go')}
            </Button>
          </div>
        )
      }
    >
      {secrets ? (
        <ImportSecrets
          secrets={secrets}
          onSaved={() => {
            setSecretsSaved(true);
            // What was asked about is settled.
            setAsking(false);
          }}
        />
      ) : (
        <div className="dv-import">
          <FileDrop
            takes={takes}
            file={file}
            disabled={busy !== null}
            onFile={(chosen) => void check(chosen, existing)}
            label={t('devices:import.drop')}
          />
          <div className="pl-row dv-import-bar">
            <span className="pl-2">{t('devices:import.template')}</span>
            <Button size="small" icon={<DownloadOutlined />} onClick={template('xlsx')}>
              XLSX
            </Button>
            <Button size="small" icon={<DownloadOutlined />} onClick={template('csv')}>
              CSV
            </Button>
            <span className="pl-gap" />
            <span className="pl-2">{t('devices:import.existing')}</span>
            <Select
              size="small"
              className="dv-filter"
              aria-label={t('devices:import.existing')}
              popupMatchSelectWidth={false}
              disabled={busy !== null}
              value={existing}
              options={[
                { value: 'refuse', label: t('devices:import.refuse') },
                { value: 'skip', label: t('devices:import.skip') },
              ]}
              onChange={(how: 'refuse' | 'skip') => void check(file, how)}
            />
          </div>
          {busy === 'check' && <SkeletonRows rows={5} />}
          {failure !== null && busy === null && (
            <Failed error={failure} onRetry={file ? () => void check(file, existing) : undefined} />
          )}
          {checked && <ImportLines checked={checked} />}
          {!file && failure === null && (
            <p className="pl-3 pl-sm">{t('devices:import.how', { rows: formatCount(bulkLimits.rows) })}</p>
          )}
        </div>
      )}
    </Modal>
  );
}

/** The whole warehouse as a sheet of the same columns. */
export const exportDevices = async (
  corporationId: number,
  format: 'xlsx' | 'csv',
  language: Language,
): Promise<void> => {
  const { blob, fileName } = await download(devices.exportSheet, { corporationId, format, language });
  saveAs(blob, fileName ?? `devices.${format}`);
};
