import { pastPresets } from '@plumbline/contract/kernel/constants';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { fieldsOf } from '@plumbline/contract/points/families';
import { type Point, points } from '@plumbline/contract/points/points';
import { ChartSetting, measures } from '@plumbline/contract/points/points.settings';
import type { pointViews } from '@plumbline/contract/points/points.views';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormTab } from '../../../design/form/FormTab.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { axesFor, axesText, axisFields } from './axis-fields.ts';

const yesNo = [
  { value: true, label: 'forms:yes' },
  { value: false, label: 'forms:no' },
];
/** A point whose settings are shown. `readOnly` = why nothing can be changed. */
interface Settable {
  readonly point: Point;
  readonly readOnly: string | true | undefined;
}

/** A switch has no third place, a choice has: left empty it is as for every chart. */
const choice = (prop: string, label: string, options: FieldDefinition['options'] = yesNo): FieldDefinition => ({
  type: 'SELECT',
  prop: `setting.${prop}`,
  label: `points:charts.${label}`,
  placeholder: 'charts:setting.asAll',
  options,
});
const fields: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    inputType: 'many',
    prop: 'setting.fields',
    label: 'points:charts.fields',
    placeholder: 'charts:setting.asAll',
    span: 2,
  },
  choice(
    'measure',
    'measure',
    measures.map((measure) => ({ value: measure, label: `points:kind.${measure}` })),
  ),
  choice(
    'spanSeconds',
    'span',
    pastPresets.map(({ name, seconds }) => ({ value: seconds, label: `common:preset.${name}` })),
  ),
  {
    type: 'NUMBER',
    prop: 'setting.lineWidth',
    label: 'points:charts.lineWidth',
    unit: 'px',
    placeholder: 'charts:setting.asAll',
  },
  choice('step', 'step'),
  choice('showThresholds', 'showThresholds'),
  choice('showAlerts', 'showAlerts'),
  choice('breakAtGaps', 'breakAtGaps'),
];

/** As the route takes it, but each part may be emptied: what is null is not said. */
const schema = z.object({
  ...points.setChartSetting.input.shape,
  setting: z.object(
    Object.fromEntries(Object.entries(ChartSetting.shape).map(([key, part]) => [key, part.nullable()])),
  ),
});

/** Edits the settings of one chart of a point. An empty field is as for every chart; said nothing, it is forgotten. */
export function ChartSettingForm({
  point,
  readOnly,
  chart,
  setting,
}: Settable & { chart: (typeof pointViews)[number]; setting: ChartSetting }) {
  const { t } = useTranslation();
  const { run: setChartSetting } = useWrite(points.setChartSetting);
  const fieldWord = useFieldWord();
  return (
    <FormTab
      schema={schema}
      fixed={{ pointId: point.id, chart }}
      initial={{ setting: { ...setting, axes: axesFor(point, setting.axes) } }}
      sections={[
        { tips: 'charts:setting.help', fields },
        {
          title: 'charts:setting.axes',
          tips: 'charts:setting.axesHelp',
          fields: axisFields(point, 'setting.axes', fieldWord, t),
        },
      ]}
      options={{
        'setting.fields': fieldsOf(point.family, point.nodeCount).map(({ key }) => ({
          value: key,
          label: fieldWord(point.family, key),
        })),
      }}
      readOnly={readOnly}
      onSave={async (input: never) => {
        const { setting: values } = input as { setting: ChartSetting };
        const axes = axesText(values.axes, setting.axes);
        const complete = {
          ...values,
          ...(values.fields?.length ? {} : { fields: undefined }),
          axes: Object.keys(axes).length > 0 ? axes : undefined,
          ...(setting.options ? { options: setting.options } : {}),
        };
        const entered = Object.fromEntries(
          Object.entries(complete).filter(([, value]) => value !== undefined && value !== null),
        );
        await setChartSetting({ pointId: point.id, chart, setting: entered });
      }}
    />
  );
}
