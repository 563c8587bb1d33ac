import './bindings.css';
import { CloseOutlined, HolderOutlined } from '@ant-design/icons';
import { points } from '@plumbline/contract/points/points';
import type { PointRow } from '@plumbline/contract/points/points.lists';
import { Button, Grid, Select } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../design/SearchField.tsx';
import { Empty, Failed, Partial, SkeletonRows } from '../../../design/States.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { wordKey } from '../../../kernel/words.ts';
import { usePlaces } from '../points/place-names.queries.ts';
import { useModeWord } from './free-devices.parts.ts';
import { useFreeDevices } from './free-devices.queries.ts';
import { type FreeChannel, freeChannels, suits } from './match.ts';
import { type Matches, useMatches } from './use-matches.ts';

/** Channels and points drawn at once; the search narrows what is more. */
const max = 200;

/** Pairs that are set and not bound yet. */
export interface WaitingPairs {
  readonly count: number;
  readonly bind: () => Promise<unknown>;
}

/**
 * Matches channels and points: proposed by their names, put right by dragging or by choosing, then bound at once.
 * `onWaiting` hears of pairs that are not bound yet, so that nobody goes on without them unknowingly.
 */
export function MatchStep({ onWaiting }: { onWaiting?: (waiting: WaitingPairs | null) => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const rows = useRead(points.rows, { projectId: project.id });
  const warehouse = useFreeDevices(project.corporationId);
  const open = useMemo(() => rows.data?.rows.filter(isUnbound) ?? [], [rows.data]);
  const free = useMemo(() => freeChannels(warehouse.data?.devices ?? []), [warehouse.data]);
  const matches = useMatches(open, free);
  useWaiting(matches, onWaiting);
  const [keyword, setKeyword] = useState('');
  const failed = rows.error ?? warehouse.error;
  if (failed && !(rows.data && warehouse.data))
    return <Failed error={failed} onRetry={() => void Promise.all([rows.refetch(), warehouse.refetch()])} />;
  if (!rows.data || !warehouse.data) return <SkeletonRows rows={6} />;
  if (rows.data.rows.length === 0) return <Empty title={t('points:list.none')} why={t('commissioning:noPointsWhy')} />;
  if (open.length === 0) return <Empty title={t('bindings:match.allBound')} why={t('bindings:match.allBoundWhy')} />;
  const { total, devices } = warehouse.data;
  return (
    <div className="pt-grid-page">
      <MatchBar matches={matches} keyword={keyword} onKeyword={setKeyword} />
      {total > devices.length && (
        <Partial>
          {t('bindings:match.partial', { shown: formatCount(devices.length), total: formatCount(total) })}
        </Partial>
      )}
      <div className="pt-match">
        <OpenPoints open={open} keyword={keyword} matches={matches} />
        <FreeChannels channels={matches.left} />
      </div>
      {matches.count > 0 && (
        <Button type="text" size="small" icon={<CloseOutlined />} onClick={matches.clear}>
          {t('bindings:match.clear')}
        </Button>
      )}
    </div>
  );
}

const isUnbound = ({ type, deviceId, archived, deprecated }: PointRow): boolean =>
  type === 0 && deviceId === null && !archived && !deprecated;

/** Tells of pairs that wait, and that none do any more when the step is left. */
function useWaiting(
  { count, bind }: Pick<Matches, 'count' | 'bind'>,
  onWaiting: ((waiting: WaitingPairs | null) => void) | undefined,
): void {
  const onWaitingRef = useRef(onWaiting);
  onWaitingRef.current = onWaiting;
  const bindNow = useRef(bind);
  bindNow.current = bind;
  useEffect(() => {
    onWaitingRef.current?.(count === 0 ? null : { count, bind: () => bindNow.current() });
    return () => onWaitingRef.current?.(null);
  }, [count]);
}

function MatchBar({
  matches,
  keyword,
  onKeyword,
}: {
  matches: Matches;
  keyword: string;
  onKeyword: (keyword: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="pl-row" style={{ flexWrap: 'wrap' }}>
      <SearchField widthPx={200} label={t('points:list.find')} value={keyword} onChange={onKeyword} />
      <Button onClick={matches.proposeRest}>{t('bindings:match.auto')}</Button>
      <span className="pl-gap" />
      <Button
        type="primary"
        disabled={matches.count === 0}
        loading={matches.isBinding}
        onClick={() => void matches.bind().catch(() => undefined)}
      >
        {t('bindings:match.bind', { count: matches.count })}
      </Button>
    </div>
  );
}

function OpenPoints({ open, keyword, matches }: { open: readonly PointRow[]; keyword: string; matches: Matches }) {
  const { t } = useTranslation();
  const needle = keyword.trim().toLowerCase();
  const listed = open.filter(({ name }) => name.toLowerCase().includes(needle)).slice(0, max);
  return (
    <section aria-label={t('bindings:match.points')}>
      <h4>{t('bindings:match.points')}</h4>
      <div className="list">
        {listed.map((point) => (
          <OpenPoint key={point.id} point={point} matches={matches} />
        ))}
      </div>
      {open.length > listed.length && (
        <p className="pl-3 pl-sm">
          {t('points:list.some', { shown: formatCount(listed.length), total: formatCount(open.length) })}
        </p>
      )}
    </section>
  );
}

/** A point with the channel that is to feed it: chosen, or dropped here. */
function OpenPoint({ point, matches }: { point: PointRow; matches: Matches }) {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const channel = matches.channelOf(point.id);
  const places = usePlaces(useProject().project.id);
  // Nothing is dragged on a phone.
  const isWide = Grid.useBreakpoint().md ?? true;
  const wrong = matches.wrong.get(point.id);
  const choices = [...(channel ? [channel] : []), ...matches.left.filter((each) => suits(point, each))];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the choice in it does the same
    <div
      className={isOver ? 'over' : ''}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        matches.drop(point.id, event.dataTransfer.getData('text/plain'));
      }}
    >
      <span style={{ flex: 1, minWidth: 0 }}>
        <b className="pl-ell">{point.name}</b>
        <div className="pl-3 pl-sm pl-ell">
          {t(wordKey(`families:family.${point.family}`))} · {places.nameOf(point.structureId)}
        </div>
        {wrong !== undefined && (
          <div className="pl-wrong pl-sm" role="alert">
            {wrong}
          </div>
        )}
      </span>
      <Select
        size="small"
        style={{ width: 230 }}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={t('bindings:match.channelOf', { name: point.name })}
        placeholder={t(isWide ? 'bindings:match.choose' : 'bindings:match.chooseOnly')}
        value={channel?.id ?? null}
        options={choices.map((each) => ({
          value: each.id,
          label: `${each.label || each.device} · ${each.sncode} / ${each.channel}`,
        }))}
        onChange={(next: string | undefined) => matches.pair(point.id, next ?? null)}
      />
    </div>
  );
}

function FreeChannels({ channels }: { channels: readonly FreeChannel[] }) {
  const { t } = useTranslation();
  const modeWord = useModeWord();
  return (
    <section aria-label={t('bindings:match.channels')}>
      <h4>
        {t('bindings:match.channels')} <span className="pl-3">{formatCount(channels.length)}</span>
      </h4>
      <div className="list">
        {channels.length === 0 && (
          <p className="pl-3" style={{ padding: '0 12px' }}>
            {t('bindings:match.noChannels')}
          </p>
        )}
        {channels.slice(0, max).map((channel) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: dragging is beside the choice that the keyboard has
          <div
            key={channel.id}
            className="pt-chip"
            draggable
            onDragStart={(event) => event.dataTransfer.setData('text/plain', channel.id)}
          >
            <HolderOutlined className="pl-3" />
            <span className="pl-ell" style={{ flex: 1 }}>
              {channel.label || channel.device}
            </span>
            <span className="pl-3 pl-sm">{modeWord(channel.mode)}</span>
            <span className="pl-3 pl-sm">
              {channel.sncode} / {channel.channel}
            </span>
          </div>
        ))}
      </div>
    </section>
  );
}
