import type { Device } from '@plumbline/contract/devices/devices';
import type { ChannelDraft } from './channel-draft.ts';

/** What is wrong with extension modules row by row, and the channels that a module brings. */
type Module = Device['hem'][number];

/** A number or serial number that another row has too is wrong in both. */
export function faultsOf(
  modules: readonly Module[],
): readonly { readonly number: boolean; readonly sncode: 'missing' | 'twice' | null }[] {
  const times = (part: (module: Module) => string | number, value: string | number): number =>
    modules.filter((each) => part(each) === value).length;
  return modules.map((module) => ({
    number: times(({ number }) => number, module.number) > 1,
    sncode: module.sncode === '' ? 'missing' : times(({ sncode }) => sncode, module.sncode) > 1 ? 'twice' : null,
  }));
}

/** The channels `2-1`, `2-2`, ... of a module that are not in the list yet. */
export function channelsOfModule(
  { number }: Pick<Module, 'number'>,
  perModule: number,
  channels: readonly ChannelDraft[],
  mode: number,
): ChannelDraft[] {
  const usedNumbers = new Set(channels.map((channel) => channel.number));
  return Array.from({ length: perModule }, (_, i) => `${number}-${i + 1}`)
    .filter((each) => !usedNumbers.has(each))
    .map((each) => ({ number: each, mode, label: '', configType: 'module' }));
}
