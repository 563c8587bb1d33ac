import { useEffect, useState } from 'react';

export interface Position {
  readonly longitude: number;
  readonly latitude: number;
  /** m, 95 %. */
  readonly accuracyM: number;
}
export type PositionState = 'off' | 'asking' | 'on' | 'refused' | 'unavailable';

/** Where this device is, as long as it is wanted. Invariant: it is never sent anywhere. */
export function usePosition(enabled: boolean): { readonly state: PositionState; readonly position: Position | null } {
  const [state, setState] = useState<{ state: PositionState; position: Position | null }>({
    state: 'off',
    position: null,
  });
  useEffect(() => {
    if (!enabled) {
      setState({ state: 'off', position: null });
      return;
    }
    if (!('geolocation' in navigator) || !isSecureContext) {
      setState({ state: 'unavailable', position: null });
      return;
    }
    setState({ state: 'asking', position: null });
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { longitude, latitude, accuracy } }) =>
        setState({ state: 'on', position: { longitude, latitude, accuracyM: accuracy } }),
      // What was found stays: a tunnel takes the satellites away, not the person.
      ({ code }) => setState(({ position }) => ({ state: code === 1 ? 'refused' : 'unavailable', position })),
      { enableHighAccuracy: true, maximumAge: 15_000, timeout: 30_000 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [enabled]);
  return state;
}
