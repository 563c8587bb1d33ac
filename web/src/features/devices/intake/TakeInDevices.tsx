import './intake.css';
import { QrcodeOutlined, TableOutlined, UploadOutlined } from '@ant-design/icons';
import type { intake } from '@plumbline/contract/devices/intake';
import { Button } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../../design/form/leave.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { BulkDevices } from './BulkDevices.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { ImportSecrets, saveSecrets } from './ImportSecrets.tsx';
import { ScanDevices } from './ScanDevices.tsx';

type Secrets = Reply<typeof intake.bulkCreate>['secrets'];

/**
 * Three ways to take devices into the warehouse: a spreadsheet, a table, the QR codes on them. Invariant: secrets, told
 * this once, stay on the page until they are saved or put away by choice.
 */
export function TakeInDevices({ corporationId }: { corporationId: number }) {
  const { t } = useTranslation();
  const id = useId();
  const [way, setWay] = useState<'sheet' | 'table' | 'scan'>('sheet');
  const [importing, setImporting] = useState(false);
  const [secrets, setSecrets] = useState<Secrets>([]);
  const [secretsSaved, setSecretsSaved] = useState(false);
  const added = (more: Secrets): void => {
    setSecrets((now) => [...now, ...more]);
    setSecretsSaved(false);
  };
  return (
    <div className="sc-read">
      <Segmented
        label={t('intake:ways')}
        value={way}
        onChange={setWay}
        options={[
          { value: 'sheet' as const, label: <Way icon={<UploadOutlined />} words={t('intake:way.sheet')} /> },
          { value: 'table' as const, label: <Way icon={<TableOutlined />} words={t('intake:way.table')} /> },
          { value: 'scan' as const, label: <Way icon={<QrcodeOutlined />} words={t('intake:way.scan')} /> },
        ]}
      />
      {secrets.length > 0 && (
        <section className="sc-list" aria-label={t('connections:secret.label')}>
          <ImportSecrets secrets={secrets} onSaved={() => setSecretsSaved(true)} />
          <div className="pl-form-foot">
            <span className="pl-gap" />
            <Button type={secretsSaved ? 'primary' : 'default'} onClick={() => setSecrets([])}>
              {t(secretsSaved ? 'intake:putAway' : 'intake:import.loseYes')}
            </Button>
          </div>
        </section>
      )}
      {way === 'sheet' && (
        <div className="sc-idle sc-camera">
          <p className="pl-2">{t('intake:sheetHow')}</p>
          <Button type="primary" icon={<UploadOutlined />} onClick={() => setImporting(true)}>
            {t('intake:import.title')}
          </Button>
        </div>
      )}
      {way === 'table' && <BulkDevices corporationId={corporationId} onAdded={added} />}
      {way === 'scan' && <ScanDevices corporationId={corporationId} onAdded={added} />}
      <LeaveGuard
        id={id}
        dirty={secrets.length > 0 && !secretsSaved}
        save={async () => {
          saveSecrets(secrets, t);
          return true;
        }}
        undo={() => setSecrets([])}
      />
      {importing && <ImportDialog corporationId={corporationId} onClose={() => setImporting(false)} />}
    </div>
  );
}

const Way = ({ icon, words }: { icon: ReactNode; words: string }) => (
  <span className="pl-row tight">
    {icon}
    {words}
  </span>
);
