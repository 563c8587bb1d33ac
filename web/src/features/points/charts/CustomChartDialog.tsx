import { pastPresets } from '@plumbline/contract/kernel/constants';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import type { ChartPoint, CustomChart } from '@plumbline/contract/points/charts';
import { charts as chartRoutes } from '@plumbline/contract/points/charts';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import type { Series } from './chart-curves.queries.ts';
import { SeriesInput } from './SeriesInput.tsx';

const axis = (side: 'left' | 'right'): FieldDefinition[] => [
  { type: 'INPUT', prop: `${side}.label`, label: `charts:axis.${side}`, placeholder: 'charts:axis.byUnit', span: 2 },
  { type: 'NUMBER', prop: `${side}.min`, label: `charts:axis.${side}Min`, placeholder: 'charts:axis.own' },
  { type: 'NUMBER', prop: `${side}.max`, label: `charts:axis.${side}Max`, placeholder: 'charts:axis.own' },
];
const fields: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'name', label: 'charts:name' },
  {
    type: 'SELECT',
    prop: 'spanSeconds',
    label: 'charts:span',
    options: pastPresets.map(({ name, seconds }) => ({ value: seconds, label: `common:preset.${name}` })),
  },
  { type: 'slot', prop: 'series', label: 'charts:series.title', span: 2 },
  ...axis('left'),
  ...axis('right'),
];
const start = { name: '', series: [], spanSeconds: 7 * 86_400 };
const noSeries: readonly Series[] = [];

/** Says a custom chart: a new one, a copy of `chart`, or `chart` anew. Gives its id when it is kept. */
export function CustomChartDialog({
  chart,
  points: pointRows = [],
  copy = false,
  onDone,
  onClose,
}: {
  chart?: CustomChart;
  /** The points that the chart draws by now. */
  points?: readonly ChartPoint[];
  copy?: boolean;
  onDone?: (id: number) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run: createCustomChart } = useWrite(chartRoutes.createCustomChart);
  const { run: updateCustomChart } = useWrite(chartRoutes.updateCustomChart);
  const { project } = useProject();
  const anew = chart !== undefined && !copy;
  const fixed = { projectId: project.id, ...(anew ? { customChartId: chart.id } : {}) };
  const initial = chart
    ? {
        name: copy ? t('charts:copyName', { name: chart.name }).slice(0, 32) : chart.name,
        series: chart.series,
        left: chart.left,
        right: chart.right,
        spanSeconds: chart.spanSeconds,
      }
    : start;
  return (
    <FormDialog
      title={t(anew ? 'charts:editTitle' : 'charts:new', { name: chart?.name })}
      schema={anew ? chartRoutes.updateCustomChart.input : chartRoutes.createCustomChart.input}
      fixed={fixed}
      initial={initial}
      fields={fields}
      slots={{
        series: ({ value, onChange }) => (
          <SeriesInput value={(value as Series[] | undefined) ?? noSeries} onChange={onChange} known={pointRows} />
        ),
      }}
      errorField={{ nameTaken: 'name' }}
      saveLabel={t(anew ? 'common:save' : 'common:create')}
      widthPx={900}
      onSave={async (input: never) => {
        const { customChart } = anew ? await updateCustomChart(input) : await createCustomChart(input);
        return customChart.id;
      }}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
