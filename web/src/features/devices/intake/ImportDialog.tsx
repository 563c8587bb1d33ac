import { bulkLimits } from '@plumbline/contract/devices/intake';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../../design/form/FileDrop.tsx';
import { Failed, SkeletonRows } from '../../../design/States.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { ImportBar } from './ImportBar.tsx';
import { ImportLines } from './ImportLines.tsx';
import { ImportSecrets } from './ImportSecrets.tsx';
import { type SheetImport, useSheetImport } from './sheet-import.ts';

const takes = { types: ['.xlsx', '.csv'], maxBytes: bulkLimits.maxBytes };

/**
 * Takes the devices of a sheet into the warehouse: the file is checked line by line first, then all is written or
 * nothing. Invariant: the secrets, told this once, are not closed over before they are kept or thrown away by choice.
 */
export function ImportDialog({ corporationId, onClose }: { corporationId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const sheet = useSheetImport(corporationId);
  const { secrets } = sheet;
  const [secretsSaved, setSecretsSaved] = useState(false);
  const [asking, setAsking] = useState(false);
  const close = (): void => {
    if (secrets && secrets.length > 0 && !secretsSaved) setAsking(true);
    else onClose();
  };
  const footer = asking ? (
    <LoseSecrets onLose={onClose} onBack={() => setAsking(false)} />
  ) : secrets ? (
    <Button type={secretsSaved ? 'primary' : 'default'} onClick={close}>
      {t('common:close')}
    </Button>
  ) : (
    <ApplyFooter sheet={sheet} onCancel={close} />
  );
  return (
    <Modal
      open
      title={t('intake:import.title')}
      width={secrets ? 640 : 1040}
      mask={{ closable: false }}
      onCancel={close}
      destroyOnHidden
      footer={footer}
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
        <SheetCheck corporationId={corporationId} sheet={sheet} />
      )}
    </Modal>
  );
}

/** Asks before secrets that nobody has kept are gone. */
function LoseSecrets({ onLose, onBack }: { onLose: () => void; onBack: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="pl-form-foot" role="alertdialog" aria-label={t('intake:import.lose')}>
      <span className="pl-2">{t('intake:import.lose')}</span>
      <span className="pl-gap" />
      <Button danger onClick={onLose}>
        {t('intake:import.loseYes')}
      </Button>
      <Button autoFocus onClick={onBack}>
        {t('intake:import.back')}
      </Button>
    </div>
  );
}

/** Applies the sheet once each line of it can be added or skipped. */
function ApplyFooter({ sheet: { checked, busy, apply }, onCancel }: { sheet: SheetImport; onCancel: () => void }) {
  const { t } = useTranslation();
  const counts = checked?.counts;
  const canApply = counts !== undefined && counts.refuse === 0 && counts.add > 0;
  return (
    <div className="pl-form-foot">
      <span className="pl-3 pl-sm pl-gap in-why">
        {counts && counts.refuse > 0 && t('intake:import.allOrNone')}
        {counts && counts.refuse === 0 && counts.add === 0 && t('intake:import.nothingNew')}
      </span>
      <Button type="text" onClick={onCancel}>
        {t('common:cancel')}
      </Button>
      <Button type="primary" disabled={!canApply} loading={busy === 'apply'} onClick={() => void apply()}>
        {canApply
          ? t('intake:import.apply', { count: counts.add, shown: formatCount(counts.add) })
          : t('intake:import.go')}
      </Button>
    </div>
  );
}

/** The file, and what would become of each of its lines. */
function SheetCheck({ corporationId, sheet }: { corporationId: number; sheet: SheetImport }) {
  const { t } = useTranslation();
  const { file, existing, checked, busy, failure, check } = sheet;
  return (
    <div className="in-import">
      <FileDrop
        takes={takes}
        file={file}
        disabled={busy !== null}
        onFile={(chosen) => void check(chosen, existing)}
        label={t('intake:import.drop')}
      />
      <ImportBar
        corporationId={corporationId}
        existing={existing}
        disabled={busy !== null}
        onExisting={(how) => void check(file, how)}
      />
      {busy === 'check' && <SkeletonRows rows={5} />}
      {failure !== null && busy === null && (
        <Failed error={failure} onRetry={file ? () => void check(file, existing) : undefined} />
      )}
      {checked && <ImportLines checked={checked} />}
      {!file && failure === null && (
        <p className="pl-3 pl-sm">{t('intake:import.how', { rows: formatCount(bulkLimits.rows) })}</p>
      )}
    </div>
  );
}
