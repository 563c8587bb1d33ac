/** Charts of several points, and quantities that a project computes, in each project of the demonstration. */
import type { InputOf } from '@plumbline/contract/kernel/route';
import { charts as chartRoutes } from '@plumbline/contract/points/charts';
import type { Furnishing, Step } from './demo.client.ts';
import { pointsOf } from './demo.furnish.projects.ts';

interface Axis {
  readonly label: string;
  readonly points: readonly string[];
}
const charts: readonly {
  readonly project: string;
  readonly name: string;
  readonly left: Axis;
  readonly right?: Axis;
}[] = [
  {
    project: 'Hengtang Earth Dam',
    name: 'Reservoir and piezometers',
    left: { label: 'Level', points: ['RL-01 level', 'PZ-240-1', 'PZ-240-2', 'PZ-240-3', 'PZ-240-4'] },
  },
  {
    project: 'Hengtang Earth Dam',
    name: 'Reservoir and seepage',
    left: { label: 'Level', points: ['RL-01 level'] },
    right: { label: 'Seepage', points: ['WE-01'] },
  },
  {
    project: 'Qinghe River Bridge',
    name: 'Cable forces',
    left: { label: 'Force', points: ['CF-U-07', 'CF-U-08'] },
  },
  {
    project: 'Qinghe River Bridge',
    name: 'Deck and warmth',
    left: { label: 'Deflection', points: ['DF-C-02', 'DF-C-03'] },
    right: { label: 'Temperature', points: ['TM-Q-01'] },
  },
  {
    project: 'Luojia Bay Foundation Pit',
    name: 'Struts and groundwater',
    left: { label: 'Axial force', points: ['SP-E4-1', 'SP-E4-2'] },
    right: { label: 'Level', points: ['WL-E12'] },
  },
  {
    project: 'Baisha Landslide',
    name: 'Movement and rain',
    left: { label: 'Movement', points: ['GN-04', 'GN-05', 'GN-11'] },
    right: { label: 'Rain', points: ['RG-02'] },
  },
  {
    project: 'Metro Line 7, Guanshan-Luyin',
    name: 'Rings 410 and 412',
    left: { label: 'Convergence', points: ['CV-410', 'CV-412'] },
    right: { label: 'Opening', points: ['CR-412'] },
  },
  {
    project: 'Wanshou City Wall',
    name: 'Crack and warmth',
    left: { label: 'Opening', points: ['CR-07'] },
    right: { label: 'Temperature', points: ['TM-10'] },
  },
];

async function customCharts(furnishing: Furnishing) {
  const { client, projects } = furnishing;
  for (const { project, name, left, right } of charts) {
    const projectId = projects.get(project);
    if (projectId === undefined) continue;
    const { customCharts: there } = await client.call(chartRoutes.customCharts, { projectId });
    if (there.some((chart) => chart.name === name)) continue;
    const byName = await pointsOf(furnishing, projectId);
    const drawn = (axis: 'left' | 'right', points: readonly string[] = []) =>
      points.flatMap((each) => {
        const point = byName.get(each);
        return point ? [{ pointId: point.id, field: point.mainField, axis }] : [];
      });
    const series = [...drawn('left', left.points), ...drawn('right', right?.points)];
    if (series.length === 0) continue;
    await client.call(chartRoutes.createCustomChart, {
      projectId,
      name,
      series,
      left: { label: left.label },
      ...(right && { right: { label: right.label } }),
      spanSeconds: 90 * 86_400,
    });
  }
}

type Computed = Omit<InputOf<typeof chartRoutes.createCharacteristic.input>, 'projectId'>;
const characteristics: readonly (Computed & { readonly project: string })[] = [
  {
    project: 'Hengtang Earth Dam',
    name: 'Height of water above foundation',
    family: 'waterLevel',
    formula: 'level - 70.4',
    unit: 'm',
    precision: 2,
  },
  {
    // 37 strands of 150 mm².
    project: 'Qinghe River Bridge',
    name: 'Stress of a cable',
    family: 'axialForce',
    formula: 'force * 1000 / 5550',
    unit: 'MPa',
    precision: 1,
  },
  {
    project: 'Luojia Bay Foundation Pit',
    name: 'Share of the design force',
    family: 'axialForce',
    formula: 'force / 2400 * 100',
    unit: '%',
    precision: 1,
  },
  {
    project: 'Baisha Landslide',
    name: 'Degree of saturation',
    family: 'soilMoisture',
    formula: 'moisture / 46 * 100',
    unit: '%',
    precision: 0,
  },
  {
    // Inner diameter 5.50 m.
    project: 'Metro Line 7, Guanshan-Luyin',
    name: 'Convergence of the diameter',
    family: 'structuralDeformation',
    formula: 'convergence / 5.5',
    unit: '‰',
    precision: 2,
  },
  {
    project: 'Wanshou City Wall',
    name: 'Opening at 20 °C',
    family: 'crack',
    formula: 'opening + 0.012 * (temp - 20)',
    unit: 'mm',
    precision: 3,
  },
];

async function computed({ client, projects }: Furnishing) {
  for (const { project, ...characteristic } of characteristics) {
    const projectId = projects.get(project);
    if (projectId === undefined) continue;
    const { characteristics: there } = await client.call(chartRoutes.characteristics, { projectId });
    if (!there.some(({ name }) => name === characteristic.name))
      await client.call(chartRoutes.createCharacteristic, { projectId, ...characteristic });
  }
}

export const chartSteps: readonly Step[] = [
  ['charts', customCharts],
  ['characteristic', computed],
];
