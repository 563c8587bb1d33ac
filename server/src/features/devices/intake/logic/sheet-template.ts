/** What stands behind the device sheet to fill in: an example, the models that are known, and the words of its columns. */

import { deviceSheet, deviceWords } from '@plumbline/contract/devices/intake.sheet';
import type { Model } from '@plumbline/contract/devices/models';
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { sensorModes } from '@plumbline/contract/points/families';
import type { Word } from '@plumbline/contract/points/sheets';
import { pointWords } from '@plumbline/contract/points/sheets.points';
import { wordIn } from '../../../../kernel/sheet-cells.ts';
import type { Cell, SideSheet } from '../../../../kernel/sheets.ts';

const example: Partial<Record<(typeof deviceSheet)[number]['key'], Cell>> = {
  sncode: 'VW8-0201',
  name: 'Logger at section 3',
  model: 'DCT20S',
  channels: '1:1 2:1 3:1 4:1',
  mounted: 'yes',
};
const columns = new Map(deviceSheet.map((column) => [column.key, column]));
const modeWords = new Map<number, (typeof pointWords.mode)[number]>(pointWords.mode.map((word) => [word.value, word]));
const exampleZh = { name: '3号断面采集器', mounted: '是' };

export function devicesBeside(models: readonly Model[], language: string): SideSheet[] {
  const en = language === 'en';
  const heading = (key: (typeof deviceSheet)[number]['key']) => {
    const column = getOrThrow(columns, key);
    return en ? column.en : column.zh;
  };
  const cells = { ...example, ...(!en && exampleZh) };
  const keys = Object.keys(example) as (keyof typeof example)[];
  const modeWord = (mode: number) => modes.find(([each]) => each === mode)?.[1] ?? '';
  const modes = modesIn(language);
  const words = (name: string, list: readonly Word<string | number | boolean>[]): Cell[][] => [
    [name],
    ...list.map((word) => [wordIn(word, language)]),
  ];
  return [
    { name: en ? 'Example' : '示例', tables: [[keys.map(heading), keys.map((key) => cells[key] ?? null)]] },
    {
      name: en ? 'Models' : '型号',
      tables: [
        [
          en ? ['Model', 'Name', 'Channels', 'Sensor mode'] : ['型号', '名称', '通道', '传感器模式'],
          ...models.map(({ code, label, labels, channels, sensorModes: able }): Cell[] => [
            code,
            (en ? undefined : labels?.['zh-CN']) ?? label,
            channels.length || null,
            [...new Set(channels.length > 0 ? channels.map(({ mode }) => mode) : able)]
              .map((mode) => `${mode} ${modeWord(mode)}`)
              .join(', '),
          ]),
        ],
      ],
    },
    {
      name: en ? 'Words' : '可填内容',
      tables: [
        words(heading('type'), deviceWords.type),
        words(heading('measurement'), deviceWords.measurement),
        words(heading('category'), deviceWords.category),
        words(heading('collectorType'), deviceWords.collectorType),
        [[en ? 'Sensor mode' : '传感器模式'], ...modes],
      ],
    },
  ];
}

/** Number and word of each sensor mode. */
const modesIn = (language: string): [number, string][] =>
  Object.keys(sensorModes).map((mode) => [Number(mode), wordIn(getOrThrow(modeWords, Number(mode)), language)]);
