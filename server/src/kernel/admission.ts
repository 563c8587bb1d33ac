/**
 * Connections that have not yet said who they are: so many in all and from one address. A newer one takes the place of
 * the oldest, for who means it is known within a moment.
 */
export const admissionLimits = { inAll: 4_000, ofAddress: 1_000 } as const;

export interface Admission {
  /** Gives the way to let a place go again; `end` is called when a newer connection takes it. */
  enter(address: string, end: () => void): () => void;
  /** Ends them all: the port closes. */
  endAll(): void;
  readonly size: number;
}

export function openAdmission(limits: { inAll: number; ofAddress: number }): Admission {
  interface Place {
    readonly address: string;
    readonly end: () => void;
  }
  const all = new Set<Place>();
  const byAddress = new Map<string, Set<Place>>();
  function leave(place: Place) {
    all.delete(place);
    const same = byAddress.get(place.address);
    same?.delete(place);
    if (same?.size === 0) byAddress.delete(place.address);
  }
  function evict(places: Set<Place>, max: number) {
    const [oldest] = places;
    if (places.size < max || !oldest) return;
    leave(oldest);
    oldest.end();
  }
  return {
    get size() {
      return all.size;
    },
    endAll() {
      for (const place of [...all]) {
        leave(place);
        place.end();
      }
    },
    enter(address, end) {
      evict(byAddress.get(address) ?? new Set(), limits.ofAddress);
      evict(all, limits.inAll);
      const place = { address, end };
      all.add(place);
      byAddress.set(address, (byAddress.get(address) ?? new Set()).add(place));
      return () => leave(place);
    },
  };
}
