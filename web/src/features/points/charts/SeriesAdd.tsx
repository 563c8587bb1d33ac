import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import type { points } from '@plumbline/contract/points/points';
import { measures } from '@plumbline/contract/points/points.settings';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../design/SearchField.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { wordKey } from '../../../kernel/words.ts';
import { usePlaces } from '../points/place-names.queries.ts';
import { type Series, seriesKey } from './chart-curves.queries.ts';

const maxResults = 40;
type Rows = Reply<typeof points.rows>;
type Row = Rows['rows'][number];

/** Finds points by name, structure or kind; a press adds the first field that the chart does not draw yet. */
export function SeriesAdd({
  query,
  chosen,
  onAdd,
}: {
  query: UseQueryResult<Rows>;
  chosen: readonly Series[];
  onAdd: (series: Series) => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const places = usePlaces(project.id);
  const [keyword, setKeyword] = useState('');
  const needle = keyword.trim().toLowerCase();
  const matching = (query.data?.rows ?? []).filter((row) =>
    `${row.name} ${places.nameOf(row.structureId)} ${t(wordKey(`families:family.${row.family}`))}`
      .toLowerCase()
      .includes(needle),
  );
  const add = (row: Row | undefined): void => {
    const series = row && nextOf(row, chosen);
    if (series) onAdd(series);
  };
  return (
    <section aria-label={t('charts:series.add')}>
      <SearchField
        value={keyword}
        onChange={setKeyword}
        label={t('charts:series.find')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey) return;
          event.preventDefault();
          add(matching[0]);
        }}
      />
      <div className="cc-found">
        <Answer query={query} loading={<SkeletonRows rows={3} />}>
          {() => (
            <>
              {matching.slice(0, maxResults).map((row) => (
                <button key={row.id} type="button" className="pl-bare pick" onClick={() => add(row)}>
                  <span className="pl-ell">{row.name}</span>
                  <span className="pl-3 pl-sm pl-ell pl-gap">
                    {places.nameOf(row.structureId)} · {t(wordKey(`families:family.${row.family}`))}
                  </span>
                  <span className="pl-3 pl-sm">{row.unit}</span>
                </button>
              ))}
              {matching.length === 0 && <p className="pl-sm pl-3">{t('charts:series.none')}</p>}
              {matching.length > maxResults && (
                <p className="pl-sm pl-3">{t('charts:series.more', { count: matching.length - maxResults })}</p>
              )}
            </>
          )}
        </Answer>
      </div>
    </section>
  );
}

/** The first field of a point, its main one before others, that the chart does not draw yet; values before changes and rates. */
function nextOf(row: Row, chosen: readonly Series[]): Series | undefined {
  const drawn = new Set(chosen.map(seriesKey));
  const fields = fieldsOf(row.family as FamilyCode).map(({ key }) => key);
  const ordered = [row.mainField, ...fields.filter((key) => key !== row.mainField)];
  return measures
    .flatMap((measure) =>
      ordered.map((field) => ({ pointId: row.id, field, measure, axis: 'left' as const, label: '' })),
    )
    .find((series) => !drawn.has(seriesKey(series)));
}
