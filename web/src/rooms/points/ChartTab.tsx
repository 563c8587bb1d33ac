import { pastPresets } from '@plumbline/contract/constants';
import { fieldsOf } from '@plumbline/contract/families';
import type { FieldDefinition } from '@plumbline/contract/forms';
import { points } from '@plumbline/contract/points';
import { measures } from '@plumbline/contract/points.settings';
import { useQuery } from '@tanstack/react-query';
import { FormTab } from '../../design/form/FormTab.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { call } from '../../kernel/call.ts';
import { useFieldWord } from '../../kernel/field-words.ts';
import { asks, forget } from '../../kernel/queries.ts';
import type { TabProps } from './PointConsolePage.tsx';

/** How charts of points begin; the batch page sets the same. */
export const chartFields: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'measure',
    label: 'points:charts.measure',
    options: measures.map((measure) => ({ value: measure, label: `points:kind.${measure}` })),
  },
  {
    type: 'SELECT',
    prop: 'spanSeconds',
    label: 'points:charts.span',
    options: pastPresets.map(({ name, seconds }) => ({ value: seconds, label: `common:preset.${name}` })),
  },
  { type: 'NUMBER', prop: 'lineWidth', label: 'points:charts.lineWidth', unit: 'px' },
  { type: 'SWITCH', prop: 'step', label: 'points:charts.step' },
  { type: 'SWITCH', prop: 'showThresholds', label: 'points:charts.showThresholds' },
  { type: 'SWITCH', prop: 'showAlerts', label: 'points:charts.showAlerts' },
  { type: 'SWITCH', prop: 'breakAtGaps', label: 'points:charts.breakAtGaps' },
];
const shown: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    inputType: 'many',
    prop: 'fields',
    label: 'points:charts.fields',
    tips: 'points:charts.fieldsHelp',
  },
];

/** Tab "chart config": how the charts of this point begin. */
export function ChartTab({ point, readOnly }: TabProps) {
  const fieldWord = useFieldWord();
  const query = useQuery(asks(points.settings, { pointId: point.id }));
  const fields = fieldsOf(point.family, point.nodeCount);
  const axes = fields.slice(0, 8).flatMap(({ key, unit }): FieldDefinition[] => {
    const name = fieldWord(point.family, key);
    return [
      { type: 'NUMBER', prop: `axes.${key}.min`, label: `${name} ≥`, unit },
      { type: 'NUMBER', prop: `axes.${key}.max`, label: `${name} ≤`, unit },
    ];
  });
  return (
    <div className="pt-tab">
      <Answer query={query} loading={<SkeletonRows rows={6} />}>
        {({ settings }) => (
          <FormTab
            schema={points.setChartConfig.input}
            fixed={{ pointId: point.id }}
            initial={{ ...settings.chart }}
            sections={[
              { fields: [...shown, ...chartFields] },
              { title: 'points:charts.axes', tips: 'points:charts.axesHelp', fields: axes },
            ]}
            options={{ fields: fields.map(({ key }) => ({ value: key, label: fieldWord(point.family, key) })) }}
            readOnly={readOnly}
            onSave={async (input: never) => {
              await call(points.setChartConfig, input);
              await forget(points.settings);
            }}
          />
        )}
      </Answer>
    </div>
  );
}
