import './filter.css';
import { FilterOutlined } from '@ant-design/icons';
import {
  DisplayFilter,
  type FilterMethod,
  filterBounds,
  filterMethods,
  filterUnits,
  refuses,
} from '@plumbline/contract/readings/readings.filters';
import { Button, InputNumber, Popover, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { issueWords } from '../../design/issues.ts';
import { Segmented } from '../../design/Toolbar.tsx';
import { useFilter, useFilterWords } from './filter-state.ts';

/** What is typed: null where a field is empty. */
interface Draft {
  readonly method: FilterMethod | null;
  readonly window: number | null;
  readonly unit: DisplayFilter['unit'];
  readonly threshold: number | null;
}
const usual = {
  average: { window: 24, unit: 'hours' },
  median: { window: 24, unit: 'hours' },
  hampel: { window: 7, unit: 'readings' },
  sigma: { window: 25, unit: 'readings' },
} as const satisfies Record<FilterMethod, Pick<DisplayFilter, 'window' | 'unit'>>;
const noFilter: Draft = { method: null, window: 24, unit: 'hours', threshold: filterBounds.threshold.usual };

/** Through which filter the curve is seen. */
export function FilterField() {
  const { t } = useTranslation();
  const nameOf = useFilterWords();
  const { filter } = useFilter();
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      // On a phone the button stands anywhere in the row: the choices stay on the screen.
      align={{ overflow: { shiftX: true, adjustY: true } }}
      destroyOnHidden
      styles={{ container: { padding: 0, width: 300 } }}
      content={<Choices />}
    >
      <Button
        size="small"
        type={filter ? 'default' : 'text'}
        icon={<FilterOutlined />}
        aria-label={t('readings:filters.label')}
        title={filter ? nameOf(filter) : t('readings:filters.label')}
      />
    </Popover>
  );
}

/** Method, window and threshold; what is legal is drawn at once, what is not says why. */
function Choices() {
  const { t } = useTranslation();
  const { filter, change } = useFilter();
  const [draft, setDraft] = useState<Draft>(filter ?? noFilter);
  const { method, window, threshold } = draft;
  const parsed = DisplayFilter.safeParse(draft);
  const take = (part: Partial<Draft>): void => {
    const next = { ...draft, ...part };
    setDraft(next);
    const read = DisplayFilter.safeParse(next);
    if (next.method === null) change(null);
    else if (read.success) change(read.data);
  };
  const [issue] = method === null || parsed.success ? [] : parsed.error.issues;
  return (
    <div className="dv-filter">
      <Select
        aria-label={t('readings:filters.label')}
        value={method ?? ''}
        options={[
          { value: '', label: t('readings:filters.none') },
          ...filterMethods.map((value) => ({ value: value as string, label: t(`readings:filters.methods.${value}`) })),
        ]}
        onChange={(value) => {
          const chosen = filterMethods.find((each) => each === value) ?? null;
          take({ method: chosen, ...(chosen && usual[chosen]) });
        }}
      />
      {method !== null && <Sizes draft={draft} onChange={take} />}
      {issue && (
        <p role="alert" className="pl-sm pl-wrong">
          {issueWords({ ...issue, input: issue.path.at(-1) === 'threshold' ? threshold : window }, t)}
        </p>
      )}
      <p className="pl-sm pl-3">
        {t(method === null ? 'readings:filters.means' : `readings:filters.explained.${method}`)}
      </p>
      {method !== null && <p className="pl-sm pl-3">{t('readings:filters.means')}</p>}
    </div>
  );
}

/** How long the window is, and of filters that refuse, what is far off. */
function Sizes({
  draft: { method, window, unit, threshold },
  onChange,
}: {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <div className="pl-row">
        <span className="pl-gap">{t('readings:filters.window')}</span>
        <InputNumber
          aria-label={t('readings:filters.window')}
          style={{ width: 76 }}
          value={window}
          step={unit === 'readings' ? 2 : 1}
          onChange={(value) => onChange({ window: value })}
        />
        <Segmented
          label={t('readings:filters.unit')}
          value={unit}
          options={filterUnits.map((value) => ({ value, label: t(`readings:filters.units.${value}`) }))}
          onChange={(value) =>
            onChange({ unit: value, ...(value === 'readings' && window !== null && { window: odd(window) }) })
          }
        />
      </div>
      {method !== null && refuses(method) && (
        <div className="pl-row">
          <span className="pl-gap">{t('readings:filters.threshold')}</span>
          <InputNumber
            aria-label={t('readings:filters.threshold')}
            style={{ width: 76 }}
            value={threshold}
            step={0.5}
            onChange={(value) => onChange({ threshold: value })}
          />
        </div>
      )}
    </>
  );
}

/** As many readings before as after. */
const odd = (window: number): number =>
  Math.min(filterBounds.readings, Math.max(filterBounds.minReadings, 2 * Math.floor(window / 2) + 1));
