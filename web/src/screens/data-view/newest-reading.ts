/** The newest reading of the point that is open: one for its head and for its row in the tree, however each of them came. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { LiveReading } from '@plumbline/contract/kernel/events';
import { isWhole } from '@plumbline/contract/kernel/status';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import { type Point, points } from '@plumbline/contract/points/points';
import type { TreeNode } from '@plumbline/contract/site/projects';
import { useMemo } from 'react';
import { useLive } from '../../charts/live.queries.ts';
import { useRead } from '../../kernel/reads.ts';

export interface NewestReading {
  readonly pointId: number;
  /** Epoch ms. */
  readonly at: number;
  readonly receivedAt: number;
  /** In the order of `fieldsOf`. */
  readonly values: readonly (number | null)[];
  /** As the socket sent it; null = the record holds a newer one, or nothing has come yet. */
  readonly live: LiveReading | null;
}

/** Returns what the socket sent last, or what the record holds where that is newer; null = there is no reading. */
export function newestReading(
  pointId: number,
  latest: Point['latest'],
  live: LiveReading | undefined,
): NewestReading | null {
  const latestMs = latest ? Date.parse(latest.at) : Number.NEGATIVE_INFINITY;
  if (live && live.at >= latestMs) return { ...live, live };
  if (!latest) return null;
  return { pointId, at: latestMs, receivedAt: Date.parse(latest.receivedAt), values: latest.values, live: null };
}

/** A chain as long as can be: the fields of a shorter one stand at the same places. */
const longestChain = 150;

/** The row of the point with the number that its head shows: states of a project come once a second, readings of the open point at once. */
export function withReading(nodes: readonly TreeNode[], reading: NewestReading | null): readonly TreeNode[] {
  const index = reading ? nodes.findIndex(({ kind, ref }) => kind === 'point' && ref === reading.pointId) : -1;
  if (!reading || index < 0) return nodes;
  const node = elementAt(nodes, index);
  const { family, field, status } = node;
  if (!family || !field || isWhole(status)) return nodes;
  const place = fieldsOf(family as FamilyCode, longestChain).findIndex(({ key }) => key === field);
  if (place < 0) return nodes;
  const at = Math.max(status.at ?? reading.at, reading.at);
  return nodes.with(index, { ...node, value: reading.values[place] ?? null, status: { ...status, at } });
}

/** Reads the newest reading of the point that is open; its record is read by the page of the point. */
export function useNewestReading(pointId: number | null): NewestReading | null {
  const { data } = useRead(points.get, { pointId: pointId ?? 0 }, { enabled: false });
  const live = useLive(useMemo(() => (pointId === null ? [] : [pointId]), [pointId]));
  const latest = data?.measuringPoint.latest ?? null;
  const newest = pointId === null ? undefined : live.get(pointId)?.at(-1);
  return useMemo(() => (pointId === null ? null : newestReading(pointId, latest, newest)), [pointId, latest, newest]);
}
