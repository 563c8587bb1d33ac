import './bindings.css';
import { CloseOutlined, HolderOutlined } from '@ant-design/icons';
import { batches } from '@plumbline/contract/batches';
import { points } from '@plumbline/contract/points';
import { useMutation } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { type DragEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../design/SearchField.tsx';
import { Empty, Failed, Partial, SkeletonRows } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { formatCount } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { wordKey } from '../../kernel/words.ts';
import { useWrite } from '../../kernel/writes.ts';
import { issuesOf, problemsIn } from '../batches/row-problems.parts.ts';
import { useFreeDevices } from './free-devices.queries.ts';
import { freeChannels, propose, suits } from './match.ts';

/** Channels and points drawn at once; the search narrows what is more. */
const max = 200;

/** Pairs that are set and not bound yet. */
export interface WaitingPairs {
  readonly count: number;
  readonly bind: () => Promise<unknown>;
}

/**
 * Which channel feeds which point: proposed by their names, put right by dragging or by choosing, then bound at once.
 * `onWaiting` hears of pairs that are not bound yet, so that nobody goes on without them unknowingly.
 */
export function MatchStep({ onWaiting }: { onWaiting?: (waiting: WaitingPairs | null) => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const rows = useRead(points.rows, { projectId: project.id });
  const warehouse = useFreeDevices(project.corporationId);
  const [pairs, setPairs] = useState<ReadonlyMap<number, string>>(new Map());
  const { run: batchEdit } = useWrite(batches.batchEdit);
  const [over, setOver] = useState<number | null>(null);
  const [wrong, setWrong] = useState<ReadonlyMap<number, string>>(new Map());
  const [keyword, setKeyword] = useState('');
  const open = useMemo(
    () =>
      rows.data?.rows.filter(
        ({ type, deviceId, archived, deprecated }) => type === 0 && deviceId === null && !archived && !deprecated,
      ) ?? [],
    [rows.data],
  );
  const free = useMemo(() => freeChannels(warehouse.data?.devices ?? []), [warehouse.data]);
  const channels = useMemo(() => new Map(free.map((each) => [each.id, each])), [free]);
  const matchedIds = new Set(pairs.values());
  const pair = (pointId: number, channelId: string | null): void => {
    const next = new Map([...pairs].filter(([point, channel]) => point !== pointId && channel !== channelId));
    if (channelId !== null) next.set(pointId, channelId);
    setPairs(next);
    setWrong(new Map());
  };
  const bind = useMutation({
    mutationFn: async () => {
      const list = [...pairs];
      try {
        await batchEdit({
          projectId: project.id,
          rows: list.map(([pointId, channelId]) => {
            const { sncode, channel, mode } = channels.get(channelId)!;
            const point = open.find(({ id }) => id === pointId);
            return { pointId, set: { sncode, channel, ...(point?.mode === mode ? {} : { mode }) } };
          }),
          reason: t('bindings:match.reason'),
        });
      } catch (error) {
        const problems = problemsIn(error);
        if (problems)
          setWrong(
            new Map(issuesOf(problems, t, () => '').map((issue) => [list[issue.row]?.[0] ?? 0, issue.words] as const)),
          );
        throw error;
      }
      return list.length;
    },
    onSuccess: (count) => {
      setPairs(new Map());
      toasts.done(t('bindings:match.done', { count }));
    },
    onError: toasts.failed,
  });
  const onWaitingRef = useRef(onWaiting);
  onWaitingRef.current = onWaiting;
  const bindNow = useRef(bind.mutateAsync);
  bindNow.current = bind.mutateAsync;
  useEffect(() => {
    onWaitingRef.current?.(pairs.size === 0 ? null : { count: pairs.size, bind: () => bindNow.current() });
    return () => onWaitingRef.current?.(null);
  }, [pairs.size]);
  const drop = (event: DragEvent, pointId: number): void => {
    event.preventDefault();
    setOver(null);
    const channelId = event.dataTransfer.getData('text/plain');
    const [point, channel] = [open.find(({ id }) => id === pointId), channels.get(channelId)];
    if (!point || !channel) return;
    if (suits(point, channel)) pair(pointId, channelId);
    else toasts.warn(t('bindings:match.unsuitable', { name: point.name }));
  };
  const failed = rows.error ?? warehouse.error;
  if (failed && !(rows.data && warehouse.data))
    return <Failed error={failed} onRetry={() => void Promise.all([rows.refetch(), warehouse.refetch()])} />;
  if (!rows.data || !warehouse.data) return <SkeletonRows rows={6} />;
  if (rows.data.rows.length === 0) return <Empty title={t('points:list.none')} why={t('commissioning:noPointsWhy')} />;
  if (open.length === 0) return <Empty title={t('bindings:match.allBound')} why={t('bindings:match.allBoundWhy')} />;
  const wanted = keyword.trim().toLowerCase();
  const shown = open.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, max);
  const left = free.filter(({ id }) => !matchedIds.has(id));
  return (
    <div className="pt-grid-page">
      <div className="pl-row" style={{ flexWrap: 'wrap' }}>
        <SearchField widthPx={200} label={t('points:list.find')} value={keyword} onChange={setKeyword} />
        <Button
          onClick={() => {
            // Pairs that somebody has set stay as they are.
            const found = propose(
              open.filter(({ id }) => !pairs.has(id)),
              free.filter(({ id }) => !matchedIds.has(id)),
            );
            setPairs(new Map([...pairs, ...found]));
            setWrong(new Map());
            if (found.size === 0) toasts.warn(t('bindings:match.noneFound'));
          }}
        >
          {t('bindings:match.auto')}
        </Button>
        <span className="pl-gap" />
        <Button type="primary" disabled={pairs.size === 0} loading={bind.isPending} onClick={() => bind.mutate()}>
          {t('bindings:match.bind', { count: pairs.size })}
        </Button>
      </div>
      {warehouse.data.total > warehouse.data.devices.length && (
        <Partial>
          {t('bindings:match.partial', {
            shown: formatCount(warehouse.data.devices.length),
            total: formatCount(warehouse.data.total),
          })}
        </Partial>
      )}
      <div className="pt-match">
        <section aria-label={t('bindings:match.points')}>
          <h4>{t('bindings:match.points')}</h4>
          <div className="list">
            {shown.map((point) => {
              const channel = channels.get(pairs.get(point.id) ?? '');
              return (
                // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the choice in it does the same
                <div
                  key={point.id}
                  className={over === point.id ? 'over' : ''}
                  onDragOver={(event) => {
                    event.preventDefault();
                    setOver(point.id);
                  }}
                  onDragLeave={() => setOver(null)}
                  onDrop={(event) => drop(event, point.id)}
                >
                  <span style={{ flex: 1, minWidth: 0 }}>
                    <b className="pl-ell">{point.name}</b>
                    <div className="pl-3 pl-sm">{t(wordKey(`families:family.${point.family}`))}</div>
                    {wrong.has(point.id) && (
                      <div className="pl-wrong pl-sm" role="alert">
                        {wrong.get(point.id)}
                      </div>
                    )}
                  </span>
                  <Select
                    size="small"
                    style={{ width: 230 }}
                    allowClear
                    showSearch={{ optionFilterProp: 'label' }}
                    aria-label={t('bindings:match.channelOf', { name: point.name })}
                    placeholder={t('bindings:match.choose')}
                    value={channel?.id ?? null}
                    options={[...(channel ? [channel] : []), ...left.filter((each) => suits(point, each))].map(
                      (each) => ({
                        value: each.id,
                        label: `${each.label || each.device} · ${each.sncode} / ${each.channel}`,
                      }),
                    )}
                    onChange={(next: string | undefined) => pair(point.id, next ?? null)}
                  />
                </div>
              );
            })}
          </div>
          {open.length > shown.length && (
            <p className="pl-3 pl-sm">
              {t('points:list.some', { shown: formatCount(shown.length), total: formatCount(open.length) })}
            </p>
          )}
        </section>
        <section aria-label={t('bindings:match.channels')}>
          <h4>
            {t('bindings:match.channels')} <span className="pl-3">{formatCount(left.length)}</span>
          </h4>
          <div className="list">
            {left.length === 0 && (
              <p className="pl-3" style={{ padding: '0 12px' }}>
                {t('bindings:match.noChannels')}
              </p>
            )}
            {left.slice(0, max).map((channel) => (
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
                <span className="pl-3 pl-sm">
                  {channel.sncode} / {channel.channel}
                </span>
              </div>
            ))}
          </div>
        </section>
      </div>
      {pairs.size > 0 && (
        <Button type="text" size="small" icon={<CloseOutlined />} onClick={() => setPairs(new Map())}>
          {t('bindings:match.clear')}
        </Button>
      )}
    </div>
  );
}
