import { deliveries } from '@plumbline/contract/alerts/deliveries';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Fields } from '../../../design/form/Fields.tsx';
import { Pane } from '../../../design/Pane.tsx';
import { SchemaForm } from '../../../design/SchemaForm.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { levelName } from '../../../kernel/levels.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

const levels = [
  { value: null, label: 'deliveries:contact.never' },
  ...[1, 2, 3, 4].map((value) => ({ value, label: `common:level.${levelName(value)}` })),
];
const fields: readonly FieldDefinition[] = [
  { type: 'INPUT', inputType: 'email', prop: 'email', label: 'deliveries:contact.email' },
  { type: 'SELECT', prop: 'emailFrom', label: 'deliveries:contact.emailFrom', options: levels },
  { type: 'INPUT', inputType: 'tel', prop: 'mobile', label: 'deliveries:contact.mobile' },
  { type: 'SELECT', prop: 'smsFrom', label: 'deliveries:contact.smsFrom', options: levels },
  { type: 'SELECT', prop: 'callFrom', label: 'deliveries:contact.callFrom', options: levels },
  {
    type: 'SWITCH',
    prop: 'showsMobile',
    label: 'deliveries:contact.showsMobile',
    tips: 'deliveries:contact.showsMobileTips',
  },
];

/** Where alerts reach the caller outside of the app, and from which level on. */
export function ContactPane() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const query = useRead(deliveries.contact, {});
  const { run: setContact } = useWrite(deliveries.setContact);
  return (
    <Pane title={t('deliveries:contact.title')} className="whole">
      <p className="pl-2 lead">{t('deliveries:contact.why')}</p>
      <Answer query={query} loading={<SkeletonRows rows={3} />}>
        {({ contact }) => (
          <SchemaForm
            schema={deliveries.setContact.input}
            record={contact}
            initial={{ ...contact }}
            onSubmit={async (input: never, precondition) => {
              await setContact(input, precondition);
              toasts.done(t('common:saved'));
            }}
            foot={(busy) => (
              <Button htmlType="submit" loading={busy}>
                {t('common:save')}
              </Button>
            )}
          >
            <Fields fields={fields} />
          </SchemaForm>
        )}
      </Answer>
    </Pane>
  );
}
