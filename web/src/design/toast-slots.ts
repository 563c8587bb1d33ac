import { createContext, useCallback, useState, useSyncExternalStore } from 'react';
import { widths } from './widths.ts';

/** In the header of a wide screen, or at the foot of the page. */
export type ToastPlace = 'head' | 'foot';
type Register = (place: ToastPlace, element: HTMLElement | null) => void;

export const ToastSlotContext = createContext<Register>(() => undefined);

const roomy = () => window.matchMedia(widths.roomy);
const subscribe = (changed: () => void) => {
  const watched = roomy();
  watched.addEventListener('change', changed);
  return () => watched.removeEventListener('change', changed);
};

/** Gives the slot of the page in sight, `null` where its frame has none, and what its slots are registered by. */
export function useToastSlots(): { element: HTMLElement | null; register: Register } {
  const [slots, setSlots] = useState<Readonly<Record<ToastPlace, HTMLElement | null>>>({ head: null, foot: null });
  const isRoomy = useSyncExternalStore(subscribe, () => roomy().matches);
  const register = useCallback<Register>(
    (place, element) => setSlots((before) => ({ ...before, [place]: element })),
    [],
  );
  return { element: (isRoomy ? slots.head : null) ?? slots.foot, register };
}
