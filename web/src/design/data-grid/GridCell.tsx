import { useTranslation } from 'react-i18next';
import { wordKey } from '../../kernel/words.ts';
import { LevelMark } from '../Level.tsx';
import type { CellFlag, GridColumn } from './columns.ts';

/** A value with what is to be known of it: the level that it reaches, a doubt, a failure. */
export function GridCell({ column, row, words }: { column: GridColumn; row: number; words: string }) {
  if (column.kind !== 'number') return words;
  const flag = column.flags?.get(row);
  const level = column.levels?.[row] ?? null;
  return (
    <>
      {flag && <FlagMark flag={flag} />}
      {level !== null && level > 0 && <LevelMark level={level} size={13} />}
      {words}
    </>
  );
}

const signs = { suspect: '○', fail: '×', refused: '□' } as const satisfies Record<CellFlag['quality'], string>;

/** A ring before a doubtful value, a cross before a failed one, a square where a filter refused it; why on hover. */
export function FlagMark({ flag: { quality, tests } }: { flag: CellFlag }) {
  const { t } = useTranslation();
  const words = [
    t(`readings:quality.${quality}`),
    ...tests.map((test) => t(wordKey(`readings:qualityTest.${test}`))),
  ].join(' · ');
  return (
    <span className={`flag ${quality}`} role="img" aria-label={words} title={words}>
      {signs[quality]}
    </span>
  );
}
