import type { Device } from '@plumbline/contract/devices/devices';

/** What is wrong with extension modules, row by row. */
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
