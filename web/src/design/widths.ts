/**
 * The widths at which screens change, by the names that style sheets write as `@media (--phone)`; `web/build/custom-media.ts` puts
 * these in their place.
 */
export const widths = {
  /** Held upright, or sideways. */
  phone: '(max-width: 800px), (max-width: 1000px) and (max-height: 500px)',
  /** The others. */
  wide: '(min-width: 1001px), (min-width: 801px) and (min-height: 501px)',
  /** The header has room for a line of words. */
  roomy: '(min-width: 1281px) and (min-height: 501px)',
  narrow: '(max-width: 1280px), (max-height: 500px)',
} as const;
