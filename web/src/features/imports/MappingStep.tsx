import { ambiguities, type ImportLayout, importTimePatterns } from '@plumbline/contract/imports.mapping';
import type { Point } from '@plumbline/contract/points';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../design/Toolbar.tsx';
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
import { SettingChoice } from './Setting.tsx';
import { TargetInput } from './TargetInput.tsx';
import { ZoneWarning } from './Warning.tsx';

const agsPatterns = ['ymd', 'dmy', 'mdy'] as const;

/** Which column is the time and how it is written, and which point each value belongs to. */
export function MappingStep({
  layout: fileLayout,
  draft,
  points,
  onChange,
}: {
  layout: ImportLayout;
  draft: Draft;
  points: readonly Point[];
  onChange: (draft: Draft) => void;
}) {
  const { t } = useTranslation();
  const set = (change: Partial<Draft>): void => onChange({ ...draft, ...change });
  const columns = fileLayout.columns.map(({ column, name }) => ({
    value: column,
    label: name || t('imports:columnNumber', { number: column + 1 }),
  }));
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }));
  return (
    <div className="imp-mapping">
      {fileLayout.format !== 'ags4' && (
        <Segmented
          label={t('imports:layout')}
          value={draft.layout}
          options={[
            { value: 'wide' as const, label: t('imports:layouts.wide') },
            { value: 'rows' as const, label: t('imports:layouts.rows') },
            { value: 'long' as const, label: t('imports:layouts.long') },
          ]}
          onChange={(layout) => set({ layout })}
        />
      )}
      <h4>{t('imports:time')}</h4>
      <div className="imp-settings">
        {fileLayout.format !== 'ags4' && (
          <SettingChoice
            mode="multiple"
            maxCount={2}
            name={t('imports:timeColumns')}
            minPx={200}
            value={[...draft.timeColumns]}
            options={columns}
            onChange={(timeColumns: number[]) => set({ timeColumns })}
          />
        )}
        <SettingChoice<string | null>
          name={t('imports:pattern')}
          minPx={220}
          status={draft.pattern === null && fileLayout.format !== 'ags4' ? 'error' : ''}
          placeholder={t(fileLayout.format === 'ags4' ? 'imports:patternAsSaid' : 'imports:sayPattern')}
          allowClear={fileLayout.format === 'ags4'}
          value={draft.pattern}
          options={(fileLayout.format === 'ags4' ? agsPatterns : importTimePatterns).map((value) => ({
            value,
            label: t(`imports:patterns.${value}`),
          }))}
          onChange={(pattern) => set({ pattern: pattern ?? null })}
        />
        <SettingChoice
          showSearch
          name={t('imports:timeZone')}
          minPx={200}
          value={draft.timeZone}
          options={zones}
          onChange={(timeZone: string) => set({ timeZone })}
        />
        <SettingChoice
          name={t('imports:ambiguous')}
          minPx={160}
          value={draft.ambiguous}
          options={ambiguities.map((value) => ({ value, label: t(`imports:ambiguities.${value}`) }))}
          onChange={(ambiguous) => set({ ambiguous })}
        />
      </div>
      <ZoneWarning layout={fileLayout} timeZone={draft.timeZone} />
      <h4>{t('imports:values')}</h4>
      {(draft.layout === 'long' || draft.layout === 'rows') && (
        <div className="imp-settings">
          {(draft.layout === 'rows'
            ? (['pointColumn'] as const)
            : (['pointColumn', 'fieldColumn', 'valueColumn'] as const)
          ).map((key) => (
            <SettingChoice<number | null>
              key={key}
              name={t(`imports:${key}`)}
              allowClear={key === 'fieldColumn'}
              minPx={160}
              value={draft[key]}
              options={columns}
              onChange={(column) => set({ [key]: column ?? null })}
            />
          ))}
        </div>
      )}
      <Targets layout={fileLayout} draft={draft} points={points} onChange={set} />
    </div>
  );
}

/** One row for each column, or each name that stands in the file. */
function Targets({
  layout: fileLayout,
  draft,
  points,
  onChange,
}: {
  layout: ImportLayout;
  draft: Draft;
  points: readonly Point[];
  onChange: (change: Partial<Draft>) => void;
}) {
  const { t } = useTranslation();
  const ofColumn = ({ column, name, unit, samples }: ImportLayout['columns'][number]) => ({
    key: String(column),
    title: name || t('imports:columnNumber', { number: column + 1 }),
    note: [unit, samples.slice(0, 3).join(', ')].filter(Boolean).join(' · '),
    source: { word: '', unit },
    target: draft.targets[column] ?? noTarget,
  });
  if (draft.layout === 'wide') {
    const values = fileLayout.columns.filter(({ column }) => !draft.timeColumns.includes(column));
    return (
      <Rows
        rows={values.map(ofColumn)}
        points={points}
        onChange={(key, target) => onChange({ targets: { ...draft.targets, [key]: target } })}
      />
    );
  }
  const rows = draft.layout === 'rows';
  const chosen = points.filter(({ id }) => Object.values(draft.names).some(({ pointId }) => pointId === id));
  const names =
    draft.layout === 'ags4'
      ? fileLayout.series.map(seriesName)
      : namesIn(fileLayout, draft.pointColumn, rows ? null : draft.fieldColumn);
  const all = [...new Set([...names, ...Object.keys(draft.names)])];
  const series = new Map(fileLayout.series.map((each) => [seriesName(each), each]));
  return (
    <>
      <Segmented
        label={t('imports:otherNames')}
        value={draft.otherNames}
        options={(['refuse', 'skip'] as const).map((value) => ({ value, label: t(`imports:otherNamesAs.${value}`) }))}
        onChange={(otherNames) => onChange({ otherNames })}
      />
      {draft.layout !== 'ags4' && <p className="pl-sm pl-3">{t('imports:namesNote')}</p>}
      <Rows
        rows={all.map((name) => ({
          key: name,
          title: draft.layout === 'ags4' ? seriesTitle(name) : partsOf(name).filter(Boolean).join(' / '),
          note: unitsOf(series.get(name)),
          source: sourceOf(series.get(name)),
          target: draft.names[name] ?? noTarget,
        }))}
        points={points}
        parts={rows ? 'point' : 'both'}
        onChange={(key, target) => onChange({ names: { ...draft.names, [key]: target } })}
      />
      {rows && chosen.length > 0 && (
        <Rows
          rows={fileLayout.columns
            .filter(({ column }) => column !== draft.pointColumn && !draft.timeColumns.includes(column))
            .map(ofColumn)}
          points={chosen}
          parts="quantity"
          onChange={(key, target) => onChange({ targets: { ...draft.targets, [key]: target } })}
        />
      )}
    </>
  );
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
  rows: readonly { key: string; title: string; note: string; source: MappingIssue; target: DraftTarget }[];
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
