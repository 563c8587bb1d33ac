/** Plug-ins as features above call them: each kind by its shapes, within its time. Whatever goes wrong is a PluginFault. */
import { hostname } from 'node:os';
import {
  type CodecMessage,
  CodecResult,
  type PushAnswer,
  type PushInput,
  PushOutcome,
  PushRequest,
  type ReportInput,
  ReportResult,
} from '@plumbline/contract/platform/plugins.calls';
import type { RawBuilder } from 'kysely';
import { type Listener, onChange } from '../../../kernel/listen.ts';
import { type HostParts, PluginHost } from './logic/plugin-host.ts';
import { PluginFault } from './logic/plugin-process.ts';

export { isAway, PluginFault } from './logic/plugin-process.ts';

const codecMs = 2_000;
const pushMs = 3_000;
const reportMs = 30_000;

export interface Plugins {
  decode(codec: string, message: CodecMessage): Promise<CodecResult>;
  report(part: string, input: ReportInput): Promise<ReportResult>;
  /** What is to be sent, and to which hosts it may go; none = to that of the address of the channel. */
  request(
    part: string,
    input: PushInput,
  ): Promise<{ readonly request: PushRequest; readonly hosts: readonly string[] }>;
  outcome(part: string, answer: PushAnswer): Promise<PushOutcome>;
  /** The title of a plug-in that may run; null = it may not. */
  title(plugin: string): Promise<string | null>;
  settle(): Promise<void>;
  close(): Promise<void>;
}

export function openPlugins({
  listener,
  ...parts
}: Omit<HostParts, 'process'> & { readonly listener: Listener }): Plugins {
  const host = new PluginHost({ ...parts, process: `${hostname().slice(0, 80)} ${process.pid}` });
  onChange(listener, (change) => host.changed(change));
  return pluginsOf(host);
}

export const pluginsOf = (host: PluginHost): Plugins => ({
  decode: (part, input) => host.call({ kind: 'codec', part, input, shape: CodecResult, ms: codecMs }),
  report: (part, input) => host.call({ kind: 'report', part, input, shape: ReportResult, ms: reportMs }),
  async request(part, input) {
    const request = await host.call({ kind: 'push', part, of: 'request', input, shape: PushRequest, ms: pushMs });
    return { request, hosts: await hostsOf(host, part) };
  },
  outcome: (part, input) => host.call({ kind: 'push', part, of: 'outcome', input, shape: PushOutcome, ms: pushMs }),
  title: async (plugin) => (await host.opened(plugin))?.manifest.title ?? null,
  settle: () => host.settle(),
  close: () => host.close(),
});

async function hostsOf(host: PluginHost, part: string): Promise<readonly string[]> {
  const [plugin = '', name] = part.split('/');
  const opened = await host.opened(plugin);
  const push = opened?.manifest.capabilities.find((each) => each.kind === 'push' && each.name === name);
  if (push?.kind !== 'push') throw new PluginFault('missing', part);
  return push.hosts;
}

declare module '../../../kernel/services.ts' {
  interface Services {
    readonly plugins: Plugins;
    /** Queries of what is set up with plug-ins, one of each feature that has something (`WingAccess`). */
    readonly pluginUses: readonly RawBuilder<unknown>[];
  }
}
