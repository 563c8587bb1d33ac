import type { Round } from '@plumbline/contract/dial-in';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../design/Pane.tsx';
import { formatCount, formatNumber, formatTime } from '../../kernel/format.ts';

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
            ...Object.entries(position.values ?? {}).map(
              ([quantity, value]) => [<code key={quantity}>{quantity}</code>, formatNumber(value)] as const,
            ),
          ]}
        />
      ) : (
        <p className="pl-3 pl-sm">{t('dialIn:noPositionYet')}</p>
      )}
    </section>
  );
}
