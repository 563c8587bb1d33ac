/** A moment at which a page stands still: waited for, in place of so many milliseconds. */
import type { Page } from 'playwright-core';

/** Resolves when what a page does because of what has happened is drawn, and its animations that end have ended. */
export const untilDrawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const draw = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    await draw();
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
    await draw();
  });
