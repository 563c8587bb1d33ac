/** A running installation with a browser in front of it: what every journey begins with and leaves nothing of. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'node:test';
import type { Page } from 'playwright-core';
import { freshDatabase } from '../server/test/database.ts';
import { type Running, startProcess } from '../server/test/process.ts';
import type { TimeCommand, TimeReply } from '../server/test/timed-main.ts';
import { launch, type Opened } from './chromium.ts';

export interface Site {
  readonly server: Running;
  readonly opened: Opened;
  readonly page: Page;
  readonly close: () => Promise<void>;
  /**
   * Asks the API as a program would: JSON, or a form, in; JSON out. Anything but 200 fails the test. The bearer is whoever
   * signed in last, unless another token is given.
   */
  readonly request: <T>(method: string, path: string, body?: object, bearer?: string) => Promise<T>;
  /** Signs in on the sign-in page, and for `ask`. */
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
      [...open].map(async ({ page, opened }) => ({
        at: page.url(),
        words: await page.locator('[role=dialog], main, body').last().innerText({ timeout: 2_000 }).catch(String),
        wrong: await page.locator('[role=alert], .ant-form-item-explain-error').allInnerTexts().catch(String),
        errors: opened.errors,
      })),
    );
    // The runner wraps what was thrown.
    Object.assign(error.cause ?? error, { shown });
  });

/** Asks a server that listens to its test (timed-main.ts). */
function tellerOf({ child }: Running) {
  let lastId = 0;
  return (command: Omit<TimeCommand, 'id'>): Promise<void> => {
    const id = ++lastId;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const take = (reply: TimeReply) => {
      if (reply.id !== id) return;
      child.off('message', take);
      if (reply.error === null) resolve();
      else reject(new Error(reply.error));
    };
    child.on('message', take);
    child.send({ id, ...command } satisfies TimeCommand);
    return promise;
  };
}

/**
 * Opens an installation of its own: a server with a copy of the demonstration, which is made once for all page tests, or
 * an empty one with `--no-demo`. `env`: settings of the server.
 */
export async function openSite(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-e2e-'));
  const database = await freshDatabase({ demonstration: !args.includes('--no-demo') });
  const server = await startProcess(
    join(folder, 'data'),
    args,
    // All page tests share the connections of one database server.
    { DATABASE_URL: database.url, DATABASE_POOL: '5', ...env },
    'server/test/timed-main.ts',
  );
  const sendCommand = tellerOf(server);
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
    opened,
    page,
    request,
    async signIn(username, password) {
      await page.goto(`${server.url}/#/sign`);
      await page.getByLabel('Username').fill(username);
      await page.getByRole('textbox', { name: 'Password' }).fill(password);
      await page.keyboard.press('Enter');
      await page.waitForURL(/#\/(dashboard|console)/);
      await takeToken({ username, password });
    },
    advance: (advanceMs) => sendCommand({ advanceMs }),
    tick: (schedule) => sendCommand({ tick: schedule }),
    async setUp() {
      const [, address] = /Set up\s+(\S+)/.exec(server.printed()) ?? [];
      assert.ok(address, server.printed());
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
      server.child.kill('SIGTERM');
      await server.ended;
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  open.add(site);
  return site;
}
