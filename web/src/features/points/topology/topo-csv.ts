import type { TopoNode } from '@plumbline/contract/points/topology';
import type { TFunction } from 'i18next';
import { wordKey } from '../../../kernel/words.ts';
import { type TopoTree, topoLines } from './topo-rows.ts';

const kinds = ['DTU', 'collector', 'measuring', 'channel', 'point'] as const;
const moreWords = ['iccid', 'register', 'manufacturer', 'seenAt'] as const;

/** The topology as a table: titles and lines. `full` adds what a device is known by beside its model. */
export function topoCsv(tree: TopoTree, full: boolean, t: TFunction): [titles: string[], lines: (string | null)[][]] {
  const words = ['sncode', 'model', 'health', 'connection', ...(full ? moreWords : [])];
  return [
    [...kinds.map((kind) => t(`topology:kind.${kind}`)), ...words.map((word) => t(wordKey(`topology:${word}`)))],
    topoLines(tree).map((way) => [
      ...kinds.map((kind) => way[kind]?.name ?? null),
      ...deviceCells(way.measuring ?? way.collector ?? way.DTU, full, t),
    ]),
  ];
}

function deviceCells(device: TopoNode | undefined, full: boolean, t: TFunction): (string | null)[] {
  const fields = device?.device;
  return [
    device?.sncode ?? null,
    device?.model ?? null,
    device?.health ? t(`common:health.${device.health}`) : null,
    device?.connection ? t(`devices:connection.${device.connection}`) : null,
    ...(full ? moreWords.map((word) => fields?.[word] ?? null) : []),
  ];
}
