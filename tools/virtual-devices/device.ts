/** A virtual device: the simulated sensors of its channels, and the link on which it delivers their readings. */
import type { FamilyCode } from '@plumbline/contract/points/families';
import { httpLink } from './http.ts';
import { openInstrument } from './instrument.ts';
import type { Link, LinkOptions } from './link.ts';
import { mqttLink } from './mqtt.ts';
import { white } from './noise.ts';
import type { DevicePlan, Pace } from './pace.ts';
import { type Options, signalOf } from './physics.ts';

export type { Link } from './link.ts';

/** Specification of a channel; `seed` by default from the serial number and the channel. */
export interface ChannelSpec extends Options {
  readonly family: FamilyCode;
  readonly seed?: number;
}

export interface DeviceSpec {
  readonly sncode: string;
  readonly secret: string;
  readonly channels: Readonly<Record<string, ChannelSpec>>;
  /** Mean supply in V; 12 by default. */
  readonly supplyV?: number;
}

/** A link of the protocol that the address names: mqtt, mqtts, http or https. Throws RangeError for another. */
export function openLink(options: LinkOptions): Link {
  const { protocol } = new URL(options.url);
  if (protocol === 'mqtt:' || protocol === 'mqtts:') return mqttLink(options);
  if (protocol === 'http:' || protocol === 'https:') return httpLink(options);
  throw new RangeError(`no virtual device speaks ${protocol}`);
}

/** The same small number for the same text. */
export function seedOf(text: string): number {
  let seed = 2166136261;
  for (let i = 0; i < text.length; i++) seed = Math.imul(seed ^ text.charCodeAt(i), 16777619);
  return seed >>> 1;
}

/**
 * The record that a device would send at a time: `at` in ms, samples of its channels (or of `only` those), its supply
 * voltage and signal.
 */
export function recordsOf(spec: DeviceSpec): (atMs: number, only?: readonly string[]) => object {
  const seed = seedOf(spec.sncode);
  const signals = Object.entries(spec.channels).map(
    ([channel, { family, seed: own, ...options }]) =>
      [channel, signalOf(family, own ?? seedOf(`${spec.sncode}/${channel}`), options)] as const,
  );
  return (atMs, only) => {
    const channels: Record<string, unknown> = {};
    for (const [channel, signal] of signals)
      if (only === undefined || only.includes(channel)) channels[channel] = signal(atMs);
    const hour = Math.floor(atMs / 3_600_000);
    const device = {
      voltage: Math.round(100 * (spec.supplyV ?? 12) + 30 * white(seed, hour)) / 100,
      signal: Math.round(-71 + 3 * white(seed + 1, hour)),
    };
    return { at: atMs, channels, device };
  };
}

/**
 * Answers the commands that every virtual device knows: `status`, collect plans and `collect` where it has a `pace`, else
 * a plain ok. Says which command it answers, where that has an id.
 */
export function answerOf(spec: DeviceSpec, link: () => Link, pace?: Pace): (payload: string) => string {
  const record = recordsOf(spec);
  const instrument = openInstrument((atMs) => link().send(JSON.stringify(record(atMs))));
  return (payload) => {
    const command = commandOf(payload);
    const { commandId, text, plan, channels } = command;
    const ofInstrument = commandId === null ? null : instrument(command);
    if (ofInstrument) return JSON.stringify({ commandId, ...ofInstrument });
    if (commandId !== null && text === 'collect-plan') {
      const fault = plan ? pace?.take(plan) : 'no plan';
      return JSON.stringify({ commandId, ok: !fault, text: fault ?? 'collect plan taken' });
    }
    if (commandId !== null && text === 'collect') {
      pace?.collectNow(channels ?? []);
      return JSON.stringify({ commandId, ok: true, text: 'collected' });
    }
    const result = text.trim() === 'status' ? { sncode: spec.sncode, ...link().counts } : `ok: ${text.slice(0, 200)}`;
    if (commandId === null) return typeof result === 'string' ? result : JSON.stringify(result);
    return JSON.stringify({ commandId, text: typeof result === 'string' ? result : JSON.stringify(result) });
  };
}

interface Command {
  readonly commandId: string | null;
  readonly text: string;
  readonly plan?: DevicePlan;
  readonly channels?: readonly string[];
  readonly part?: string;
  readonly value?: unknown;
}
/** A command as the gateway sends it (`{ commandId, text }`), or plain text. */
function commandOf(payload: string): Command {
  try {
    const command = JSON.parse(payload) as Command;
    if (typeof command.commandId === 'string' && typeof command.text === 'string') return command;
  } catch {
    // Plain text, as another broker may send it.
  }
  return { commandId: null, text: payload };
}
