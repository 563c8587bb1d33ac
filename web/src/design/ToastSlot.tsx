import { useCallback, useContext } from 'react';
import { type ToastPlace, ToastSlotContext } from './toast-slots.ts';

/** Where a frame makes room for toasts: empty, it takes none. */
export function ToastSlot({ place }: { place: ToastPlace }) {
  const register = useContext(ToastSlotContext);
  const ref = useCallback((element: HTMLElement | null) => register(place, element), [register, place]);
  return <div ref={ref} className={`pl-toasts ${place}`} />;
}
