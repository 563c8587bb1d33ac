import type { Point } from '@plumbline/contract/points/points';
import {
  ambiguities,
  type ImportLayout,
  importTimePatterns,
  isSeriesFormat,
} from '@plumbline/contract/readings/imports.mapping';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../design/Toolbar.tsx';
import type { Draft } from './mapping.ts';
import { SettingChoice } from './Setting.tsx';
import { Targets } from './Targets.tsx';
import { ZoneWarning } from './Warning.tsx';

const agsPatterns = ['ymd', 'dmy', 'mdy'] as const;

/** Maps the columns: the time and its format, and the point of each value. */
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
  return (
    <div className="imp-mapping">
      {!isSeriesFormat(fileLayout.format) && (
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
      <TimeSettings layout={fileLayout} draft={draft} columns={columns} onChange={set} />
      <ZoneWarning layout={fileLayout} timeZone={draft.timeZone} />
      {fileLayout.patternPresumed && draft.pattern === fileLayout.timePattern && (
        <p className="pl-sm pl-2">
          {t('imports:patternPresumed', {
            maker: fileLayout.preset && t(`imports:presets.${fileLayout.preset}`),
            example: t(draft.pattern === 'mdy' ? 'imports:patterns.mdy' : 'imports:patterns.dmy'),
          })}
        </p>
      )}
      <h4>{t('imports:values')}</h4>
      {(draft.layout === 'long' || draft.layout === 'rows') && (
        <NameColumns draft={draft} columns={columns} onChange={set} />
      )}
      <Targets layout={fileLayout} draft={draft} points={points} onChange={set} />
    </div>
  );
}

interface ColumnChoicesProps {
  draft: Draft;
  columns: { value: number; label: string }[];
  onChange: (change: Partial<Draft>) => void;
}

/** Where the time is, how it is written, and in which zone. AGS4 names the columns itself, and may state the pattern. */
function TimeSettings({ layout, draft, columns, onChange }: ColumnChoicesProps & { layout: ImportLayout }) {
  const { t } = useTranslation();
  const isAgs = isSeriesFormat(layout.format);
  // The zone that is set and the one that the file states may be offsets, which are no names of the browser's.
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', layout.stated?.timeZone, draft.timeZone])]
    .filter((zone) => zone !== undefined)
    .map((zone) => ({ value: zone, label: zone }));
  return (
    <div className="imp-settings">
      {!isAgs && (
        <SettingChoice
          mode="multiple"
          maxCount={4}
          name={t('imports:timeColumns')}
          minPx={200}
          value={[...draft.timeColumns]}
          options={columns}
          onChange={(timeColumns: number[]) => onChange({ timeColumns })}
        />
      )}
      <SettingChoice<string | null>
        name={t('imports:pattern')}
        minPx={220}
        status={draft.pattern === null && !isAgs ? 'error' : ''}
        placeholder={t(isAgs ? 'imports:patternAsSaid' : 'imports:sayPattern')}
        allowClear={isAgs}
        value={draft.pattern}
        options={(isAgs ? agsPatterns : importTimePatterns).map((value) => ({
          value,
          label: t(`imports:patterns.${value}`),
        }))}
        onChange={(pattern) => onChange({ pattern: pattern ?? null })}
      />
      <SettingChoice
        showSearch
        name={t('imports:timeZone')}
        minPx={200}
        value={draft.timeZone}
        options={zones}
        onChange={(timeZone: string) => onChange({ timeZone })}
      />
      <SettingChoice
        name={t('imports:ambiguous')}
        minPx={200}
        popupMatchSelectWidth={false}
        value={draft.ambiguous}
        options={ambiguities.map((value) => ({ value, label: t(`imports:ambiguities.${value}`) }))}
        onChange={(ambiguous) => onChange({ ambiguous })}
      />
    </div>
  );
}

/** Which columns hold the names of points, those of quantities, and the values. */
function NameColumns({ draft, columns, onChange }: ColumnChoicesProps) {
  const { t } = useTranslation();
  return (
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
          onChange={(column) => onChange({ [key]: column ?? null })}
        />
      ))}
    </div>
  );
}
