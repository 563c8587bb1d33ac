/**
 * Whether a wall keeps its memory over a day: the clock of its page is set forward from slide to slide, 8,640 of them in 24 hours,
 * while what it shows comes from the server as ever. Its memory after garbage collection is read after the first hour, and
 * four times until the end.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { launch, noChromium } from '../e2e/chromium.ts';
import { password, type Request, signIn } from './demo.ts';
import { type Settings, withServer } from './ingest.ts';
import { type Footprint, figuresOf, footprintOf } from './memory.ts';
import { type Figure, figure } from './numbers.ts';

const dwellSeconds = 10;
/** A slide is there when it was drawn: what a server answers takes its own time. */
const drawnMs = 40;
const hours = 24;
const rounds = 4;
const slideCount = 3;
const firstSlide = '.wall-turned[data-place="0"]';

export function wall({ scale = 1 }: Settings): Promise<Figure[]> {
  if (noChromium !== false) throw new Error(noChromium);
  return withServer(
    async (_server, home) => {
      const address = await makeWall(await signIn(home.url));
      const { page, context, close } = await launch({ width: 1920, height: 1080 });
      try {
        await page.clock.install();
        await page.goto(`${home.url}/#/wall/${address}`);
        await page.locator('.wall-slide').first().waitFor();
        const session = await context.newCDPSession(page);
        await session.send('Performance.enable');
        let slides = 0;
        const pass = async (hoursPassed: number): Promise<void> => {
          for (let at = 0; at < hoursPassed * 3_600; at += dwellSeconds, slides++) {
            // At once: every frame of ten seconds drawn for nobody made a day last an hour and more.
            await page.clock.fastForward(dwellSeconds * 1_000);
            await wait(drawnMs);
          }
        };
        const measure = async (): Promise<Footprint> => {
          // The same slide each time: one has many more nodes than another.
          for (let tries = 0; tries < slideCount && !(await page.locator(firstSlide).isVisible()); tries++)
            await pass(dwellSeconds / 3_600);
          await page.locator(firstSlide).waitFor();
          return await footprintOf(page, session);
        };
        await pass(1);
        const footprints: Footprint[] = [await measure()];
        for (let round = 0; round < rounds; round++) {
          await pass(((hours - 1) * scale) / rounds);
          footprints.push(await measure());
        }
        await page.locator('.wall-slide').first().waitFor();
        return [figure('slides shown', '', [slides]), ...figuresOf('wall', footprints)];
      } finally {
        await close();
      }
    },
    { env: { DEMO: '', DEMO_PASSWORD: password } },
  );
}

/** Of every project of the demonstration, with each kind of slide that needs no other thing; the token of its link. */
async function makeWall(request: Request): Promise<string> {
  const { projects } = await request<{ projects: { id: number }[] }>('GET', '/projects');
  const [projectId] = projects.map(({ id }) => id);
  if (projectId === undefined) throw new Error('the demonstration has no project');
  const { rows } = await request<{ rows: { id: number }[] }>('GET', `/projects/${projectId}/measuring-points/rows`);
  const made = await request<{ token: string }>('POST', '/profile/walls', {
    name: 'Bench',
    language: 'en',
    timeZone: 'UTC',
    projectIds: projects.map(({ id }) => id),
    slides: [
      { kind: 'overview', dwellSeconds },
      { kind: 'project', dwellSeconds, projectId },
      { kind: 'points', dwellSeconds, pointIds: rows.slice(0, 4).map(({ id }) => id), days: 7 },
    ],
  });
  return made.token;
}
