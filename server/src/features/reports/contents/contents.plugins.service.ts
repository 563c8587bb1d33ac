/** What functions of plug-ins make of the readings of their blocks: asked while a report is gathered, and written down with it. */
import type { ReportInput } from '@plumbline/contract/platform/plugins.calls';
import type { BlockOf, TemplateContent } from '@plumbline/contract/reports/templates.blocks';
import { PluginFault, type Plugins } from '../../platform/plugins/plugins.api.ts';
import { isWithin, type PluginFigures, type PointReadings, pluginKeyOf } from '../blocks/blocks.api.ts';
import type { ReportSubject } from './logic/measuring.ts';

interface Given {
  readonly plugins: Pick<Plugins, 'report' | 'title'>;
  readonly subject: ReportSubject;
  readonly template: TemplateContent;
  /** What the functions are given; `left` = how many readings are beyond what a report reads. */
  readonly given: { readonly readings: readonly PointReadings[]; readonly left: number };
  readonly structuresOf: ReadonlyMap<number, readonly number[]>;
}
interface Limited {
  readonly point: { readonly id: number };
  readonly limits: readonly { readonly level: number; readonly value: number }[];
}

/** One after the other; what fails is written down as what it is. */
export async function pluginFigures(from: Given, limited: readonly Limited[]): Promise<PluginFigures[]> {
  const figures: PluginFigures[] = [];
  const limits = new Map(limited.map(({ point, limits }) => [point.id, limits]));
  for (const block of from.template.blocks) {
    if (block.kind !== 'plugin' || block.part === '') continue;
    const key = pluginKeyOf(block);
    if (figures.some((each) => each.key === key)) continue;
    figures.push(await figuresOf(block, key, from, limits));
  }
  return figures;
}

async function figuresOf(
  block: BlockOf<'plugin'>,
  key: string,
  from: Given,
  limits: ReadonlyMap<number, Limited['limits']>,
): Promise<PluginFigures> {
  const { plugins, given } = from;
  const { left } = given;
  const [plugin = ''] = block.part.split('/');
  const title = await plugins.title(plugin);
  try {
    const result = await plugins.report(block.part, inputOf(block, from, limits));
    return { key, title, result, fault: null, left };
  } catch (error) {
    if (!(error instanceof PluginFault)) throw error;
    return { key, title, result: null, fault: error.fault, left };
  }
}

const inputOf = (
  { only, parameters }: BlockOf<'plugin'>,
  { given: { readings }, structuresOf, subject: { language, timeZone, from, to } }: Given,
  limits: ReadonlyMap<number, Limited['limits']>,
): ReportInput => ({
  language,
  timeZone,
  fromMs: from.getTime(),
  toMs: to.getTime(),
  parameters,
  points: readings
    .filter(({ point }) => isWithin(only, point, structuresOf))
    .map(({ point, field, times, values }) => ({
      name: point.name,
      structure: point.structure,
      family: point.family,
      field: field.key,
      unit: field.unit,
      decimals: field.precision,
      limits: limits.get(point.id) ?? [],
      times: [...times],
      values: Array.from(values, (value) => (Number.isFinite(value) ? value : null)),
    })),
});
