import type { FamilyCode } from '@plumbline/contract/points/families';
import type { PreviewSource } from '@plumbline/contract/telemetry/feed-pulls';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { digitalFamilies, type QuickRow, quantitiesOf, withChannels } from './quick-points.ts';

/** Chooses the values that become points, of which family, and what each is. */
export function QuickRows({
  leaves,
  value,
  onChange,
}: {
  leaves: PreviewSource['leaves'];
  value: readonly QuickRow[];
  onChange: (rows: QuickRow[]) => void;
}) {
  const { t } = useTranslation();
  const numbers = leaves.filter(({ kind }) => kind === 'number');
  const set = (from: string, family: FamilyCode | '', quantity?: string) => {
    const chosen = new Map(value.map((row) => [row.from, row]));
    if (family === '') chosen.delete(from);
    else {
      const first = quantitiesOf(family)[0] ?? 'value';
      chosen.set(from, { from, family, channel: '', quantity: quantity ?? first });
    }
    onChange(withChannels(numbers.flatMap(({ path }) => chosen.get(path) ?? [])));
  };
  if (numbers.length === 0) return <p className="pl-sm pl-3">{t('feedPulls:noNumbers')}</p>;
  return (
    <div className="fd-quick">
      {numbers.map(({ path, value: sample }) => {
        const row = value.find(({ from }) => from === path);
        return (
          <div key={path} className="fd-quick-row">
            <span className="fd-wrap">
              <code>{path}</code> <span className="pl-3 pl-sm">{sample}</span>
            </span>
            <Select
              aria-label={t('feedPulls:familyOf', { path })}
              showSearch={{ optionFilterProp: 'label' }}
              value={row?.family ?? ''}
              options={[
                { value: '', label: t('feedPulls:notTaken') },
                ...digitalFamilies.map((code) => ({ value: code, label: t(`families:family.${code}`) })),
              ]}
              onChange={(family: FamilyCode | '') => set(path, family)}
            />
            {row ? (
              <Select
                aria-label={t('feedPulls:quantityOf', { path })}
                value={row.quantity}
                options={quantitiesOf(row.family).map((each) => ({ value: each, label: each }))}
                onChange={(quantity) => set(path, row.family, quantity)}
              />
            ) : (
              <span />
            )}
          </div>
        );
      })}
    </div>
  );
}
