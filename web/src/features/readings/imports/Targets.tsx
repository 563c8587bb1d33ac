import type { Point } from '@plumbline/contract/points/points';
import type { ImportLayout } from '@plumbline/contract/readings/imports.mapping';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../design/Toolbar.tsx';
import {
  type Draft,
  type DraftTarget,
  isUnmapped,
  type MappingIssue,
  namesIn,
  noTarget,
  partsOf,
  seriesName,
} from './mapping.ts';
import { TargetInput } from './TargetInput.tsx';

interface TargetsProps {
  layout: ImportLayout;
  draft: Draft;
  points: readonly Point[];
  onChange: (change: Partial<Draft>) => void;
}
interface TargetRow {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  readonly source: MappingIssue;
  readonly target: DraftTarget;
}

/** One row for each column, or each name that stands in the file. */
export function Targets({ layout, draft, points, onChange }: TargetsProps) {
  const columnRow = useColumnRow(draft);
  const setTarget = (key: string, target: DraftTarget): void =>
    onChange({ targets: { ...draft.targets, [key]: target } });
  const values = layout.columns.filter(({ column }) => !draft.timeColumns.includes(column));
  if (draft.layout === 'wide') return <Rows rows={values.map(columnRow)} points={points} onChange={setTarget} />;
  const rows = draft.layout === 'rows';
  const chosen = points.filter(({ id }) => Object.values(draft.names).some(({ pointId }) => pointId === id));
  return (
    <>
      <OtherNames draft={draft} onChange={onChange} />
      {draft.layout !== 'ags4' && <NamesNote />}
      <Rows
        rows={nameRows(layout, draft)}
        points={points}
        parts={rows ? 'point' : 'both'}
        onChange={(key, target) => onChange({ names: { ...draft.names, [key]: target } })}
      />
      {rows && chosen.length > 0 && (
        <Rows
          rows={values.filter(({ column }) => column !== draft.pointColumn).map(columnRow)}
          points={chosen}
          parts="quantity"
          onChange={setTarget}
        />
      )}
    </>
  );
}

/** What happens to lines whose name is mapped to no point. */
function OtherNames({ draft, onChange }: Pick<TargetsProps, 'draft' | 'onChange'>) {
  const { t } = useTranslation();
  return (
    <Segmented
      label={t('imports:otherNames')}
      value={draft.otherNames}
      options={(['refuse', 'skip'] as const).map((value) => ({ value, label: t(`imports:otherNamesAs.${value}`) }))}
      onChange={(otherNames) => onChange({ otherNames })}
    />
  );
}

function NamesNote() {
  const { t } = useTranslation();
  return <p className="pl-sm pl-3">{t('imports:namesNote')}</p>;
}

/** Makes the row of a column: its name and unit, and its first cells. */
function useColumnRow(draft: Draft): (column: ImportLayout['columns'][number]) => TargetRow {
  const { t } = useTranslation();
  return ({ column, name, unit, samples, holds }) => ({
    key: String(column),
    title: name || t('imports:columnNumber', { number: column + 1 }),
    note: [unit, samples.slice(0, 3).join(', ')].filter(Boolean).join(' · '),
    source: { word: '', unit, text: holds === 'text' ? (samples[0] ?? '') : null },
    target: draft.targets[column] ?? noTarget,
  });
}

/** The names in the preview of the file, and those that are mapped although the preview lacks them. */
function nameRows(layout: ImportLayout, draft: Draft): TargetRow[] {
  const isAgs = draft.layout === 'ags4';
  const names = isAgs
    ? layout.series.map(seriesName)
    : namesIn(layout, draft.pointColumn, draft.layout === 'rows' ? null : draft.fieldColumn);
  const series = new Map(layout.series.map((each) => [seriesName(each), each]));
  return [...new Set([...names, ...Object.keys(draft.names)])].map((name) => ({
    key: name,
    title: isAgs ? seriesTitle(name) : partsOf(name).filter(Boolean).join(' / '),
    note: unitsOf(series.get(name)),
    source: sourceOf(series.get(name)),
    target: draft.names[name] ?? noTarget,
  }));
}

const unitsOf = (series: ImportLayout['series'][number] | undefined): string =>
  series ? [series.unit, ...(series.otherUnits ?? [])].join(', ') : '';

/** An AGS4 series: its distance is part of its name. */
function seriesTitle(name: string): string {
  const [location, point, distance, type] = partsOf(name);
  return [location, point, distance && `${distance} m`, type].filter(Boolean).join(' / ');
}

const sourceOf = (series: ImportLayout['series'][number] | undefined): MappingIssue =>
  series ? { word: series.type, unit: series.unit } : isUnmapped;

function Rows({
  rows,
  points,
  parts: mode = 'both',
  onChange,
}: {
  rows: readonly TargetRow[];
  points: readonly Point[];
  parts?: 'both' | 'point' | 'quantity';
  onChange: (key: string, target: DraftTarget) => void;
}) {
  return (
    <ul className="imp-targets">
      {rows.map(({ key, title, note, source: issue, target }) => (
        <li key={key}>
          <span className="name">
            <b className="pl-ell" title={title}>
              {title}
            </b>
            <span className="pl-sm pl-3 pl-ell">{note}</span>
          </span>
          <TargetInput
            value={target}
            points={points}
            label={title}
            issue={issue}
            parts={mode}
            onChange={(next) => onChange(key, next)}
          />
        </li>
      ))}
    </ul>
  );
}
