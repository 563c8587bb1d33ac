import type { InputOf } from '@plumbline/contract/kernel/route';
import { registrations } from '@plumbline/contract/messages/registrations';
import { Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SchemaDialog } from '../../../design/SchemaDialog.tsx';
import { Field } from '../../../design/SchemaForm.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { CorporationPick } from '../../people/corporations/corporations.parts.tsx';

/** The corporation that a code opens; the form gives it its value. */
function OpenedCorporation({
  id,
  value = null,
  onChange,
}: {
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
}) {
  const { t } = useTranslation();
  return (
    <CorporationPick
      id={id}
      label={t('registrations:codes.opens')}
      placeholder={t('registrations:codes.newCorporation')}
      isClearable
      value={value}
      onChange={(next) => onChange?.(next)}
    />
  );
}

/** Makes a registration code: whom it is for, what it opens, how long it is good. */
export function NewCodeDialog({ onClose, onMade }: { onClose: () => void; onMade: (code: string) => void }) {
  const { t } = useTranslation();
  const { run: create } = useWrite(registrations.create);
  const [corporationId, setCorporationId] = useState<number | null>(null);
  return (
    <SchemaDialog
      title={t('registrations:codes.new')}
      means={t('registrations:codes.why')}
      word={t('common:create')}
      widthPx={480}
      onClose={onClose}
      schema={registrations.create.input}
      initial={{ corporationId: null, type: 'Normal', expiresInDays: 14, prefix: null }}
      errorField={{ nameTaken: 'prefix' }}
      onChange={(values) => setCorporationId((values.corporationId as number | null | undefined) ?? null)}
      onSubmit={async (input: InputOf<typeof registrations.create.input>) => {
        const created = await create({ ...input, prefix: input.prefix || null });
        onMade(created.registrationCode);
        onClose();
      }}
    >
      <Field name="note" label={t('registrations:codes.note')} help={t('registrations:codes.noteHelp')}>
        <Input autoFocus maxLength={50} />
      </Field>
      <Field name="corporationId" label={t('registrations:codes.opens')}>
        <OpenedCorporation />
      </Field>
      {corporationId === null ? (
        <div className="pl-fields-2">
          <Field name="limits.points" label={t('corporations:limits.maxPoints')}>
            <InputNumber precision={0} style={{ width: '100%' }} />
          </Field>
          <Field name="limits.devices" label={t('corporations:limits.maxDevices')}>
            <InputNumber precision={0} style={{ width: '100%' }} />
          </Field>
        </div>
      ) : (
        <>
          <Field name="type" label={t('registrations:codes.type')}>
            <Select
              options={(['Normal', 'Manager'] as const).map((value) => ({ value, label: t(`users:type.${value}`) }))}
            />
          </Field>
          <Field name="prefix" label={t('registrations:prefix')} help={t('registrations:codes.prefixHelp')}>
            <Input className="pl-mono" maxLength={11} />
          </Field>
        </>
      )}
      <Field name="expiresInDays" label={t('registrations:codes.days')}>
        <InputNumber min={1} max={90} precision={0} style={{ width: '100%' }} />
      </Field>
    </SchemaDialog>
  );
}
