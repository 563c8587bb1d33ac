import { type Family, families, fieldsOf, sensorModes } from '@plumbline/contract/families';
import type { FieldDefinition } from '@plumbline/contract/forms';
import { lifecycle } from '@plumbline/contract/lifecycle';
import { type Point, points } from '@plumbline/contract/points';
import { pointTypes, type Slave } from '@plumbline/contract/points.point';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../design/form/FormDialog.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';
import { FormulasInput } from '../formulas/formulas.parts.tsx';
import { SlavesInput } from '../points/points.parts.tsx';

const none: readonly Slave[] = [];

/** Makes a point another kind. What is lost is asked of the server before, and said. */
export function ConvertDialog({ point, onClose }: { point: Point; onClose: () => void }) {
  const { t } = useTranslation();
  const { run: convertPoint } = useWrite(lifecycle.convert);
  const { project } = useProject();
  const others = [0, 1, 2].filter((type) => type !== point.type);
  const [type, setType] = useState(others[0]!);
  const rows = useRead(points.rows, { projectId: project.id }, { enabled: type === 1 });
  const [slaves, setSlaves] = useState<readonly Slave[]>(none);
  const known = families[point.family] as Family;
  const fields: readonly FieldDefinition[] = [
    {
      type: 'SELECT',
      inputType: 'buttons',
      prop: 'type',
      label: 'lifecycle:convert.to',
      options: others.map((each) => ({ value: each, label: t(`points:type.${pointTypes[each]!}`) })),
      span: 2,
    },
    {
      type: 'SELECT',
      prop: 'mode',
      label: 'points:mode',
      options: known.modes.map((mode) => ({ value: mode, label: t(`families:mode.${sensorModes[mode]}`) })),
      visibleWhen: { prop: 'type', is: 0 },
    },
    { type: 'slot', prop: 'slaves', label: 'points:slaves.title', span: 2, visibleWhen: { prop: 'type', is: 1 } },
    {
      type: 'slot',
      prop: 'customFormula',
      label: 'points:formula.own',
      span: 2,
      visibleWhen: { prop: 'type', is: 1 },
    },
    { type: 'INPUT', prop: 'reason', label: 'points:reason', span: 2 },
  ];
  // A composite is asked for with what it is made of: what is lost does not depend on it.
  const dry = useRead(
    lifecycle.convert,
    {
      pointId: point.id,
      type,
      dryRun: true,
      ...(type === 0 ? { mode: known.modes[0]! } : {}),
    },
    {
      enabled: type !== 1,
      placeholderData: keepPreviousData,
      retry: false,
    },
  );
  return (
    <FormDialog
      title={t('lifecycle:convert.title', { name: point.name })}
      schema={lifecycle.convert.input}
      fixed={{ pointId: point.id }}
      initial={{ type: others[0], mode: known.modes[0], reason: '', slaves: none, customFormula: {} }}
      fields={fields}
      slots={{
        slaves: ({ value, onChange }) => (
          <SlavesInput
            value={(value as Slave[] | undefined) ?? none}
            onChange={onChange}
            rows={rows.data?.rows.filter(({ id }) => id !== point.id)}
            named
            closed={false}
          />
        ),
        customFormula: ({ value, onChange }) => (
          <FormulasInput
            value={(value as Record<string, string> | undefined) ?? {}}
            onChange={onChange}
            family={point.family}
            fields={fieldsOf(point.family, Math.min(point.nodeCount, 4))}
            quantities={slaves.flatMap(({ variable }) => (variable ? [variable] : []))}
            system={[]}
            parameters={{}}
          />
        ),
      }}
      errorField={{ formulaIllegal: 'customFormula' }}
      onChange={(values) => {
        if (typeof values.type === 'number') setType(values.type);
        setSlaves((values.slaves as Slave[] | undefined) ?? none);
      }}
      saveLabel={t('lifecycle:act.convert')}
      onSave={async (input: never) => {
        await convertPoint(input);
      }}
      onClose={onClose}
      widthPx={600}
    >
      {type !== 1 && (
        <p role="status" className={dry.error ? 'pl-wrong' : 'pl-notice'}>
          {dry.error
            ? wordsOf(dry.error, t).words
            : dry.data &&
              (dry.data.lost.length === 0
                ? t('lifecycle:convert.nothingLost')
                : t('lifecycle:convert.lost', {
                    what: dry.data.lost.map((part) => t(`lifecycle:lost.${part}`)).join(', '),
                  }))}
        </p>
      )}
      {type === 1 && <p className="pl-notice">{t('lifecycle:convert.toComposite')}</p>}
    </FormDialog>
  );
}
