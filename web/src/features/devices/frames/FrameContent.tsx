import type { Frame } from '@plumbline/contract/devices/frames';
import { describeAnswer, describeRequest } from '@plumbline/science/modbus/describe';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../design/CopyButton.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { errorWords } from './frame-words.ts';
import type { LiveFrame } from './frames.queries.ts';
import { bytesOf, textOf } from './matching-frames.ts';

/** The bytes of a frame, and beside them what was read out of them. */
export function FrameContent({ frame, request }: { frame: LiveFrame; request: Frame | null }) {
  const { t } = useTranslation();
  const text = textOf(frame.hex);
  const byteCount = frame.hex.length / 2;
  return (
    <div className="fr-content">
      <div className="fr-part">
        <div className="pl-row">
          <h4 className="pl-sm pl-2 pl-gap">{t(text === null ? 'frames:asBytes' : 'frames:asText')}</h4>
          {frame.hex !== '' && <CopyButton text={text ?? spaced(frame.hex)} label={t('frames:asBytes')} />}
        </div>
        {frame.hex === '' ? (
          <p className="pl-3 pl-sm">{t('frames:empty')}</p>
        ) : (
          <pre className="fr-bytes">{text === null ? spaced(frame.hex) : pretty(text)}</pre>
        )}
        {byteCount < frame.size && <p className="pl-3 pl-sm">{t('frames:cut', { count: byteCount })}</p>}
      </div>
      <div className="fr-part">
        <h4 className="pl-sm pl-2">{t('frames:read')}</h4>
        <Hops frame={frame} />
        <Refusals frame={frame} />
        <Records frame={frame} />
        <ModbusWords frame={frame} request={request} />
      </div>
    </div>
  );
}

/** How long it took from hop to hop, as far as each hop says its time. */
function Hops({ frame }: { frame: LiveFrame }) {
  const { t } = useTranslation();
  const receivedMs = Date.parse(frame.at);
  const { measuredAt, sentAt, latencyMs, shownAtMs, kind } = frame;
  const isSameTime = sentAt !== null && sentAt === measuredAt;
  const hops: string[] = [];
  if (measuredAt !== null && sentAt !== null && !isSameTime)
    hops.push(t('frames:hop.sent', { time: spanOf(Date.parse(sentAt) - Date.parse(measuredAt)) }));
  if (measuredAt !== null || sentAt !== null)
    hops.push(t('frames:hop.received', { time: spanOf(receivedMs - Date.parse(sentAt ?? measuredAt ?? '')) }));
  if (latencyMs !== null)
    hops.push(t(kind === 'answer' ? 'frames:hop.answered' : 'frames:hop.stored', { time: spanOf(latencyMs) }));
  if (shownAtMs !== null) {
    const storedMs = receivedMs + (kind === 'answer' ? 0 : (latencyMs ?? 0));
    hops.push(t('frames:hop.shown', { time: spanOf(Math.max(0, shownAtMs - storedMs)) }));
  }
  if (hops.length === 0) return null;
  return (
    <p className="pl-sm">
      {measuredAt !== null && (
        <>
          {t('frames:hop.measured')} {formatTime(measuredAt)} ·{' '}
        </>
      )}
      {hops.join(' · ')}
    </p>
  );
}

/** Milliseconds below a second, seconds below ten minutes, then minutes and hours. */
function spanOf(ms: number): string {
  const size = Math.abs(ms);
  if (size < 1_000) return `${Math.round(ms * 10) / 10} ms`;
  if (size < 600_000) return `${(ms / 1_000).toFixed(1)} s`;
  return size < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
}

function Refusals({ frame }: { frame: Frame }) {
  const { t } = useTranslation();
  const refused = frame.outcome?.refused ?? [];
  if (refused.length === 0 && frame.error === null) return null;
  return (
    <ul className="fr-refusals pl-sm">
      {frame.error !== null && (
        <li className="pl-wrong">
          {errorWords(frame, t)} {frame.kind !== 'answer' && frame.kind !== 'refused' && frame.detail}
        </li>
      )}
      {refused.map((each, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
        <li key={nth} className="pl-wrong">
          {errorWords({ error: each.error, detail: '', kind: frame.kind }, t)}
          {each.channel !== null && ` · ${t('frames:channel', { name: each.channel })}`} {each.detail}
        </li>
      ))}
    </ul>
  );
}

function Records({ frame: { decoded } }: { frame: Frame }) {
  const { t } = useTranslation();
  if (!decoded) return null;
  return (
    <table className="fr-records">
      <thead>
        <tr>
          <th>{t('frames:time')}</th>
          <th>{t('frames:channelHead')}</th>
          <th>{t('frames:quantity')}</th>
          <th className="right">{t('frames:value')}</th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(decoded).map(({ key, head, channel, quantity, value }) => (
          <tr key={key}>
            <td>{head}</td>
            <td>{channel}</td>
            <td>{quantity}</td>
            <td className="right pl-mono">{valueWords(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A line for each quantity; the first of a record says who and when. */
const rowsOf = (decoded: NonNullable<Frame['decoded']>) =>
  decoded.flatMap(({ source, at, channels }, record) =>
    Object.entries(channels).flatMap(([channel, sample], nthChannel) =>
      Object.entries(sample).map(([quantity, value], nth) => ({
        key: `${record} ${channel} ${quantity}`,
        head: nth + nthChannel === 0 ? `${source} ${at === null ? '' : formatTime(at)}`.trim() : '',
        channel,
        quantity,
        value,
      })),
    ),
  );

const valueWords = (value: number | null | readonly (number | null)[]): string =>
  Array.isArray(value)
    ? value
        .slice(0, 12)
        .map((each) => each ?? '—')
        .join(', ')
    : String(value ?? '—');

/** What Modbus asks and answers, in numbers. */
function ModbusWords({ frame, request }: { frame: Frame; request: Frame | null }) {
  const { t } = useTranslation();
  if (frame.kind === 'request') {
    const read = describeRequest(bytesOf(frame.hex));
    return read ? <p className="pl-sm">{t('frames:asks', { ...read })}</p> : null;
  }
  if (frame.kind !== 'answer' || !request) return null;
  const read = describeRequest(bytesOf(request.hex));
  const answer = describeAnswer(bytesOf(request.hex), bytesOf(frame.hex));
  if (!read || !answer) return null;
  return (
    <>
      <p className="pl-sm pl-3">{t('frames:asks', { ...read })}</p>
      {answer.kind === 'registers' && (
        <p className="pl-mono pl-sm fr-registers">{registersIn(read.address, answer.registers)}</p>
      )}
      {answer.kind === 'bits' && (
        <p className="pl-mono pl-sm fr-registers">{registersIn(read.address, answer.bits.map(Number))}</p>
      )}
      {answer.kind === 'exception' && <p className="pl-sm">{exceptionOf(answer.code, t)}</p>}
    </>
  );
}

const exceptionOf = (code: number, t: TFunction): string =>
  errorWords({ error: 'exception', detail: String(code), kind: 'answer' }, t);

const registersIn = (from: number, values: readonly number[]): string =>
  values
    .slice(0, 125)
    .map((value, nth) => `${from + nth}: ${value}`)
    .join('   ');

const spaced = (hex: string): string => hex.toUpperCase().replace(/../g, '$& ').trim();

/** JSON in lines; what was cut off or is none stays as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
