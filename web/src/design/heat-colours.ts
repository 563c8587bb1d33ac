/**
 * A scale of colours for amounts, from little to much: viridis (Smith and van der Walt 2015, CC0). Equal steps look equally
 * large, its brightness alone orders it, and eyes that do not tell red from green read it alike; so it is one for all themes.
 */
const stops = [
  '#440154',
  '#482475',
  '#414487',
  '#355f8d',
  '#2a788e',
  '#21918c',
  '#22a884',
  '#44bf70',
  '#7ad151',
  '#bddf26',
  '#fde725',
] as const;

/** The scale as a gradient, from 0 to 1. */
export const heatStops: readonly { readonly offset: number; readonly color: string }[] = stops.map((color, i) => ({
  offset: i / (stops.length - 1),
  color,
}));

const steps = 256;
const channels = stops.map((text) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)));

/** Red, green and blue of 256 steps, one after the other. */
const table = Uint8Array.from({ length: steps * 3 }, (_, i) => {
  const place = (Math.floor(i / 3) / (steps - 1)) * (stops.length - 1);
  const before = Math.min(stops.length - 2, Math.floor(place));
  const [low, high] = [channels[before]?.[i % 3] ?? 0, channels[before + 1]?.[i % 3] ?? 0];
  return Math.round(low + (high - low) * (place - before));
});

/** Writes the colour of a share (0..1, beyond it the ends) as red, green, blue, opaque. */
export function writeHeat(share: number, pixels: Uint8ClampedArray, at: number): void {
  const step = 3 * Math.round(Math.min(1, Math.max(0, share)) * (steps - 1));
  pixels[at] = table[step] as number;
  pixels[at + 1] = table[step + 1] as number;
  pixels[at + 2] = table[step + 2] as number;
  pixels[at + 3] = 255;
}

/** The same as a word of CSS. */
export function heatColour(share: number): string {
  const pixel = new Uint8ClampedArray(4);
  writeHeat(share, pixel, 0);
  return `rgb(${pixel[0]}, ${pixel[1]}, ${pixel[2]})`;
}
