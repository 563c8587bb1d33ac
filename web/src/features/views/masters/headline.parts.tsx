import { lastReadAt } from '@plumbline/contract/kernel/status';
import type { MasterHeadline } from '@plumbline/contract/views/masters';
import { useTranslation } from 'react-i18next';
import { usePlaceWord } from '../../../charts/point-words.ts';
import { Value } from '../../../design/Value.tsx';

export { useHeadlines } from './headlines.queries.ts';

/** Returns whose the headline of a master is, where on its chain, and whether it is a change: "Largest change, HDA-430 at 18.0 m". */
export function useHeadlineWords(): (headline: MasterHeadline) => string {
  const { t } = useTranslation();
  const placeWord = usePlaceWord();
  return ({ name, place, quantity }) =>
    t(quantity === 'cumulative' ? 'masters:headlineChange' : 'masters:headlineValue', {
      at: [name, placeWord(place)].filter(Boolean).join(' '),
    });
}

/** The number of the headline of a master; whose it is says its title. `unit` = where no heading of a column says it. */
export function HeadlineValue({
  headline,
  zone,
  unit = false,
}: {
  headline: MasterHeadline;
  zone: string;
  unit?: boolean;
}) {
  const whose = useHeadlineWords()(headline);
  return (
    <span title={whose}>
      <Value
        value={headline.amount}
        unit={unit ? headline.unit : undefined}
        precision={headline.precision}
        state={headline.status.state === 'stale' ? 'stale' : 'fresh'}
        at={lastReadAt(headline.status)}
        zone={zone}
        strong={unit}
      />
    </span>
  );
}
