import type { Point } from '@plumbline/contract/points/points';
import type { imports } from '@plumbline/contract/readings/imports';
import { useTranslation } from 'react-i18next';
import { missing } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { slotsOf } from './mapping.ts';
import { useQuantityWord } from './quantity-words.ts';

type Line = Reply<typeof imports.lines>['lines'][number];
type Sample = Readonly<Record<string, number | null | readonly (number | null)[]>>;

const listedNodes = 3;

/** Numbers as the file has them, and not rounded: they are what will be stored. */
function written(value: Sample[string] | undefined): string {
  if (value === undefined || value === null) return missing;
  if (typeof value === 'number') return String(value);
  const first = value.slice(0, listedNodes).map((each) => written(each));
  return [...first, ...(value.length > listedNodes ? ['…'] : [])].join(', ');
}

/** Shows the values of a line, by quantity with its unit; where something stands already, old and new of what changes, and what stays. */
export function LineValues({ line, point }: { line: Line; point: Point | undefined }) {
  const { t } = useTranslation();
  const quantityWord = useQuantityWord();
  const values = (line.values ?? {}) as Sample;
  const before = line.before as Sample | null;
  const after = (line.after ?? values) as Sample;
  const units = new Map(point ? slotsOf(point).map(({ name, unit }) => [name, unit]) : []);
  const word = (name: string) => (point ? quantityWord(point, name) : name);
  const changed = Object.keys(values).filter((name) => !before || written(before[name]) !== written(after[name]));
  const stays = before ? Object.keys(before).filter((name) => !changed.includes(name) && before[name] !== null) : [];
  return (
    <span className="imp-values">
      {changed.map((name) => (
        <span key={name}>
          <span className="pl-3">{word(name)}</span>{' '}
          {before && (
            <>
              <span className="pl-2 pl-num">{written(before[name])}</span> <span className="pl-3">→</span>{' '}
            </>
          )}
          <b className="pl-num">{written(after[name])}</b> <span className="pl-3">{units.get(name)}</span>
        </span>
      ))}
      {stays.map((name) => (
        <span key={name} className="pl-3">
          {t('imports:stays', { quantity: word(name), value: written(before?.[name]) })}
        </span>
      ))}
    </span>
  );
}
