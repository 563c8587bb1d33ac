/**
 * Marks that lie over one another at this zoom, as one: the most urgent of them stays where it is and stands for all. Pure.
 * Invariant: a mark is in exactly one cluster, and no cluster hides one that is more urgent than its own head.
 */
export interface Placed {
  readonly id: string | number;
  /** On the screen, px. */
  readonly x: number;
  readonly y: number;
  readonly rank: number;
}
export interface Cluster<Mark extends Placed> {
  readonly head: Mark;
  /** With the head, the most urgent first. */
  readonly members: readonly Mark[];
}
/** Nearer than this two marks cannot be told apart or hit. */
export const nearPx = 15;

export function clustersOf<Mark extends Placed>(marks: readonly Mark[], near = nearPx): Cluster<Mark>[] {
  const clusters: { head: Mark; members: Mark[] }[] = [];
  const byCell = new Map<string, { head: Mark; members: Mark[] }[]>();
  const cell = (at: number): number => Math.floor(at / near);
  // Equal ranks by id, so that a mark does not change its head from one drawing to the next.
  const order = [...marks].sort((a, b) => b.rank - a.rank || String(a.id).localeCompare(String(b.id)));
  for (const mark of order) {
    const [cx, cy] = [cell(mark.x), cell(mark.y)];
    const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].flatMap((dy) => byCell.get(`${cx + dx},${cy + dy}`) ?? []));
    const nearby = around.find(({ head }) => Math.hypot(head.x - mark.x, head.y - mark.y) < near);
    if (nearby) {
      nearby.members.push(mark);
      continue;
    }
    const cluster = { head: mark, members: [mark] };
    clusters.push(cluster);
    byCell.set(`${cx},${cy}`, [...(byCell.get(`${cx},${cy}`) ?? []), cluster]);
  }
  return clusters;
}
