import './dial-in.css';
import { dialIn, isModemLink, unknownLinks } from '@plumbline/contract/telemetry/dial-in';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../../app/paths.ts';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { ActsHeading } from '../../../design/Headings.tsx';
import { Empty } from '../../../design/States.tsx';
import { Segmented, Toolbar } from '../../../design/Toolbar.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatCount, formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { Console } from '../../people/corporations/console.parts.tsx';
import { AdoptUnknownDialog, type Unknown } from './AdoptUnknownDialog.tsx';
import { useUnknown } from './dial-in.queries.ts';

type Link = 'all' | Unknown['link'];
/** As short as they are written. */
const nameOf = { tcp: 'TCP', udp: 'UDP', mqtt: 'MQTT', http: 'HTTP', coap: 'CoAP' } as const;

/** Lists devices that came by a link and are unknown: of the installation, for System accounts, from here each becomes one. */
export default function UnknownPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [link, setLink] = useUrlState<Link>('link', 'all');
  const query = useUnknown(link === 'all' ? undefined : link);
  const [adopting, setAdopting] = useState<Unknown | null>(null);
  const columns = useColumns(setAdopting);
  const isClosed = query.data?.port === null && query.data.udpPort === null;
  const forModems = link !== 'all' && isModemLink(link);
  const page = (
    <>
      <Toolbar label={t('dialIn:unknown.title')}>
        <h2 className="pl-h3">{t('dialIn:unknown.title')}</h2>
        <Segmented
          label={t('dialIn:unknown.link')}
          value={link}
          onChange={setLink}
          options={(['all', ...unknownLinks] as const).map((value) => ({
            value,
            label: value === 'all' ? t('dialIn:unknown.links.all') : nameOf[value],
          }))}
        />
      </Toolbar>
      <DataTable
        rows={query.data?.unknown}
        columns={columns}
        rowKey={({ bytes, link: by }) => `${by} ${bytes}`}
        widthPx={340}
        loading={query.isPending}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        empty={
          <Empty
            title={t(isClosed && forModems ? 'dialIn:unknown.closed' : 'dialIn:unknown.none')}
            why={t(isClosed && forModems ? 'dialIn:unknown.closedWhy' : 'dialIn:unknown.noneWhy')}
          />
        }
      />
      {adopting && (
        <AdoptUnknownDialog
          unknown={adopting}
          onAdopted={(deviceId) =>
            navigate(isModemLink(adopting.link) ? to('DeviceDialIn', { deviceId }) : to('DeviceConnect', { deviceId }))
          }
          onClose={() => setAdopting(null)}
        />
      )}
    </>
  );
  return <Console otherwise={page}>{() => page}</Console>;
}

/** Long because it is one list: a part for each column. */
function useColumns(onAdopt: (unknown: Unknown) => void): Columns<Unknown> {
  const { t } = useTranslation();
  const language = useLanguage();
  const allowed = useAllowed();
  return [
    {
      title: t('dialIn:unknown.register'),
      key: 'register',
      render: (_, { register, link }) => (
        <>
          {register ? <code>{register}</code> : <span className="pl-3">{t('dialIn:unknown.noForm')}</span>}{' '}
          <span className="pl-3 pl-sm">{t(`dialIn:unknown.links.${link}`)}</span>
        </>
      ),
    },
    {
      title: t('dialIn:unknown.frames'),
      key: 'frames',
      responsive: ['lg'],
      render: (_, { frames }) => <Frames frames={frames} />,
    },
    {
      title: t('dialIn:unknown.from'),
      key: 'address',
      width: 150,
      responsive: ['md'],
      render: (_, { address }) => address || '—',
    },
    {
      title: t('dialIn:unknown.first'),
      key: 'firstAt',
      width: 130,
      responsive: ['xl'],
      render: (_, { firstAt }) => formatShort(firstAt, undefined, language),
    },
    {
      title: t('dialIn:unknown.last'),
      key: 'lastAt',
      width: 130,
      responsive: ['sm'],
      render: (_, { lastAt }) => formatShort(lastAt, undefined, language),
    },
    {
      ...numeric(t('dialIn:unknown.times')),
      key: 'times',
      width: 80,
      responsive: ['md'],
      render: (_, { times }) => formatCount(times),
    },
    {
      title: <ActsHeading />,
      key: 'act',
      width: 150,
      render: (_, each) =>
        // Without a register id there is nothing by which it could be known again.
        each.register !== null &&
        allowed(dialIn.adopt) && (
          <Button size="small" onClick={() => onAdopt(each)}>
            {t('dialIn:unknown.adopt')}
          </Button>
        ),
    },
  ];
}

/** The newest first, as text where it is one. */
function Frames({ frames }: { frames: Unknown['frames'] }) {
  const { t } = useTranslation();
  const [newest] = frames.toReversed();
  if (!newest) return <span className="pl-3">{t('dialIn:unknown.noFrames')}</span>;
  const older = frames.toReversed().slice(1);
  return (
    <code className="pl-ell" title={[newest, ...older].map(({ hex }) => textOf(hex)).join('\n')}>
      {textOf(newest.hex)}
    </code>
  );
}

function textOf(hex: string): string {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const isText = bytes.every((byte) => (byte >= 32 && byte < 127) || byte === 10 || byte === 13);
  return isText ? String.fromCharCode(...bytes).trim() : hex;
}
