import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { batches } from '@plumbline/contract/points/batches';
import { points } from '@plumbline/contract/points/points';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Fields } from '../../../design/form/Fields.tsx';
import { Page } from '../../../design/Pane.tsx';
import { SchemaForm } from '../../../design/SchemaForm.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { chartFields } from '../charts/charts.parts.tsx';
import { inThousands, useChosenPoints } from '../points/chosen-points.parts.ts';
import { PointsPath } from '../points/PointsPath.parts.tsx';

/** The chart's fields, each of which may be left unsaid: a switch has no third place, a choice has. */
const fields: readonly FieldDefinition[] = chartFields.map(({ defaultValue: _, ...field }) => ({
  ...field,
  prop: `set.${field.prop}`,
  placeholder: 'points:charts.stays',
  ...(field.type === 'SWITCH'
    ? {
        type: 'SELECT' as const,
        options: [
          { value: true, label: 'forms:yes' },
          { value: false, label: 'forms:no' },
        ],
      }
    : field.type === 'SELECT'
      ? { inputType: 'one' as const }
      : {}),
}));

/** The page batch-chart-setting: how the charts of many points begin; what is left empty stays as it is. */
export default function BatchChartPage() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: batchChartSetting } = useWrite(batches.batchChartSetting);
  const { project } = useProject();
  const chosen = useChosenPoints();
  const query = useRead(points.rows, { projectId: project.id });
  const [values, setValues] = useState<Record<string, unknown>>({});
  const hasValues = Object.values((values.set as object | undefined) ?? {}).some(
    (value) => value !== undefined && value !== null,
  );
  return (
    <Page title={<PointsPath name={t('points:charts.menu')} />}>
      <Answer
        query={query}
        loading={<SkeletonRows rows={6} />}
        isEmpty={({ rows }) => rows.length === 0}
        empty={<Empty title={t('points:list.none')} why={t('points:list.noneWhy')} />}
      >
        {({ rows }) => {
          const ids = rows
            .filter(({ id, archived }) => !archived && (chosen === null || chosen.has(id)))
            .map(({ id }) => id);
          return (
            <div style={{ maxWidth: 760 }}>
              <p className="pl-2" style={{ marginBottom: 16 }}>
                {t('points:charts.of', { count: ids.length })}
              </p>
              <SchemaForm
                schema={batches.batchChartSetting.input}
                fixed={{ projectId: project.id, points: ids.slice(0, 1_000) }}
                initial={{}}
                onChange={setValues}
                onSubmit={async (input: never) => {
                  const { set } = input as { set: object };
                  for (const part of inThousands(ids))
                    await batchChartSetting({ projectId: project.id, points: part, set });
                  toasts.done(t('points:list.changed', { count: ids.length }));
                }}
                foot={(busy) => (
                  <Button type="primary" htmlType="submit" loading={busy} disabled={!hasValues}>
                    {t('points:charts.set', { count: ids.length })}
                  </Button>
                )}
              >
                <Fields fields={fields} />
              </SchemaForm>
            </div>
          );
        }}
      </Answer>
    </Page>
  );
}
