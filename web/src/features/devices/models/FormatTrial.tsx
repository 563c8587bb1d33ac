import { type Wrapping, wrappings } from '@plumbline/contract/kernel/formats';
import type { CodecRecord } from '@plumbline/science/formats/codec';
import { Button, Input, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatTime } from '../../../kernel/format.ts';
import { useDecoded } from '../../platform/plugins/plugins.queries.ts';
import {
  codecMessage,
  codecOf,
  type FormatDraft,
  sampleFor,
  type Tried,
  type TriedRow,
  tryFormat,
} from './try-format.ts';

const offered = wrappings.filter((each) => each !== 'sparkplugB');
/** Fixed while a page is open: what is typed changes the result, not the clock. */
const openedAt = Date.now();

/** A pasted message, and what the format makes of it. */
export function FormatTrial({ draft, sample = '' }: { draft: FormatDraft; sample?: string }) {
  const { t } = useTranslation();
  const [wrapping, setWrapping] = useState<Wrapping>('plain');
  const [text, setText] = useState(sample);
  const codec = codecOf(draft);
  const { data: decoded } = useDecoded(
    codec,
    useMemo(() => codecMessage(wrapping, text, openedAt), [wrapping, text]),
  );
  const records = decoded?.result?.records ?? null;
  const tried = useMemo(() => tryFormat(draft, wrapping, text, openedAt, records), [draft, wrapping, text, records]);
  const example = sampleFor(wrapping, draft);
  return (
    <section className="fm-trial" aria-label={t('formats:trial')}>
      <h2 className="pl-h3">{t('formats:trial')}</h2>
      <div className="pl-row">
        <Select
          aria-label={t('formats:wrapping')}
          className="pl-gap"
          value={wrapping}
          options={offered.map((value) => ({ value, label: t(`formats:wrappings.${value}`) }))}
          onChange={setWrapping}
        />
        {example !== undefined && <Button onClick={() => setText(example)}>{t('formats:example')}</Button>}
      </div>
      <Input.TextArea
        aria-label={t('formats:sample')}
        className="fm-code"
        rows={7}
        maxLength={200_000}
        placeholder={t(draft['content'] === 'binary' || codec !== null ? 'formats:sampleHex' : 'formats:samplePaste')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {text.trim() !== '' && decoded?.fault && (
        <p className="pl-wrong">
          {t(`plugins:faults.${decoded.fault}`)} <span className="pl-3">{decoded.detail}</span>
        </p>
      )}
      {text.trim() !== '' && records && <CodecValues records={records} />}
      {text.trim() !== '' && !decoded?.fault && <Result tried={tried} />}
    </section>
  );
}

/** What the codec names, so that one sees what the places of rows may be. */
function CodecValues({ records }: { records: readonly CodecRecord[] }) {
  const { t } = useTranslation();
  const [first] = records;
  return (
    <p className="pl-sm pl-2 fm-values">
      {t('formats:codecGave')}{' '}
      {Object.entries(first?.values ?? {})
        .slice(0, 60)
        .map(([name, value]) => (
          <code key={name}>{`${name} = ${JSON.stringify(value)}`.slice(0, 120)}</code>
        ))}
    </p>
  );
}

function Result({ tried: { record, records, faults, source } }: { tried: Tried }) {
  const { t } = useTranslation();
  return (
    <div className="fm-result" role="status">
      {faults.map((fault) => (
        <p key={fault} className="pl-wrong">
          {t(`formats:faults.${fault}` as 'formats:faults.notJson')}
        </p>
      ))}
      {record ? (
        <>
          <p className="pl-sm pl-2">
            {[
              source === '' ? '' : t('formats:sentBy', { source }),
              record.at === null ? t('formats:atArrival') : formatTime(new Date(record.at).toISOString()),
              records > 1 ? t('formats:firstOf', { count: records }) : '',
            ]
              .filter((part) => part !== '')
              .join(' · ')}
          </p>
          <table className="fm-table">
            <thead>
              <tr>
                <th>{t('dialIn:channel')}</th>
                <th>{t('dialIn:quantity')}</th>
                <th className="right">{t('formats:value')}</th>
              </tr>
            </thead>
            <tbody>
              {record.rows.map((row) => (
                <tr key={row.row}>
                  <td>{row.channel}</td>
                  <td>{row.quantity}</td>
                  <td className="right">
                    <Value row={row} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : (
        faults.length === 0 && <p className="pl-3">{t('formats:noRows')}</p>
      )}
    </div>
  );
}

function Value({ row: { cell } }: { row: TriedRow }) {
  const { t } = useTranslation();
  if (typeof cell === 'number') return formatNumber(cell);
  if (typeof cell === 'string') return <span className="pl-wrong">{t(`formats:missing.${cell}`)}</span>;
  return cell.map((each) => (each === null ? '–' : formatNumber(each))).join(', ');
}
