import { levelPaths } from '../kernel/levels.ts';

/** The glyph of a level as an image for canvas: drawn with resolved colours. */
export function glyphUrl(level: number, fill: string, edge: string, ink: string): string {
  const path = levelPaths[level as 1];
  const y = level === 2 ? 12.4 : 11.2;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 16 16"><path d="${path}" fill="${fill}" stroke="${edge}" stroke-linejoin="round"/><text x="8" y="${y}" text-anchor="middle" font-family="Arial,sans-serif" font-size="9" font-weight="700" fill="${ink}">${level}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
