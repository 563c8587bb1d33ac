/** Where frequencies and values lie on the plot: on a logarithmic axis at their logarithm. Pure. */
import type { Range } from '../../frame/range.ts';
import { extentOf, type Scale, scaleOf } from '../../frame/scale.ts';
import type { SpectrumContent } from './shapes.ts';

/** Decades under the highest value that a logarithmic axis shows. */
const decades = 5;

export const placeOf = ({ isLogFrequency }: SpectrumContent, hz: number): number =>
  isLogFrequency ? Math.log10(hz) : hz;
export const hzAt = ({ isLogFrequency }: SpectrumContent, place: number): number =>
  isLogFrequency ? 10 ** place : place;

/** null where a logarithmic axis has no place for it. */
export const heightAt = ({ isLogValue }: SpectrumContent, value: number | null): number | null => {
  if (value === null || !isLogValue) return value;
  return value > 0 ? Math.log10(value) : null;
};

/** All that is drawn, across. */
export function wholeRange(content: SpectrumContent): Range {
  const all = [...content.curves.flatMap(({ hz }) => hz), ...(content.spots ?? []).map(({ hz }) => hz)].filter(
    (hz) => hz > 0,
  );
  if (all.length === 0) return { from: 0, to: 1 };
  let [low, high] = [Number.POSITIVE_INFINITY, 0];
  for (const hz of all) [low, high] = [Math.min(low, hz), Math.max(high, hz)];
  if (!content.isLogFrequency) return { from: 0, to: high };
  return { from: Math.log10(low), to: Math.max(Math.log10(high), Math.log10(low) + 0.1) };
}

export function valueScale(content: SpectrumContent, visible: readonly number[], heightPx: number): Scale {
  if (!content.isLogValue) {
    const [low, high] = extentOf([0, ...visible]);
    const scale = scaleOf(low, high, heightPx < 170 ? 3 : 4);
    // Amplitudes begin at zero.
    return low >= 0 ? { ...scale, min: 0 } : scale;
  }
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of visible) [low, high] = [Math.min(low, value), Math.max(high, value)];
  if (low > high) return { min: -1, max: 1, step: 1, decimals: 0 };
  const max = Math.ceil(high + 1e-9);
  return { min: Math.min(max - 1, Math.max(Math.floor(low), max - decades)), max, step: 1, decimals: 0 };
}

/** The places of a line's values without those that a logarithmic axis cannot show. */
export const stopsIn = (content: SpectrumContent): number[] => {
  const all = content.curves.filter(({ shape }) => shape !== 'limit').flatMap(({ hz }) => hz);
  const hz = all.length > 0 ? all : (content.spots ?? []).map((spot) => spot.hz);
  return [...new Set(hz)]
    .filter((each) => each > 0 || !content.isLogFrequency)
    .sort((a, b) => a - b)
    .map((each) => placeOf(content, each));
};
