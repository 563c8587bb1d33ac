/** What a function of a plug-in made of the readings of a block; where it made nothing, the report says so and why. */
import type { BlockOf } from '@plumbline/contract/reports/templates.blocks';
import { plainNumber } from '@plumbline/science/display/number';
import type { PaperPart, PaperTable } from '../../paper/paper.api.ts';
import { type BlockWriter, heading, note, titleOf } from './block-parts.ts';
import type { ReportContent } from './content.ts';
import type { PluginFigures } from './extras.ts';
import { cell, column, paperName } from './paper-tables.ts';

type PluginBlock = BlockOf<'plugin'>;

/** By what a block and what was made for it are known to be the same: two blocks that say the same are given the same. */
export const pluginKeyOf = ({ part, parameters, only }: PluginBlock): string =>
  JSON.stringify([part, parameters, only]);

export const figuresFor = (block: PluginBlock, { extras }: ReportContent): PluginFigures | undefined =>
  extras.plugins?.find(({ key }) => key === pluginKeyOf(block));

export const plugin: BlockWriter<'plugin'> = (block, context) => {
  const { own } = context;
  const figures = figuresFor(block, context.content);
  const title = titleOf(block, paperName(figures?.title ?? '') || own.plugin, context);
  if (!figures?.result) {
    const why = block.part === '' ? own.pluginNone : own.pluginFailed(block.part, figures?.fault ?? 'missing');
    return [heading(title), note(why, false)];
  }
  const { paragraphs, table } = figures.result;
  return [
    heading(title),
    ...(figures.left > 0 ? [note(own.pluginLeft(figures.left), false)] : []),
    ...paragraphs.map((text) => note(text.replace(/\p{Cc}+/gu, ' '), false)),
    ...(table ? [{ part: 'table', table: paperTable(table) } satisfies PaperPart] : []),
    note(own.pluginBy(block.part)),
  ];
};

function paperTable({ columns, rows }: NonNullable<NonNullable<PluginFigures['result']>['table']>): PaperTable {
  const isNumber = columns.map((_, i) => rows.every((row) => typeof row[i] !== 'string'));
  return {
    size: 7.5,
    columns: columns.map(({ title, width }, i) => column(paperName(title), width ?? 1.6, isNumber[i] ?? false)),
    rows: rows.map((row) =>
      row.map((each, i) =>
        typeof each === 'number'
          ? cell(plainNumber(each, columns[i]?.decimals ?? 3))
          : cell(each === null ? '' : paperName(each)),
      ),
    ),
  };
}
