import { elementAt } from '@plumbline/contract/kernel/elements';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { type Family, families, fieldsOf, sensorModes } from '@plumbline/contract/points/families';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { type Point, points } from '@plumbline/contract/points/points';
import { pointTypes, type Slave } from '@plumbline/contract/points/points.point';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useOptions } from '../../../design/form/use-options.ts';
import { wordsOf } from '../../../kernel/failures.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { FormulasInput } from '../points/formulas.parts.tsx';
import { SlavesInput } from '../slaves/slaves.parts.tsx';

const noSlaves: readonly Slave[] = [];

/** A point that is converted to composite is made of others; nothing else is. */
const isComposite = (type: number): boolean => type === 1;

/** Makes a point another kind. What is lost is asked of the server before, and said. */
export function ConvertDialog({ point, onClose }: { point: Point; onClose: () => void }) {
  const { t } = useTranslation();
  const { run: convertPoint } = useWrite(lifecycle.convert);
  const others = [0, 1, 2].filter((type) => type !== point.type);
  const [type, setType] = useState(elementAt(others, 0));
  const [slaves, setSlaves] = useState<readonly Slave[]>(noSlaves);
  const mode = (families[point.family] as Family).modes[0];
  return (
    <FormDialog
      title={t('lifecycle:convert.title', { name: point.name })}
      schema={lifecycle.convert.input}
      fixed={{ pointId: point.id }}
      initial={{ type: others[0], mode, reason: '', slaves: noSlaves, customFormula: {} }}
      fields={fieldsFor(point, others, t)}
      slots={{
        slaves: ({ value, onChange }) => (
          <OtherPoints point={point} value={(value as Slave[] | undefined) ?? noSlaves} onChange={onChange} />
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
        setSlaves((values.slaves as Slave[] | undefined) ?? noSlaves);
      }}
      saveLabel={t('lifecycle:act.convert')}
      onSave={async (input: never) => {
        await convertPoint(input);
      }}
      onClose={onClose}
      widthPx={600}
    >
      <Loss point={point} type={type} />
    </FormDialog>
  );
}

function fieldsFor(point: Point, kinds: readonly number[], t: TFunction): FieldDefinition[] {
  const { modes } = families[point.family] as Family;
  return [
    {
      type: 'SELECT',
      inputType: 'buttons',
      prop: 'type',
      label: 'lifecycle:convert.to',
      options: kinds.map((each) => ({ value: each, label: t(`points:type.${elementAt(pointTypes, each)}`) })),
      span: 2,
    },
    {
      type: 'SELECT',
      prop: 'mode',
      label: 'points:mode',
      options: modes.map((mode) => ({ value: mode, label: t(`families:mode.${sensorModes[mode]}`) })),
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
}

/** What a composite is to be made of: any point of the project but itself. */
function OtherPoints({
  point,
  value,
  onChange,
}: {
  point: Point;
  value: readonly Slave[];
  onChange: (value: Slave[]) => void;
}) {
  const rows = useOptions('points', points.rows, { projectId: useProject().project.id });
  const others = rows.data?.rows.filter(({ id }) => id !== point.id);
  return <SlavesInput value={value} onChange={onChange} rows={others} named closed={false} />;
}

/** What the point loses by becoming of another kind. Of a composite it does not depend on what it is made of. */
function Loss({ point, type }: { point: Point; type: number }) {
  const { t } = useTranslation();
  const mode = (families[point.family] as Family).modes[0];
  const dry = useRead(
    lifecycle.convert,
    { pointId: point.id, type, dryRun: true, ...(type === 0 && mode !== undefined && { mode }) },
    { enabled: !isComposite(type), placeholderData: keepPreviousData, retry: false },
  );
  if (isComposite(type)) return <p className="pl-notice">{t('lifecycle:convert.toComposite')}</p>;
  if (dry.error)
    return (
      <p role="status" className="pl-wrong">
        {wordsOf(dry.error, t).words}
      </p>
    );
  const what = dry.data?.lost.map((part) => t(`lifecycle:lost.${part}`)).join(', ');
  return (
    <p role="status" className="pl-notice">
      {what === '' ? t('lifecycle:convert.nothingLost') : what && t('lifecycle:convert.lost', { what })}
    </p>
  );
}
