import type { PreviewSource } from '@plumbline/contract/telemetry/feed-pulls';
import { Checkbox, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { type QuickSource, sourceFor } from './quick-points.ts';

/** Chooses the senders that become devices, under which names. */
export function QuickSources({
  all,
  value,
  onChange,
}: {
  all: readonly PreviewSource[];
  value: readonly QuickSource[];
  onChange: (sources: QuickSource[]) => void;
}) {
  const { t } = useTranslation();
  const set = (source: string, part: Partial<QuickSource> | null) => {
    const chosen = new Map(value.map((each) => [each.source, each]));
    if (part === null) chosen.delete(source);
    else chosen.set(source, { ...(chosen.get(source) ?? sourceFor(source)), ...part });
    onChange(all.flatMap(({ source: each }) => chosen.get(each) ?? []));
  };
  return (
    <div className="fd-quick">
      {all.map(({ source }) => {
        const chosen = value.find((each) => each.source === source);
        return (
          <div key={source} className="fd-quick-row">
            <Checkbox checked={chosen !== undefined} onChange={({ target }) => set(source, target.checked ? {} : null)}>
              <code className="fd-wrap">{source}</code>
            </Checkbox>
            <Input
              aria-label={t('feedPulls:nameOf', { source })}
              disabled={!chosen}
              maxLength={20}
              value={chosen?.name ?? ''}
              onChange={({ target }) => set(source, { name: target.value })}
            />
            <Input
              aria-label={t('feedPulls:sncodeOf', { source })}
              disabled={!chosen}
              maxLength={32}
              value={chosen?.sncode ?? ''}
              onChange={({ target }) => set(source, { sncode: target.value })}
            />
          </div>
        );
      })}
    </div>
  );
}
