import type { Device } from '@plumbline/contract/devices/devices';
import type { ChannelDraft } from './channel-draft.ts';

/** The channels `2-1`, `2-2`, ... of a module that are not in the list yet. */
export function channelsOfModule(
  { number }: Pick<Device['hem'][number], 'number'>,
  perModule: number,
  channels: readonly ChannelDraft[],
  mode: number,
): ChannelDraft[] {
  const usedNumbers = new Set(channels.map((channel) => channel.number));
  return Array.from({ length: perModule }, (_, i) => `${number}-${i + 1}`)
    .filter((each) => !usedNumbers.has(each))
    .map((each) => ({ number: each, mode, label: '', configType: 'module' }));
}
