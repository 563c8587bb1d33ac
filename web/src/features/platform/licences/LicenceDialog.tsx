import { Failure } from '@plumbline/contract/kernel/errors';
import { licenceFaults, licences } from '@plumbline/contract/platform/licences';
import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FileDrop } from '../../../design/form/FileDrop.tsx';
import { SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { useWrite } from '../../../kernel/writes.ts';

const takes = { types: ['.lic', '.json', '.txt'], maxBytes: 10_000 };
const detailOf = z.object({ fault: z.enum(licenceFaults) });

/** Imports a licence file as it is chosen; a refusal says why. */
export function LicenceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: install, isPending } = useWrite(licences.install);
  const [file, setFile] = useState<File | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const take = async (chosen: File | null): Promise<void> => {
    setFile(chosen);
    setFailure(null);
    if (!chosen) return;
    try {
      await install({ file: await chosen.text() });
      toasts.done(t('licences:imported'));
      onClose();
    } catch (error) {
      setFailure(error);
    }
  };
  const detail = failure instanceof Failure ? detailOf.safeParse(failure.detail) : null;
  return (
    <Modal open title={t('licences:import')} width={520} footer={null} onCancel={onClose} destroyOnHidden>
      <p className="pl-2 licence-means">{t('licences:importMeans')}</p>
      <FileDrop
        takes={takes}
        file={file}
        disabled={isPending}
        onFile={(chosen) => void take(chosen)}
        label={t('licences:drop')}
      />
      {isPending && <SkeletonRows rows={1} />}
      {failure !== null && (
        <p className="licence-failed" role="alert">
          <b className="pl-b">{wordsOf(failure, t).words}</b>
          {detail?.success && <br />}
          {detail?.success && t(`licences:fault.${detail.data.fault}`)}
        </p>
      )}
    </Modal>
  );
}
