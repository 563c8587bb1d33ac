/** The order with one layer a place higher (1) or lower (-1), the lowest first; null where it is at the end already. Pure. */
export function movedLayer(order: readonly number[], id: number, by: 1 | -1): number[] | null {
  const from = order.indexOf(id);
  const other = order[from + by];
  if (from < 0 || other === undefined) return null;
  return order.map((each) => (each === id ? other : each === other ? id : each));
}
