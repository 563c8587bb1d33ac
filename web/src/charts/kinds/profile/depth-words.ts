/** A depth in m, to the centimetre: 11.0, 10.25. */
export const depthWords = (depthM: number): string => depthM.toFixed(2).replace(/0$/, '');
