import { ambiguities, importTimePatterns, type Look } from '@plumbline/contract/imports.mapping';
import type { Point } from '@plumbline/contract/points';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../design/Toolbar.tsx';
import { type Draft, type DraftTarget, nameOf, namesIn, noTarget, partsOf } from './mapping.ts';
import { TargetInput } from './TargetInput.tsx';

/** Which column is the time and how it is written, and which point each value belongs to. */
export function MappingStep({
  look,
  draft,
  points,
  onChange,
}: {
  look: Look;
  draft: Draft;
  points: readonly Point[];
  onChange: (draft: Draft) => void;
}) {
  const { t } = useTranslation();
  const set = (change: Partial<Draft>): void => onChange({ ...draft, ...change });
  const columns = look.columns.map(({ column, name }) => ({
    value: column,
    label: name || t('imports:columnNumber', { number: column + 1 }),
  }));
  const setting = (name: string, input: ReactNode): ReactNode => (
    <div className="imp-setting">
      <span className="pl-sm pl-3">{name}</span>
      {input}
    </div>
  );
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }));
  return (
    <div className="imp-mapping">
      {look.format !== 'ags4' && (
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
        {look.format !== 'ags4' &&
          setting(
            t('imports:timeColumns'),
            <Select
              mode="multiple"
              maxCount={2}
              aria-label={t('imports:timeColumns')}
              style={{ minWidth: 200 }}
              value={[...draft.timeColumns]}
              options={columns}
              onChange={(timeColumns: number[]) => set({ timeColumns })}
            />,
          )}
        {setting(
          t('imports:pattern'),
          <Select
            aria-label={t('imports:pattern')}
            style={{ minWidth: 220 }}
            status={draft.pattern === null && look.format !== 'ags4' ? 'error' : ''}
            placeholder={t('imports:sayPattern')}
            value={draft.pattern}
            options={importTimePatterns.map((value) => ({ value, label: t(`imports:patterns.${value}`) }))}
            onChange={(pattern: string) => set({ pattern })}
          />,
        )}
        {setting(
          t('imports:timeZone'),
          <Select
            showSearch
            aria-label={t('imports:timeZone')}
            style={{ minWidth: 200 }}
            value={draft.timeZone}
            options={zones}
            onChange={(timeZone: string) => set({ timeZone })}
          />,
        )}
        {setting(
          t('imports:ambiguous'),
          <Select
            aria-label={t('imports:ambiguous')}
            style={{ minWidth: 160 }}
            value={draft.ambiguous}
            options={ambiguities.map((value) => ({ value, label: t(`imports:ambiguities.${value}`) }))}
            onChange={(ambiguous) => set({ ambiguous })}
          />,
        )}
      </div>
      <h4>{t('imports:values')}</h4>
      {(draft.layout === 'long' || draft.layout === 'rows') && (
        <div className="imp-settings">
          {(draft.layout === 'rows'
            ? (['pointColumn'] as const)
            : (['pointColumn', 'fieldColumn', 'valueColumn'] as const)
          ).map((key) => (
            <div key={key} className="imp-setting">
              <span className="pl-sm pl-3">{t(`imports:${key}`)}</span>
              <Select
                aria-label={t(`imports:${key}`)}
                allowClear={key === 'fieldColumn'}
                style={{ minWidth: 160 }}
                value={draft[key]}
                options={columns}
                onChange={(column: number | undefined) => set({ [key]: column ?? null })}
              />
            </div>
          ))}
        </div>
      )}
      <Targets look={look} draft={draft} points={points} onChange={set} />
    </div>
  );
}

/** One row for each column, or each name that stands in the file. */
function Targets({
  look,
  draft,
  points,
  onChange,
}: {
  look: Look;
  draft: Draft;
  points: readonly Point[];
  onChange: (change: Partial<Draft>) => void;
}) {
  const { t } = useTranslation();
  if (draft.layout === 'wide') {
    const values = look.columns.filter(({ column }) => !draft.timeColumns.includes(column));
    return (
      <Rows
        rows={values.map(({ column, name, unit, samples }) => ({
          key: String(column),
          title: name || t('imports:columnNumber', { number: column + 1 }),
          note: [unit, samples.slice(0, 3).join(', ')].filter(Boolean).join(' · '),
          target: draft.targets[column] ?? noTarget,
        }))}
        points={points}
        onChange={(key, target) => onChange({ targets: { ...draft.targets, [key]: target } })}
      />
    );
  }
  const rows = draft.layout === 'rows';
  const chosen = points.filter(({ id }) => Object.values(draft.names).some(({ pointId }) => pointId === id));
  const names =
    draft.layout === 'ags4'
      ? look.series.map(({ location, point, type }) => nameOf(location, point, type))
      : namesIn(look, draft.pointColumn, rows ? null : draft.fieldColumn);
  const all = [...new Set([...names, ...Object.keys(draft.names)])];
  const series = new Map(look.series.map((each) => [nameOf(each.location, each.point, each.type), each]));
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
          title: partsOf(name).filter(Boolean).join(' / '),
          note: series.get(name)?.unit ?? '',
          target: draft.names[name] ?? noTarget,
        }))}
        points={points}
        ask={rows ? 'point' : 'both'}
        onChange={(key, target) => onChange({ names: { ...draft.names, [key]: target } })}
      />
      {rows && chosen.length > 0 && (
        <Rows
          rows={look.columns
            .filter(({ column }) => column !== draft.pointColumn && !draft.timeColumns.includes(column))
            .map(({ column, name, unit, samples }) => ({
              key: String(column),
              title: name || t('imports:columnNumber', { number: column + 1 }),
              note: [unit, samples.slice(0, 3).join(', ')].filter(Boolean).join(' · '),
              target: draft.targets[column] ?? noTarget,
            }))}
          points={chosen}
          ask="quantity"
          onChange={(key, target) => onChange({ targets: { ...draft.targets, [key]: target } })}
        />
      )}
    </>
  );
}

function Rows({
  rows,
  points,
  ask = 'both',
  onChange,
}: {
  rows: readonly { key: string; title: string; note: string; target: DraftTarget }[];
  points: readonly Point[];
  ask?: 'both' | 'point' | 'quantity';
  onChange: (key: string, target: DraftTarget) => void;
}) {
  return (
    <ul className="imp-targets">
      {rows.map(({ key, title, note, target }) => (
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
            ask={ask}
            onChange={(next) => onChange(key, next)}
          />
        </li>
      ))}
    </ul>
  );
}
