/**
 * The only way out: every HTTP call and mail connection that the server makes for somebody goes through here. Invariant: a connection is
 * opened only to an address that was checked in the same breath, so neither a spelling, a redirect nor a name that
 * resolves differently the second time reaches this machine or its network, unless a setting allows that target.
 */
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, request } from 'undici';

type Lookup = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export type Refusal = 'address' | 'scheme' | 'port' | 'credentials' | 'tooLarge';

/** Why a call was not made, or was cut off. `detail` names the host or address. */
export class OutboundRefused extends Error {
  readonly reason: Refusal;
  constructor(reason: Refusal, detail: string) {
    super(`outbound call refused (${reason}): ${detail}`);
    this.name = 'OutboundRefused';
    this.reason = reason;
  }
}

export interface OutboundRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For the whole call. */
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** True = a longer answer is cut there and the connection closed, where what counts is its status. */
  readonly cutsLong?: boolean;
  /** Certificate and key, PEM, by which a server knows who calls. */
  readonly identity?: { readonly cert: string; readonly key: string };
}
export interface OutboundAnswer {
  /** A redirect is given as it is (3xx with `location`) and never followed. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}
export interface Outbound {
  /** Throws OutboundRefused; network failures and timeouts as undici says them. */
  send(url: string, options?: OutboundRequest): Promise<OutboundAnswer>;
  /** Opens a TCP connection; of the ports below 1024 only to those named. Throws as `send`. */
  connect(host: string, port: number, lowPorts: readonly number[]): Promise<Socket>;
  close(): Promise<void>;
}

const connectTimeoutMs = 5_000;
const fallbackTimeoutMs = 15_000;
const fallbackMaxBytes = 1024 * 1024;
/** Besides these only ports that need no privilege: no mail, no remote shell, no name service. */
const lowPorts = [80, 443];

type IsRefused = (host: string, address: string) => boolean;

/** Looks a name up for a connection: one that has an address which may not be reached is not connected to at all. */
function guardedLookup(lookup: Lookup, isRefused: IsRefused): LookupFunction {
  return (host, options, done) => {
    lookup(host, { all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const bad = addresses.find(({ address }) => isRefused(host, address));
      if (bad) return done(new OutboundRefused('address', `${host} is ${bad.address}`), []);
      const wanted = addresses.filter(({ family }) => !options.family || family === options.family);
      const [first] = wanted;
      if (!first) return done(Object.assign(new Error(`no address of ${host}`), { code: 'ENOTFOUND' }), []);
      if (options.all) done(null, wanted);
      else done(null, first.address, first.family);
    });
  };
}

/**
 * `allow` = hosts, addresses and networks (CIDR) of the settings that may be reached though they are private; asked at each call.
 * `isOpen` = addresses that may be reached without that: those of the internet unless given.
 * Long because what every way out checks is written once, beside what it checks for.
 */
export function openOutbound(
  allow: readonly string[] | (() => readonly string[]),
  lookup: Lookup = systemLookup,
  isOpen: (address: string) => boolean = isPublic,
): Outbound {
  const allowedNow = allowedOf(allow);
  const refusedAddress: IsRefused = (host, address) => {
    const allowed = allowedNow();
    return !allowed.host(host) && !isOpen(address) && !allowed.address(address);
  };

  const agentOf = (identity: OutboundRequest['identity']) =>
    new Agent({
      connectTimeout: connectTimeoutMs,
      headersTimeout: fallbackTimeoutMs,
      bodyTimeout: fallbackTimeoutMs,
      // A kept connection would stay with an address that is no longer the name's.
      pipelining: 0,
      connect: { timeout: connectTimeoutMs, lookup: guardedLookup(lookup, refusedAddress), ...identity },
    });
  const agent = agentOf(undefined);

  async function called(url: URL, { method = 'GET', headers, body, timeoutMs, identity }: OutboundRequest) {
    const options = {
      method,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(timeoutMs ?? fallbackTimeoutMs),
    };
    if (!identity) return await request(url, { ...options, dispatcher: agent });
    const agentOfCaller = agentOf(identity);
    try {
      return await request(url, { ...options, dispatcher: agentOfCaller });
    } finally {
      // It ends with the answer that it waits for.
      agentOfCaller.close().catch(() => undefined);
    }
  }

  return {
    async send(given, { maxBytes = fallbackMaxBytes, cutsLong, ...options } = {}) {
      const url = new URL(given);
      if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new OutboundRefused('scheme', url.protocol);
      if (url.username || url.password) throw new OutboundRefused('credentials', url.hostname);
      const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
      if (port < 1024 && !lowPorts.includes(port)) throw new OutboundRefused('port', String(port));
      // The URL parser has already turned decimal, octal and hexadecimal spellings into dots; a literal is never looked up.
      const literal = url.hostname.replace(/^\[|\]$/g, '');
      if (isIP(literal) && refusedAddress(literal, literal)) throw new OutboundRefused('address', literal);

      const answer = await called(url, options);
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > maxBytes) {
          answer.body.destroy();
          if (cutsLong) break;
          throw new OutboundRefused('tooLarge', `${url.host} sent more than ${maxBytes} bytes`);
        }
        chunks.push(chunk);
      }
      return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) };
    },
    connect(host, port, allowedLow) {
      if (port < 1024 && !allowedLow.includes(port)) throw new OutboundRefused('port', String(port));
      // The system would read 127.1 and 0x7f000001 as addresses without looking them up: as the URL parser spells them.
      const name = new URL(`http://${isIP(host) === 6 ? `[${host}]` : host}`).hostname.replace(/^\[|\]$/g, '');
      if (isIP(name) && refusedAddress(name, name)) throw new OutboundRefused('address', name);
      return opened({ host: name, port, lookup: guardedLookup(lookup, refusedAddress) });
    },
    close: () => agent.destroy(),
  };
}

const notAnswered = (host: string) => Object.assign(new Error(`${host} does not answer`), { code: 'ETIMEDOUT' });

/** A socket once it is connected. */
function opened(to: {
  readonly host: string;
  readonly port: number;
  readonly lookup: LookupFunction;
}): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(to);
    const timer = setTimeout(() => socket.destroy(notAnswered(to.host)), connectTimeoutMs);
    socket.once('error', reject);
    socket.once('close', () => clearTimeout(timer));
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

/** Returns whether an address is on the open internet. Everything that wraps an IPv4 address or is not plain unicast is not. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // Of IPv6 only 2000::/3 is given out; the rest may mean anything locally.
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parseCIDR('2000::/3'));
}

/** Reads the list anew only where it is another one. */
function allowedOf(allow: readonly string[] | (() => readonly string[])): () => ReturnType<typeof readAllowed> {
  const listed = typeof allow === 'function' ? allow : () => allow;
  let list = listed();
  let allowed = readAllowed(list);
  return () => {
    const now = listed();
    if (now !== list) {
      list = now;
      allowed = readAllowed(now);
    }
    return allowed;
  };
}

function readAllowed(allow: readonly string[]) {
  const hosts = new Set<string>();
  const networks: ReturnType<typeof ipaddr.parseCIDR>[] = [];
  for (const entry of allow) {
    if (ipaddr.isValidCIDR(entry)) networks.push(ipaddr.parseCIDR(entry));
    else if (isIP(entry)) networks.push([ipaddr.parse(entry), isIP(entry) === 4 ? 32 : 128]);
    else hosts.add(entry.toLowerCase());
  }
  return {
    host: (host: string) => hosts.has(host.toLowerCase().replace(/\.$/, '')),
    address(address: string) {
      if (!ipaddr.isValid(address)) return false;
      // `process` unwraps ::ffff:10.0.0.1, so that a network that is allowed is so in either spelling.
      const parsed = ipaddr.process(address);
      return networks.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits));
    },
  };
}
