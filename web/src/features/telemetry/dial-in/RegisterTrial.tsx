import { Input } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../kernel/format.ts';
import type { MapRow } from './RegisterMap.tsx';
import { type TriedMap, tryRegisters } from './try-registers.ts';

/** Pasted frames of an instrument, and what the map makes of them. */
export function RegisterTrial({ rows }: { rows: readonly MapRow[] }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const tried = useMemo(() => tryRegisters(rows, text), [rows, text]);
  return (
    <section className="di-trial" aria-label={t('dialIn:trial.title')}>
      <h2 className="pl-h3">{t('dialIn:trial.title')}</h2>
      <p className="pl-sm pl-2">{t('dialIn:trial.about')}</p>
      <Input.TextArea
        aria-label={t('dialIn:trial.frames')}
        className="di-code"
        rows={6}
        maxLength={100_000}
        placeholder={'01 03 00 00 00 02 C4 0B\n01 03 04 41 C8 00 00 …'}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {text.trim() !== '' && <Result tried={tried} />}
      {tried.requests.length > 0 && (
        <details className="pl-sm">
          <summary>{t('dialIn:trial.requests', { count: tried.requests.length })}</summary>
          <pre className="di-code di-requests">{tried.requests.join('\n')}</pre>
        </details>
      )}
    </section>
  );
}

function Result({ tried: { rows, faults } }: { tried: TriedMap }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      {faults.map(({ line, fault, code }) => (
        <p key={`${line} ${fault}`} className="pl-wrong">
          {t('dialIn:trial.line', { line })} {t(`dialIn:trial.faults.${fault}`, { code: code ?? 0 })}
        </p>
      ))}
      {rows.length === 0 ? (
        <p className="pl-3">{t('dialIn:trial.noRows')}</p>
      ) : (
        <table className="di-tried">
          <thead>
            <tr>
              <th>{t('dialIn:channel')}</th>
              <th>{t('dialIn:quantity')}</th>
              <th className="right">{t('dialIn:trial.value')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, number }) => (
              <tr key={`${row.channel} ${row.quantity}`}>
                <td>{row.channel}</td>
                <td>{row.quantity}</td>
                <td className="right">
                  <Value number={number} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function Value({ number }: { number: TriedMap['rows'][number]['number'] }) {
  const { t } = useTranslation();
  if (typeof number === 'number') return formatNumber(number);
  if (number === null) return <span className="pl-3">{t('dialIn:trial.notThere')}</span>;
  return <span className="pl-wrong">{t(`dialIn:missing.${number}`)}</span>;
}
