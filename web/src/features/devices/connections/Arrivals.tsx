import { CheckOutlined, StopOutlined } from '@ant-design/icons';
import type { Device } from '@plumbline/contract/devices/devices';
import { fieldsOf } from '@plumbline/contract/points/families';
import { points } from '@plumbline/contract/points/points';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Value } from '../../../design/Value.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatAge, formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useRead } from '../../../kernel/reads.ts';
import type { Arrival } from './arrivals.queries.ts';
import { refusalWords } from './refusal-words.ts';
import { sampleWords } from './sample-words.ts';

/** The live place of the connect page: waits for the first message, then lists what came. */
export function Arrivals({ device, arrivals }: { device: Device; arrivals: readonly Arrival[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const newest = arrivals[0];
  const good = newest?.kind !== 'refused';
  return (
    <div className={`cn-arrivals${newest ? ' some' : ''}`} aria-live="polite">
      {newest === undefined ? (
        <div className="waiting">
          <span className="bob" aria-hidden="true" />
          <div>
            <div className="pl-b">
              {device.lastSeenAt === null && device.refused.count === 0
                ? t('connections:arrive.waiting')
                : t('connections:arrive.waitingNext')}
            </div>
            <div className="pl-sm pl-3">
              {device.lastSeenAt !== null
                ? t('connections:arrive.last', { age: formatAge(device.lastSeenAt, language) })
                : t('connections:arrive.how')}
            </div>
          </div>
        </div>
      ) : (
        <>
          <div className="pl-row cn-verdict">
            <span className={`dv-tile${good ? '' : ' bad'}`} aria-hidden="true">
              {good ? <CheckOutlined /> : <StopOutlined />}
            </span>
            <span className="pl-b">{good ? t('connections:arrive.arrived') : t('connections:arrive.refused')}</span>
          </div>
          <ol>
            {arrivals.map((arrival) => (
              <li key={arrival.key}>
                <time className="pl-3" dateTime={arrival.at}>
                  {formatTime(arrival.at).slice(11)}
                </time>
                <One arrival={arrival} device={device} />
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

function One({ arrival, device }: { arrival: Arrival; device: Device }) {
  const { t } = useTranslation();
  if (arrival.kind === 'reading') return <ReadingLine arrival={arrival} device={device} />;
  if (arrival.kind === 'sample')
    return (
      <div>
        <div>
          <span className="pl-b">{t('connections:channelOf', { channel: arrival.channel })}</span>{' '}
          <span className="pl-num">{sampleWords(arrival.sample)}</span>
        </div>
        <div className="pl-sm pl-3">{t('connections:arrive.feedsNothing')}</div>
      </div>
    );
  const refusal = refusalWords(arrival.refused, t);
  return (
    <div>
      <div className="pl-b">
        {arrival.refused.error === 'readingEmpty'
          ? refusal.words
          : t('connections:refused.now', { count: arrival.count })}
        {refusal.where && ` · ${refusal.where}`}
      </div>
      {arrival.refused.error !== 'readingEmpty' && <div className="pl-sm pl-2">{refusal.words}</div>}
      {refusal.detail && <div className="pl-sm pl-3 pl-wrap">{refusal.detail}</div>}
    </div>
  );
}

const listedFields = 4;

function ReadingLine({ arrival, device }: { arrival: Extract<Arrival, { kind: 'reading' }>; device: Device }) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const query = useRead(points.get, { pointId: arrival.pointId }, { staleTime: 60_000 });
  const point = query.data?.measuringPoint;
  const channel = device.channels.find(({ pointId }) => pointId === arrival.pointId);
  const fields = point ? fieldsOf(point.family, point.nodeCount) : [];
  const read = fields.flatMap((field, i) => {
    const value = arrival.values[i];
    return value === null || value === undefined ? [] : [{ field, value }];
  });
  return (
    <div>
      <div>
        <span className="pl-b">{channel && t('connections:channelOf', { channel: channel.number })}</span>{' '}
        {channel?.projectId != null && (
          <Link to={to('DataView', { projectId: channel.projectId }, { point: arrival.pointId })}>
            {channel.pointName}
          </Link>
        )}
      </div>
      <div className="cn-values">
        {point &&
          read.slice(0, listedFields).map(({ field, value }) => (
            <span key={field.key}>
              <span className="pl-3">{fieldWord(point.family, field.key)}</span>{' '}
              <Value value={value} unit={field.unit} precision={field.precision} />
            </span>
          ))}
        {point && read.length === 0 && <span className="pl-3">{t('connections:arrive.noValue')}</span>}
      </div>
    </div>
  );
}
