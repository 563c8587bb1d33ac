/**
 * How a virtual device takes a firmware upgrade: it fetches the file in blocks with its own secret, checks size and
 * SHA-256, installs (waits), and says what it runs from then on. Invariant: as a real one, it says so only when it does.
 */
import { createHash, type Hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

interface Command {
  readonly commandId: string;
  readonly firmware: {
    readonly version: string;
    readonly size: number;
    readonly sha256: string;
    readonly url: string;
  };
}
export interface UpgradeOptions {
  /** What it runs at first; default 1.0.0.0. */
  readonly version?: string | undefined;
  /** Between two blocks, so that it is seen to go on; default 600 ms. */
  readonly blockMs?: number;
  /** How long it is away to install; default 2 s. */
  readonly installMs?: number;
}

const blocks = 8;
const minBlock = 16 * 1024;
/** A block that does not come is asked for so often. */
const tries = 5;

/** `say` sends a text on the responses topic; what is lost there is asked for again by the gateway. */
export function upgrader(
  { secret }: { readonly secret: string },
  send: (text: string) => void,
  { version: first = '1.0.0.0', blockMs = 600, installMs = 2_000 }: UpgradeOptions = {},
) {
  let version = first;
  let running: string | null = null;

  async function run({ commandId, firmware }: Command): Promise<void> {
    const report = (more: object) => send(JSON.stringify({ commandId, ...more }));
    report({ state: 'downloading', percent: 0 });
    const hash = createHash('sha256');
    const step = Math.max(minBlock, Math.ceil(firmware.size / blocks));
    let have = 0;
    while (have < firmware.size) {
      const got = await block(firmware.url, secret, have, Math.min(have + step, firmware.size) - 1, hash);
      // Cancelled, or not for us: whoever sent the command knows.
      if (got === null) return;
      if (got === 0) return report({ ok: false, text: 'the file could not be fetched' });
      have += got;
      report({ state: 'downloading', percent: Math.min(100, Math.round((have / firmware.size) * 100)) });
      await pause(blockMs);
    }
    if (have !== firmware.size || hash.digest('hex') !== firmware.sha256)
      return report({ ok: false, reason: 'hash', text: 'SHA-256 of the file differs' });
    report({ state: 'installing' });
    await pause(installMs);
    version = firmware.version;
    report({ ok: true, version });
  }

  return {
    /** What it says when it starts. */
    hello: () => send(JSON.stringify({ version })),
    /** Returns whether a command is an upgrade; it is then on its way. The same one again is gone on with. */
    take(payload: string): boolean {
      const command = commandOf(payload);
      if (!command) return false;
      const { commandId, firmware } = command;
      if (firmware.version === version) send(JSON.stringify({ commandId, ok: true, version }));
      else if (running !== commandId) {
        running = commandId;
        run(command)
          .catch((error) => send(JSON.stringify({ commandId, ok: false, text: String(error) })))
          .finally(() => {
            if (running === commandId) running = null;
          });
      }
      return true;
    },
  };
}

/** Bytes from..to of the file, both included, into the hash. Gives how many came; 0 = none in all tries; null = there is none for us. */
async function block(url: string, secret: string, from: number, to: number, hash: Hash): Promise<number | null> {
  for (let attempt = 0; attempt < tries; attempt++) {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${secret}`, range: `bytes=${from}-${to}` },
      signal: AbortSignal.timeout(30_000),
    }).catch(() => null);
    if (response?.status === 404) return null;
    const bytes =
      response?.status === 206
        ? await response.arrayBuffer().then(
            (all) => Buffer.from(all),
            () => null,
          )
        : null;
    if (bytes && bytes.length > 0) {
      hash.update(bytes);
      return bytes.length;
    }
    await pause(200 * 2 ** attempt);
  }
  return 0;
}

function commandOf(payload: string): Command | null {
  try {
    const message = JSON.parse(payload) as Partial<Command> & { text?: unknown };
    return message.text === 'firmware-upgrade' && message.commandId && message.firmware ? (message as Command) : null;
  } catch {
    return null;
  }
}
