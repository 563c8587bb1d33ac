import { numberForFile } from '@plumbline/science/display/number';
import { formatTime } from '../../../../kernel/format.ts';

/** Values of points as rows of a file: numbers as in every export of ours, empty where there is none. Pure. */
export const csvRows = (
  values: readonly { readonly name: string; readonly at: string | null; readonly value: number | null }[],
  zone: string,
): (string | number | null)[][] =>
  values.map(({ name, at, value }) => [
    name,
    at === null ? '' : formatTime(at, zone),
    value === null ? null : numberForFile(value),
  ]);
