/**
 * The browser of the end-to-end tests: the system's own Chromium, never one that a package downloads. Without one the
 * tests are skipped and say so; where CI=true they fail instead, so that a green run has seen the pages.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The browser's path: CHROMIUM where it is set, else the first one known on this machine; null where there is none. */
export function findChromium(env: Readonly<Record<string, string | undefined>> = process.env): string | null {
  const folders = ['/usr/bin', ...(env['PATH'] ?? '').split(delimiter).filter(Boolean)];
  const candidates = env['CHROMIUM'] ? [env['CHROMIUM']] : folders.flatMap((at) => names.map((name) => join(at, name)));
  return candidates.find(runs) ?? null;
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const path = findChromium();

/** For `test(name, { skip: noChromium }, ...)`: the reason, or false when the tests run (or, in CI, must). */
export const noChromium: string | false =
  path === null && process.env['CI'] !== 'true' ? 'no Chromium here: install it, or set CHROMIUM to its path' : false;

export interface Screen {
  /** Pixels; 1440 x 900 unless told. */
  readonly width?: number;
  readonly height?: number;
  readonly deviceScaleFactor?: number;
  /** BCP 47; English unless told, whatever the machine speaks. */
  readonly locale?: string;
  /** IANA; UTC unless told. */
  readonly timeZone?: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly touch?: boolean;
}

export interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Uncaught errors and console errors of the page so far, with where: a good test ends with none. */
  readonly errors: readonly string[];
  readonly close: () => Promise<void>;
}

/**
 * What is left out of the browser. The first line is Playwright's own list, which this one takes the place of. The second:
 * pages that Chromium draws its own window with (address bar, buttons), several for each context, seen by nobody.
 */
const leftOut = [
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,TcpPortRandomizationWin,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch',
  'PreloadTopChromeWebUI,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,InitialWebUI,WebUIReloadButton,WebUIToolbar',
];

const launchChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      // Root has no user namespace of its own to build the sandbox in.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      // Maps and charts draw by WebGL, which machines without a graphics card calculate.
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      // The rest of a page is drawn without WebGL: calculating that too took a quarter of all time of the page tests.
      '--disable-gpu-compositing',
      `--disable-features=${leftOut.join(',')}`,
      // Nothing but the tested server is asked for anything.
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
    ],
  });

/** The browser of this process, which outlives a page by some seconds: the next test file takes it over. */
let running: Promise<Browser> | null = null;
let pages = 0;
let idle: NodeJS.Timeout | undefined;

function takeBrowser(executablePath: string): Promise<Browser> {
  clearTimeout(idle);
  pages++;
  running ??= launchChromium(executablePath);
  return running;
}

function leaveBrowser(): void {
  if (--pages > 0) return;
  idle = setTimeout(() => {
    const browser = running;
    running = null;
    void browser?.then((each) => each.close());
  }, 3_000);
}

/** Opens an empty page without any profile. Throws an Error where there is no Chromium. */
export async function launch(screen: Screen = {}): Promise<Opened> {
  if (path === null) throw new Error('The end-to-end tests need Chromium: install it, or set CHROMIUM to its path.');
  const browser = await takeBrowser(path);
  const context = await browser.newContext({
    viewport: { width: screen.width ?? 1440, height: screen.height ?? 900 },
    deviceScaleFactor: screen.deviceScaleFactor ?? 1,
    locale: screen.locale ?? 'en-GB',
    timezoneId: screen.timeZone ?? 'UTC',
    colorScheme: screen.colorScheme ?? 'light',
    hasTouch: screen.touch ?? false,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  // PAGE_SLOWDOWN=10 npm test -- phone: what a slow machine shows, on any machine.
  const slowdown = Number(process.env['PAGE_SLOWDOWN'] ?? 1);
  if (slowdown > 1) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  }
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  const close = async () => {
    await context.close();
    leaveBrowser();
  };
  return { page, context, errors, close };
}
