import { type FamilyCode, fieldsOf } from '@plumbline/contract/families';
import type { FieldDefinition } from '@plumbline/contract/forms';
import { points } from '@plumbline/contract/points';
import type { TemperatureCompensation } from '@plumbline/contract/points.settings';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormTab } from '../../../design/form/FormTab.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { call } from '../../../kernel/call.ts';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { useProject } from '../../../kernel/project.tsx';
import { invalidate, queryFor } from '../../../kernel/queries.ts';
import type { Settable } from './settable.ts';
import { TcEffect } from './TcEffect.tsx';

const fields: readonly FieldDefinition[] = [
  { type: 'SWITCH', prop: 'tc.enabled', label: 'charts:tc.enabled', span: 2 },
  { type: 'SELECT', prop: 'tc.field', label: 'charts:tc.field', span: 2 },
  { type: 'SELECT', prop: 'tc.temperaturePointId', label: 'charts:tc.temperaturePoint' },
  { type: 'SELECT', prop: 'tc.temperatureField', label: 'charts:tc.temperatureField' },
  { type: 'NUMBER', prop: 'tc.coefficient', label: 'charts:tc.coefficient', tips: 'charts:tc.coefficientHelp' },
  { type: 'NUMBER', prop: 'tc.reference', label: 'charts:tc.reference', unit: '°C' },
];
const temperaturesOf = (family: FamilyCode, nodeCount = 0) =>
  fieldsOf(family, nodeCount).filter(({ unit }) => unit === '°C');

/** Temperature compensation of a point: kept, checked, and shown on the latest values. It is not applied yet, and says so. */
export function TcForm({ point, readOnly }: Settable) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const query = useQuery(queryFor(points.settings, { pointId: point.id }));
  const [adding, setAdding] = useState(false);
  const begin: TemperatureCompensation = {
    field: point.mainField,
    temperaturePointId: null,
    temperatureField: temperaturesOf(point.family, point.nodeCount)[0]?.key ?? '',
    coefficient: 0,
    reference: 20,
    enabled: true,
  };
  const remove = async (): Promise<void> => {
    try {
      await call(points.setTc, { pointId: point.id, tc: null });
      setAdding(false);
      await invalidate(points.settings);
      toasts.done(t('common:saved'));
    } catch (error) {
      toasts.failed(error);
    }
  };
  return (
    <section className="pl-form-section" aria-label={t('charts:tc.title')}>
      <div className="pl-row">
        <h3>{t('charts:tc.title')}</h3>
        <span className="pl-gap" />
        {readOnly === undefined && query.data?.settings.tc && (
          <Button size="small" onClick={() => void remove()}>
            {t('charts:tc.remove')}
          </Button>
        )}
      </div>
      <p className="pl-3 pl-sm">{t('charts:tc.help')}</p>
      <Answer query={query} loading={<SkeletonRows rows={4} />}>
        {({ settings }) =>
          settings.tc || adding ? (
            <Form point={point} readOnly={readOnly} stored={settings.tc} tc={settings.tc ?? begin} />
          ) : (
            <div className="pl-row">
              <span className="pl-2">{t('charts:tc.none')}</span>
              {readOnly === undefined && (
                <Button size="small" onClick={() => setAdding(true)}>
                  {t('charts:tc.set')}
                </Button>
              )}
            </div>
          )
        }
      </Answer>
    </section>
  );
}

/** `stored` = what the server holds, null where none is set yet; `tc` = what the form begins with. */
function Form({
  point,
  readOnly,
  stored,
  tc,
}: Settable & { stored: TemperatureCompensation | null; tc: TemperatureCompensation }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const fieldWord = useFieldWord();
  const rows = useQuery(queryFor(points.rows, { projectId: project.id }));
  const [now, setNow] = useState<Partial<TemperatureCompensation>>(tc);
  const other = rows.data?.rows.find(({ id }) => id === now.temperaturePointId);
  const family = (other?.family ?? point.family) as FamilyCode;
  const own = fieldsOf(point.family, point.nodeCount);
  return (
    <FormTab
      schema={points.setTc.input}
      fixed={{ pointId: point.id }}
      record={stored}
      initial={{ tc }}
      sections={[{ fields }]}
      options={{
        'tc.field': own.map(({ key }) => ({ value: key, label: fieldWord(point.family, key) })),
        'tc.temperaturePointId': rows.data && [
          { value: null, label: t('charts:tc.own') },
          ...rows.data.rows
            .filter((row) => row.id !== point.id && temperaturesOf(row.family as FamilyCode).length > 0)
            .map((row) => ({ value: row.id, label: row.name, note: t(`families:family.${row.family}`) })),
        ],
        'tc.temperatureField': temperaturesOf(family, other ? 0 : point.nodeCount).map(({ key }) => ({
          value: key,
          label: fieldWord(family, key),
        })),
      }}
      readOnly={readOnly}
      onChange={(values) => setNow({ ...tc, ...(values.tc as object | undefined) })}
      onSave={async (input: never, seen) => {
        await call(points.setTc, input, seen);
        await invalidate(points.settings);
      }}
    >
      <TcEffect point={point} tc={{ ...tc, ...now }} />
    </FormTab>
  );
}
