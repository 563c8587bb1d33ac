import { models } from '@plumbline/contract/devices/models';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { corporations } from '@plumbline/contract/people/corporations';
import { dialIn, isModemLink } from '@plumbline/contract/telemetry/dial-in';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useLanguage } from '../../../kernel/language.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { keepSecret } from '../../devices/connections/connections.parts.tsx';
import { useConsoleCorporation } from '../../people/corporations/console.parts.tsx';
import { CorporationPick } from '../../people/corporations/corporations.parts.tsx';

export type Unknown = Reply<typeof dialIn.unknown>['unknown'][number];

/** What was chosen last: who adopts one of ten loggers of a lorry adopts the other nine the same way. */
const last: { corporationId: number | null; model: Map<boolean, string> } = { corporationId: null, model: new Map() };
/** The model without rules of its own: a register map that was guessed would read wrong numbers that look right. */
const customModel = 'DIY';

/**
 * Long because it is the list of its fields.
 * Makes somebody unknown a device of a corporation; all is filled in as far as it is known.
 */
export function AdoptUnknownDialog({
  unknown,
  onAdopted,
  onClose,
}: {
  unknown: Unknown;
  onAdopted: (deviceId: number) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { run: adopt } = useWrite(dialIn.adopt);
  const [chosen] = useConsoleCorporation();
  // Whether there is one alone, which is proposed; which of many is found by its title.
  const all = useRead(corporations.list, { pageSize: 2 }, { staleTime: 60_000 }).data?.corporations;
  const modelList = useRead(models.list, {}, { staleTime: 60_000 }).data?.models;
  if (!all || !modelList) return null;
  const isModem = isModemLink(unknown.link);
  const read = modelList.filter(({ registers }) => !isModem || registers.length > 0);
  const name = (unknown.register ?? '').replace(/[^A-Za-z0-9._-]/g, '-').slice(-32);
  const fields: readonly FieldDefinition[] = [
    { type: 'slot', prop: 'corporationId', label: 'dialIn:unknown.corporation', span: 2 },
    {
      type: 'SELECT',
      prop: 'model',
      label: 'dialIn:unknown.model',
      options: [...read, ...modelList.filter((each) => !read.includes(each))].map((model) => ({
        value: model.code,
        label:
          `${model.manufacturer} ${model.code} · ${model.labels[language as keyof typeof model.labels] || model.label}`.trim(),
      })),
      span: 2,
    },
    { type: 'INPUT', prop: 'name', label: 'dialIn:unknown.name' },
    { type: 'INPUT', prop: 'sncode', label: 'devices:sncode' },
    ...(isModem
      ? [
          {
            type: 'CHECK',
            prop: 'isFenced',
            label: 'dialIn:unknown.fenced',
            span: 2,
          } as const satisfies FieldDefinition,
        ]
      : []),
  ];
  return (
    <FormDialog
      title={t('dialIn:unknown.adoptTitle', { register: unknown.register })}
      schema={dialIn.adopt.input}
      fixed={{ link: unknown.link, bytes: unknown.bytes }}
      initial={{
        corporationId: last.corporationId ?? chosen ?? (all.length === 1 ? (all[0]?.id ?? null) : null),
        model: last.model.get(isModem) ?? customModel,
        name,
        sncode: name,
        isFenced: false,
      }}
      fields={fields}
      slots={{
        corporationId: ({ id, value, label, readOnly, onChange }) => (
          <CorporationPick
            id={id}
            label={label}
            value={(value as number | null | undefined) ?? null}
            isReadOnly={readOnly}
            onChange={onChange}
          />
        ),
      }}
      errorField={{ sncodeExists: 'sncode', registerExists: 'name' }}
      saveLabel={t('dialIn:unknown.adopt')}
      onSave={async (input: Parameters<typeof adopt>[0]) => {
        const { deviceId, secret } = await adopt(input);
        last.corporationId = input.corporationId;
        last.model.set(isModem, input.model);
        // A modem has no use for it; what delivers by itself is to be given it.
        if (!isModem) keepSecret(deviceId, secret);
        return deviceId;
      }}
      onDone={onAdopted}
      onClose={onClose}
    >
      <p className="pl-3 pl-sm">
        {t(isModem ? 'dialIn:unknown.adoptModem' : 'dialIn:unknown.adoptOther', { address: unknown.address })}
      </p>
    </FormDialog>
  );
}
