import { pastPresets } from '@plumbline/contract/kernel/constants';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { fieldsOf } from '@plumbline/contract/points/families';
import { points } from '@plumbline/contract/points/points';
import { measures } from '@plumbline/contract/points/points.settings';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormTab } from '../../../design/form/FormTab.tsx';
import { confirmLeaving } from '../../../design/form/leave.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import type { TabProps } from '../points/point-tab.parts.ts';
import { axesFor, axesText, axisFields } from './axis-fields.ts';
import { ChartSettingForm } from './ChartSettingForm.tsx';

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
const visibleFields: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    inputType: 'many',
    prop: 'fields',
    label: 'points:charts.fields',
    tips: 'points:charts.fieldsHelp',
  },
];

/** The charts that a page draws: of `pointViews`, only these read their setting. */
const drawnViews = ['time-value'] as const;
const all = 'all';
type Chart = typeof all | (typeof drawnViews)[number];

/** Tab "chart config": how the charts of this point begin, and what a single one says for itself. */
export function ChartTab({ point, readOnly }: TabProps) {
  const { t } = useTranslation();
  const settings = useRead(points.chartSettings, { pointId: point.id });
  const [chart, setChart] = useState<Chart>(all);
  const customized = new Set(settings.data?.chartSettings.map((each) => each.chart));
  return (
    <div className="pt-tab">
      <div className="pl-row" style={{ marginBottom: 16 }}>
        <span className="pl-2">{t('charts:setting.chart')}</span>
        <Select
          aria-label={t('charts:setting.chart')}
          showSearch={{ optionFilterProp: 'label' }}
          style={{ width: 300 }}
          value={chart}
          options={[
            { value: all, label: t('charts:setting.all') },
            ...drawnViews.map((view) => ({
              value: view,
              label: `${t(`charts:setting.view.${view}`)}${customized.has(view) ? ' •' : ''}`,
            })),
          ]}
          onChange={(next: Chart) => confirmLeaving(() => setChart(next))}
        />
      </div>
      {chart === all ? (
        <AllCharts point={point} readOnly={readOnly} />
      ) : (
        <Answer query={settings} loading={<SkeletonRows rows={6} />}>
          {({ chartSettings }) => (
            <ChartSettingForm
              key={chart}
              point={point}
              readOnly={readOnly}
              chart={chart}
              setting={chartSettings.find((each) => each.chart === chart)?.setting ?? {}}
            />
          )}
        </Answer>
      )}
    </div>
  );
}

/** How every chart of the point begins, where one does not say otherwise for itself. */
function AllCharts({ point, readOnly }: TabProps) {
  const { t } = useTranslation();
  const { run: setChartConfig } = useWrite(points.setChartConfig);
  const fieldWord = useFieldWord();
  const query = useRead(points.settings, { pointId: point.id });
  const fields = fieldsOf(point.family, point.nodeCount);
  return (
    <Answer query={query} loading={<SkeletonRows rows={6} />}>
      {({ settings }) => (
        <FormTab
          schema={points.setChartConfig.input}
          fixed={{ pointId: point.id }}
          record={settings.chart}
          initial={{ ...settings.chart, axes: axesFor(point, settings.chart.axes) }}
          sections={[
            { fields: [...visibleFields, ...chartFields] },
            {
              title: 'charts:setting.axes',
              tips: 'charts:setting.axesHelp',
              fields: axisFields(point, 'axes', fieldWord, t),
            },
          ]}
          options={{ fields: fields.map(({ key }) => ({ value: key, label: fieldWord(point.family, key) })) }}
          readOnly={readOnly}
          onSave={async (input: never, precondition) => {
            const config = input as InputOf<typeof points.setChartConfig.input>;
            await setChartConfig({ ...config, axes: axesText(config.axes, settings.chart.axes) }, precondition);
          }}
        />
      )}
    </Answer>
  );
}
