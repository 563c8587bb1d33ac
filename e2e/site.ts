/** A running installation with a browser in front of it: what every journey begins with and leaves nothing of. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'node:test';
import { pino } from 'pino';
import type { Page } from 'playwright-core';
import { openInstallation } from '../server/src/installation.ts';
import { readConfig } from '../server/src/kernel/config.ts';
import { freshDatabase } from '../server/test/database.ts';
import { useManualSchedule } from '../server/test/ticks.ts';
import { tokenKey } from '../web/src/kernel/stored-token.ts';
import { launch, type Opened } from './chromium.ts';

export interface Site {
  readonly server: { readonly url: string; readonly lines: readonly string[] };
  /** Of its database: for what no page and no call can bring about. */
  readonly databaseUrl: string;
  readonly opened: Opened;
  readonly page: Page;
  /** What the server logged as errors. */
  readonly errors: readonly string[];
  readonly close: () => Promise<void>;
  /**
   * Asks the API as a program would: JSON, or a form, in; JSON out. Anything but 200 fails the test. The bearer is whoever
   * signed in last, unless another token is given.
   */
  readonly request: <T>(method: string, path: string, body?: object, bearer?: string) => Promise<T>;
  /** Begins a session for the page, which then shows its first page, and another one for `request`. */
  readonly signIn: (username: string, password: string) => Promise<void>;
  /** Makes it later for the server; the browser's clock, and so what it prints of "now", stays. */
  readonly advance: (milliseconds: number) => Promise<void>;
  /** Runs a schedule of the server once, to its end: none runs by itself. */
  readonly tick: (schedule: string) => Promise<void>;
  /** Sets an empty installation up at the address that it printed: Delta Survey, with first.admin. */
  readonly setUp: () => Promise<void>;
}

const firstAdmin = { username: 'first.admin', password: 'Plumb-2026' };

const open = new Set<Site>();

/** Lets a test of this file that fails tell what its page showed: the runner prints what an error carries. */
export const reportPages = (): void =>
  afterEach(async (t) => {
    const { error } = t as { error?: Error | null };
    if (!error || open.size === 0) return;
    const shown = await Promise.all(
      [...open].map(async ({ page, opened, errors }) => ({
        at: page.url(),
        words: await page.locator('[role=dialog], main, body').last().innerText({ timeout: 2_000 }).catch(String),
        wrong: String(await page.locator('[role=alert], .ant-form-item-explain-error').allInnerTexts().catch(String)),
        errors: String(opened.errors),
        log: errors.slice(-5).join('\n'),
      })),
    );
    // The runner wraps what was thrown.
    Object.assign(error.cause ?? error, { shown });
  });

/** Opens an installation in this process as main.ts does in its own; but the clock and the schedules go as the test says. */
async function openServer(args: readonly string[], env: Readonly<Record<string, string>>, errors: string[]) {
  let aheadMs = 0;
  const { chooseSchedules, tick } = useManualSchedule();
  const installation = await openInstallation(readConfig({ PORT: '0', MQTT_PORT: '0', ...env }, args), {
    clock: { now: () => new Date(Date.now() + aheadMs) },
    chooseSchedules,
    log: pino({ level: 'error' }, { write: (line: string) => void errors.push(line) }),
    print: () => undefined,
  });
  const advance = async (milliseconds: number) => {
    aheadMs += milliseconds;
  };
  return { ...installation, tick, advance };
}

/**
 * Opens an installation of its own: a server with a copy of the demonstration, which is made once for all page tests, or
 * an empty one with `--no-demo`. `env`: settings of the server.
 */
export async function openSite(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-e2e-'));
  const database = await freshDatabase({ demonstration: !args.includes('--no-demo') });
  const errors: string[] = [];
  // All page tests share the connections of one database server.
  const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url, DATABASE_POOL: '5', ...env };
  const server = await openServer(args, settings, errors);
  const opened = await launch();
  const { page } = opened;
  // A slow machine only takes longer.
  page.setDefaultTimeout(30_000);
  let token = '';
  async function request<T>(method: string, path: string, body?: object, bearer = token): Promise<T> {
    const form = body instanceof FormData;
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        ...(body && !form && { 'content-type': 'application/json' }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
      ...(body && { body: form ? body : JSON.stringify(body) }),
    });
    assert.equal(answer.status, 200, `${method} ${path}: ${await answer.clone().text()}`);
    return (await answer.json()) as T;
  }
  const takeToken = async (who: { username: string; password: string }): Promise<void> => {
    ({ token } = await request<{ token: string }>('POST', '/signin', who, ''));
  };
  const site: Site = {
    server,
    databaseUrl: database.url,
    opened,
    page,
    request,
    async signIn(username, password) {
      const ofPage = await request<{ token: string }>('POST', '/signin', { username, password }, '');
      // The page of signing in has tests of its own, and drawing it takes as long as a short test.
      const blank = `${server.url}/blank`;
      await page.route(blank, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<link rel=icon href=data:,>' }),
      );
      await page.goto(blank);
      await page.unroute(blank);
      await page.evaluate(
        ([key, text]) => {
          sessionStorage.clear();
          localStorage.removeItem(key);
          sessionStorage.setItem(key, text);
        },
        [tokenKey, ofPage.token] as const,
      );
      await takeToken({ username, password });
      await page.goto(`${server.url}/#/`);
      await page.waitForURL(/#\/(dashboard|console)/);
    },
    errors,
    advance: server.advance,
    tick: server.tick,
    async setUp() {
      const [, address] = /Set up\s+(\S+)/.exec(server.lines.join('\n')) ?? [];
      assert.ok(address, server.lines.join('\n'));
      await page.goto(address);
      await page
        .getByLabel(/corporation/i)
        .first()
        .fill('Delta Survey');
      await page.getByLabel(/^username/i).fill(firstAdmin.username);
      await page.getByLabel(/display name|your name/i).fill('First Admin');
      for (const field of await page.locator('input[type=password]').all()) await field.fill(firstAdmin.password);
      await page
        .getByRole('main')
        .or(page.locator('form'))
        .getByRole('button', { name: /set up|create|finish|begin/i })
        .click();
      await page.waitForURL(/#\/dashboard/);
      await takeToken(firstAdmin);
    },
    async close() {
      open.delete(site);
      await opened.close();
      await server.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  open.add(site);
  return site;
}
