import './intake.css';
import type { intake } from '@plumbline/contract/devices/intake';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reply } from '../../../kernel/queries.ts';
import { ImportSecrets } from './ImportSecrets.tsx';
import { ScanDevices } from './ScanDevices.tsx';

/** Scanning from the warehouse. Invariant: secrets, told this once, are not closed over unasked. */
export function ScanDialog({ corporationId, onClose }: { corporationId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const [secrets, setSecrets] = useState<Reply<typeof intake.bulkCreate>['secrets']>([]);
  const [secretsSaved, setSecretsSaved] = useState(false);
  const isOpen = secrets.length > 0 && !secretsSaved;
  return (
    <Modal
      open
      title={t('intake:title')}
      width={860}
      mask={{ closable: false }}
      keyboard={!isOpen}
      closable={!isOpen}
      onCancel={onClose}
      destroyOnHidden
      footer={
        <Button type={isOpen ? 'default' : 'primary'} onClick={onClose}>
          {t(isOpen ? 'intake:import.loseYes' : 'common:close')}
        </Button>
      }
    >
      {secrets.length > 0 && <ImportSecrets secrets={secrets} onSaved={() => setSecretsSaved(true)} />}
      <ScanDevices
        corporationId={corporationId}
        onAdded={(more) => {
          setSecrets((now) => [...now, ...more]);
          setSecretsSaved(false);
        }}
      />
    </Modal>
  );
}
