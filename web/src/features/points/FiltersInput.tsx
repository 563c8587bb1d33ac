import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { fieldsOf } from '@plumbline/contract/families';
import type { Point } from '@plumbline/contract/points';
import { filterKinds, type Processing } from '@plumbline/contract/points.settings';
import { Button, Checkbox, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFieldWord } from '../../kernel/field-words.ts';

type Filter = Processing['filters'][number];

/** Filters over the curves of a point, in their order. */
export function FiltersInput({
  point,
  value,
  onChange,
  closed,
}: {
  point: Point;
  value: readonly Filter[];
  onChange: (value: Filter[]) => void;
  closed: boolean;
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const put = (at: number, part: Partial<Filter>): void =>
    onChange(value.map((each, i) => (i === at ? { ...each, ...part } : each)));
  return (
    <div>
      {value.length === 0 && <p className="pl-3">{t('points:processing.noFilters')}</p>}
      {value.map((filter, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: filters are known by their place
        <div key={i} className="pl-row" style={{ flexWrap: 'wrap', marginBottom: 8 }}>
          <Select
            aria-label={t('points:rule.field')}
            style={{ width: 170 }}
            disabled={closed}
            value={filter.field}
            options={fieldsOf(point.family, point.nodeCount).map(({ key }) => ({
              value: key,
              label: fieldWord(point.family, key),
            }))}
            onChange={(field) => put(i, { field })}
          />
          <Select
            aria-label={t('points:processing.kind')}
            style={{ width: 170 }}
            disabled={closed}
            value={filter.kind}
            options={filterKinds.map((kind) => ({ value: kind, label: t(`points:filter.${kind}`) }))}
            onChange={(kind) =>
              put(i, { kind, factor: kind === 'hampel' || kind === 'threeSigma' ? (filter.factor ?? 3) : null })
            }
          />
          <InputNumber
            aria-label={t('points:test.window')}
            prefix={<span className="pl-3 pl-sm">{t('points:test.window')}</span>}
            min={3}
            max={201}
            precision={0}
            readOnly={closed}
            value={filter.window}
            onChange={(window) => put(i, { window: window ?? 3 })}
          />
          <Checkbox disabled={closed} checked={filter.centred} onChange={(e) => put(i, { centred: e.target.checked })}>
            {t('points:processing.centred')}
          </Checkbox>
          {!closed && (
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('common:delete')}
              onClick={() => onChange(value.filter((_, at) => at !== i))}
            />
          )}
        </div>
      ))}
      {!closed && (
        <Button
          size="small"
          icon={<PlusOutlined />}
          disabled={value.length >= 20}
          onClick={() =>
            onChange([
              ...value,
              { field: point.mainField, kind: 'movingMedian', window: 5, centred: true, factor: null },
            ])
          }
        >
          {t('points:processing.addFilter')}
        </Button>
      )}
    </div>
  );
}
