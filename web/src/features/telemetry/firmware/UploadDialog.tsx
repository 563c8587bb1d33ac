import { Failure } from '@plumbline/contract/kernel/errors';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import type { Schema } from '@plumbline/contract/kernel/route';
import { type Firmware, firmware, firmwareLimits } from '@plumbline/contract/telemetry/firmware';
import { type FirmwareNameFault, readFirmwareName } from '@plumbline/contract/telemetry/firmware.name';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FileDrop } from '../../../design/form/FileDrop.tsx';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import type { Slot } from '../../../design/form/input.ts';
import { useFormPlace } from '../../../design/form/place.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { useSession } from '../../../kernel/session.ts';
import { useWrite } from '../../../kernel/writes.ts';

const takes = { types: ['.hsf'], maxBytes: firmwareLimits.bytes };
const schema = z.object({ ...firmware.upload.input.shape, file: z.instanceof(File) }) as unknown as Schema;
const extraFields: readonly FieldDefinition[] = [
  { type: 'slot', prop: 'file', label: 'firmware:file', span: 2 },
  {
    type: 'INPUT',
    inputType: 'textarea',
    prop: 'notice',
    label: 'firmware:notice',
    tips: 'firmware:noticeTips',
    span: 2,
  },
];
const shared: FieldDefinition = {
  type: 'SELECT',
  inputType: 'buttons',
  prop: 'shared',
  label: 'firmware:whose',
  span: 2,
  options: [
    { value: 'no', label: 'firmware:ofCorporation' },
    { value: 'yes', label: 'firmware:ofAll' },
  ],
};

/** What is wrong with its name belongs to the file. */
const ofName = {
  fileFormat: 'file',
  firmwareNameBlank: 'file',
  firmwareNameLetters: 'file',
  firmwareNameInvalid: 'file',
} as const satisfies Record<FirmwareNameFault, 'file'>;

/** Browsers have no name for such a file; the ending says what it is. */
const plain = (file: File): File => new File([file], file.name, { type: 'application/octet-stream' });

/** Brings a firmware file. Its name is judged by the contract's own rule before it is sent, and again by the server. */
export function UploadDialog({
  corporationId,
  onClose,
  onDone,
}: {
  corporationId: number;
  onClose: () => void;
  onDone: (made: Firmware) => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: uploadFirmware } = useWrite(firmware.upload);
  const { user } = useSession();
  return (
    <FormDialog
      title={t('firmware:upload')}
      schema={schema}
      fixed={{ corporationId }}
      initial={{ notice: '', shared: 'no', file: null }}
      fields={user.type === 'System' ? [...extraFields, shared] : extraFields}
      errorField={ofName}
      slots={{ file: (slot) => <FileSlot {...slot} /> }}
      saveLabel={t('firmware:upload')}
      onSave={async (input: never) => {
        const { file, notice, shared: asShared } = input as { file: File; notice: string; shared: 'yes' | 'no' };
        const name = readFirmwareName(file.name);
        if ('fault' in name) throw new Failure(name.fault, { type: 'hsf' });
        const uploaded = await uploadFirmware({ corporationId, notice, shared: asShared }, { file: plain(file) });
        toasts.done(t('firmware:uploaded', { type: uploaded.firmware.type, version: uploaded.firmware.version }));
        return uploaded.firmware;
      }}
      onClose={onClose}
      onDone={onDone}
    />
  );
}

/** The file, and what its name says. */
function FileSlot({ id, value, onChange, disabled }: Slot) {
  const { t } = useTranslation();
  const { form } = useFormPlace();
  const { status } = Form.Item.useStatus();
  const file = value instanceof File ? value : null;
  const name = file && readFirmwareName(file.name);
  const take = (next: File | null): void => {
    form.setFields([{ name: 'file', errors: [] }]);
    onChange(next);
  };
  return (
    <FileDrop id={id} takes={takes} file={file} onFile={take} disabled={disabled} label={t('firmware:drop')}>
      {name === null ? (
        <p className="pl-3 pl-sm fw-named">{t('firmware:nameRule')}</p>
      ) : 'fault' in name ? (
        // Once the form says it, under the field, once is enough.
        status !== 'error' && (
          <p className="pl-sm pl-wrong fw-named" role="alert">
            {t(`errors:${name.fault}`, { type: 'hsf' })}
          </p>
        )
      ) : (
        <p className="pl-2 pl-sm fw-named">{t('firmware:named', { ...name })}</p>
      )}
    </FileDrop>
  );
}
