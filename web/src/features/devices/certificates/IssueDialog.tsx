import { certificateLimits, certificates } from '@plumbline/contract/devices/certificates';
import type { Device } from '@plumbline/contract/devices/devices';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { Worded } from '../../../kernel/failures.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { refusalOf } from './refusal-of.ts';

const fields: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'by',
    label: 'certificates:key',
    tips: 'certificates:keyHelp',
    options: ['made', 'request'].map((value) => ({ value, label: `certificates:keyBy.${value}` })),
    span: 2,
  },
  {
    type: 'INPUT',
    inputType: 'textarea',
    prop: 'request',
    label: 'certificates:request',
    tips: 'certificates:requestHelp',
    span: 2,
    visibleWhen: { prop: 'by', is: 'request' },
  },
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'keyType',
    label: 'certificates:keyType',
    options: ['ec', 'rsa'].map((value) => ({ value, label: `certificates:keyTypes.${value}` })),
    visibleWhen: { prop: 'by', is: 'made' },
  },
  { type: 'NUMBER', prop: 'days', label: 'certificates:days' },
  {
    type: 'INPUT',
    prop: 'password',
    label: 'certificates:storePassword',
    tips: 'certificates:storePasswordHelp',
    span: 2,
    visibleWhen: { prop: 'by', is: 'made' },
  },
];
const { days, keyType, password } = certificates.issue.input.shape;
/** Nothing typed = no such file. */
const optionalPassword = z.preprocess((text) => (text === '' ? null : text), password);
const chosen = z.discriminatedUnion('by', [
  z.object({ by: z.literal('made'), days, keyType, password: optionalPassword }),
  z.object({ by: z.literal('request'), days, request: z.string().trim().min(1).max(certificateLimits.text) }),
]);

/** Issues a certificate for a device: with a key, or for a request that the device has made. */
export function IssueDialog({
  device,
  onIssued,
  onClose,
}: {
  device: Device;
  onIssued: (issued: Reply<typeof certificates.issue>) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run: issue } = useWrite(certificates.issue);
  return (
    <FormDialog
      title={t('certificates:issueTitle', { name: device.name })}
      schema={chosen}
      initial={{ by: 'made', days: 730, keyType: 'ec', request: '', password: '' }}
      fields={fields}
      saveLabel={t('certificates:issue')}
      onSave={async (input: never) => {
        const { by: _, ...request } = chosen.parse(input);
        try {
          return await issue({ deviceId: device.id, ...request });
        } catch (error) {
          const reason = refusalOf(error);
          if (reason === null) throw error;
          throw new Worded(t(`certificates:refused.${reason}`));
        }
      }}
      onDone={onIssued}
      onClose={onClose}
    />
  );
}
