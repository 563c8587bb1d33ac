/** What stands behind the sheet of new points to fill in: an example, and what may be written in its columns. */
import { type Family, families } from '@plumbline/contract/points/families';
import type { Word } from '@plumbline/contract/points/sheets';
import { pointWords, setUpSheet } from '@plumbline/contract/points/sheets.points';
import { wordIn } from '../../../../kernel/sheet-cells.ts';
import type { Cell, SideSheet } from '../../../../kernel/sheets.ts';

const example: Readonly<Record<string, readonly [Cell, Cell]>> = {
  structure: ['Main dam', '大坝'],
  item: ['Section 3', '3号断面'],
  name: ['PZ-3-1', 'PZ-3-1'],
  family: ['water level', '水位'],
  sncode: ['VW8-0201', 'VW8-0201'],
  channel: ['1', '1'],
  mode: [1, 1],
  intervalSeconds: ['10 min', '10 min'],
  'parameters.K': [0.0123, 0.0123],
  'parameters.f0': [2850, 2850],
  level1: [98, 98],
  level2: [99, 99],
};

export function pointsBeside(language: string): SideSheet[] {
  const en = language === 'en';
  const heading = (key: string) => {
    const column = setUpSheet.find((each) => each.key === key);
    return column ? (en ? column.en : column.zh) : key;
  };
  const words = (key: string, list: readonly Word<string | number | boolean>[]): Cell[][] => [
    [heading(key)],
    ...list.map((word) => [wordIn(word, language)]),
  ];
  return [
    {
      name: en ? 'Example' : '示例',
      tables: [[Object.keys(example).map(heading), Object.values(example).map(([inEn, inZh]) => (en ? inEn : inZh))]],
    },
    {
      name: en ? 'Words' : '可填内容',
      tables: [
        [
          [heading('family'), heading('mode'), heading('mainField')],
          ...pointWords.family.map((word): Cell[] => {
            const { modes, fields } = families[word.value] as Family;
            return [wordIn(word, language), modes.join(', '), fields.map(({ key }) => key).join(', ')];
          }),
        ],
        [[heading('mode')], ...pointWords.mode.map((word): Cell[] => [word.value, wordIn(word, language)])],
        words('type', pointWords.type),
        words('collectMode', pointWords.collectMode),
        words('thresholdKind', pointWords.thresholdKind),
        words('thresholdMethod', pointWords.thresholdMethod),
      ],
    },
  ];
}
