import type { Round, RoundRead } from '@plumbline/contract/telemetry/dial-in';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatTime, missing as nothing } from '../../../kernel/format.ts';

/** The newest round read by read: what was asked, what became of it, which numbers it gave. */
export function LastRound({ round }: { round: Round | null }) {
  const { t } = useTranslation();
  return (
    <section className="di-section">
      <h2 className="pl-h3">
        {t('dialIn:lastRound')} {round && <span className="pl-3 pl-sm">{formatTime(round.at)}</span>}
      </h2>
      {round ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is read by scrolling, with the keyboard too
        <div className="di-scroll" tabIndex={0}>
          <table className="di-table">
            <thead>
              <tr>
                <th>{t('dialIn:unit')}</th>
                <th>{t('dialIn:read')}</th>
                <th>{t('dialIn:outcome')}</th>
                <th className="right">{t('dialIn:tries')}</th>
                <th className="right">{t('dialIn:latency')}</th>
                <th>{t('dialIn:numbers')}</th>
              </tr>
            </thead>
            <tbody>
              {round.reads.map((read) => (
                <ReadRow key={`${read.unit} ${read.function} ${read.address}`} read={read} />
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p className="pl-3 pl-sm">{t('dialIn:noRound')}</p>
      )}
    </section>
  );
}

function ReadRow({ read }: { read: RoundRead }) {
  const { t } = useTranslation();
  const isAnswered = read.outcome === 'answer' || read.outcome === 'late';
  const last = read.address + read.count - 1;
  return (
    <tr data-outcome={read.outcome}>
      <td>{read.unit}</td>
      <td>
        {t(`dialIn:functions.${functionOf(read.function)}`)}
        <span className="pl-3">
          {' '}
          {read.address}
          {read.count > 1 && `–${last}`}
        </span>
      </td>
      <td className={isAnswered ? '' : 'pl-wrong'}>
        {t(`dialIn:outcomes.${read.outcome}`)}
        {read.exception !== null && <span className="pl-3"> {exceptionWords(read.exception, t)}</span>}
      </td>
      <td className="right">{read.tries}</td>
      <td className="right">{read.latencyMs === null ? nothing : `${read.latencyMs} ms`}</td>
      <td>
        {read.numbers.map(({ channel, quantity, value, missing, rejected }) => (
          <div key={`${channel} ${quantity}`}>
            <span className="pl-3">
              {channel} {quantity}
            </span>{' '}
            {missing ? (
              <span className={missing === 'nothing' ? 'pl-3' : 'pl-wrong'} data-missing={missing}>
                {rejected !== null && `${formatNumber(rejected)} `}
                {t(`dialIn:missing.${missing}`)}
              </span>
            ) : (
              formatNumber(value)
            )}
          </div>
        ))}
      </td>
    </tr>
  );
}

const functionOf = (code: number): '1' | '2' | '3' | '4' =>
  code === 1 ? '1' : code === 2 ? '2' : code === 3 ? '3' : '4';

const exceptionCodes = ['1', '2', '3', '4', '5', '6'] as const;
function exceptionWords(code: number, t: TFunction): string {
  const name = exceptionCodes.find((each) => each === String(code));
  return name ? t(`dialIn:exceptions.${name}`) : t('dialIn:exceptions.other', { code });
}
