import { DownloadOutlined } from '@ant-design/icons';
import { intake } from '@plumbline/contract/devices/intake';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { useLanguage } from '../../../kernel/language.ts';
import type { Existing } from './sheet-import.ts';

/** The sheet to fill in, and what becomes of devices that the warehouse has already. */
export function ImportBar({
  corporationId,
  existing,
  disabled,
  onExisting,
}: {
  corporationId: number;
  existing: Existing;
  disabled: boolean;
  onExisting: (how: Existing) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const toasts = useToasts();
  const template = (format: 'xlsx' | 'csv') => () =>
    download(intake.importTemplate, { corporationId, format, language })
      .then(({ blob, fileName }) => saveAs(blob, fileName ?? `devices-template.${format}`))
      .catch(toasts.failed);
  return (
    <div className="pl-row in-import-bar">
      <span className="pl-2">{t('intake:import.template')}</span>
      <Button size="small" icon={<DownloadOutlined />} onClick={template('xlsx')}>
        XLSX
      </Button>
      <Button size="small" icon={<DownloadOutlined />} onClick={template('csv')}>
        CSV
      </Button>
      <span className="pl-gap" />
      <span className="pl-2">{t('intake:import.existing')}</span>
      <Select
        size="small"
        className="in-filter"
        aria-label={t('intake:import.existing')}
        popupMatchSelectWidth={false}
        disabled={disabled}
        value={existing}
        options={[
          { value: 'refuse', label: t('intake:import.refuse') },
          { value: 'skip', label: t('intake:import.skip') },
        ]}
        onChange={onExisting}
      />
    </div>
  );
}
