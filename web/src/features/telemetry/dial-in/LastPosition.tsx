import type { Round } from '@plumbline/contract/telemetry/dial-in';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../design/Pane.tsx';
import { formatCount, formatTime, missing } from '../../../kernel/format.ts';

/** In this order; what else a receiver says comes after. */
const order = ['solution', 'latitude', 'longitude', 'east', 'north', 'height'];
const placeOf = (quantity: string): number => (order.includes(quantity) ? order.indexOf(quantity) : order.length);
const decimals: Readonly<Record<string, number>> = { solution: 0, satellites: 0, latitude: 8, longitude: 8 };

/** To the millimetre, however large it is: what moves is in the last digits. */
const exactly = (quantity: string, value: number | null): string =>
  value === null ? missing : value.toFixed(decimals[quantity] ?? 3).replace('-', '−');

/** The newest position of a receiver that sends by itself, quantity by quantity. */
export function LastPosition({ round }: { round: Round | null }) {
  const { t } = useTranslation();
  const position = round?.position;
  return (
    <section className="di-section">
      <h2 className="pl-h3">
        {t('dialIn:lastPosition')} {round && <span className="pl-3 pl-sm">{formatTime(round.at)}</span>}
      </h2>
      {position ? (
        <Facts
          facts={[
            [t('dialIn:sentences'), formatCount(position.sentences)],
            [t('dialIn:badSums'), formatCount(position.badCheckSums)],
            ...Object.entries(position.values ?? {})
              .sort(([one], [other]) => placeOf(one) - placeOf(other))
              .map(
                ([quantity, value]) =>
                  [
                    <code key={quantity}>{quantity}</code>,
                    (position.rejected ?? []).includes(quantity) ? (
                      <span key="held" className="pl-wrong">
                        {exactly(quantity, value)} · {t('dialIn:missing.implausible')}
                      </span>
                    ) : (
                      exactly(quantity, value)
                    ),
                  ] as const,
              ),
          ]}
        />
      ) : (
        <p className="pl-3 pl-sm">{t('dialIn:noPositionYet')}</p>
      )}
    </section>
  );
}
