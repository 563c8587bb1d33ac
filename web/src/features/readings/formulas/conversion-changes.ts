/** What a conversion says otherwise than the one before it. Pure. */
import type { DeviceGroup } from '@plumbline/contract/points/bindings';

/** A conversion in its time, and what is new in it. */
export interface ConversionVersion {
  readonly group: DeviceGroup;
  /** null = from the beginning. */
  readonly fromAt: string | null;
  /** null = it is in force. */
  readonly toAt: string | null;
  readonly changes: readonly ConversionChange[];
}
export interface ConversionChange {
  /** A parameter, a field with a formula of its own, or what else a conversion has. */
  readonly key: string;
  /** null = it was not set. */
  readonly before: string | number | null;
  readonly after: string | number | null;
}

type Settings = Readonly<Record<string, string | number | null>>;
const settingsOf = ({
  mode,
  depthM,
  formulaType,
  parameters,
  customFormula,
  sncode,
  channel,
}: DeviceGroup): Settings => ({
  device: sncode === '' ? null : `${sncode} · ${channel}`,
  mode,
  depthM,
  ...parameters,
  ...(formulaType === 'CUSTOM_FORMULA' ? customFormula : {}),
});

export function changesBetween(former: DeviceGroup, group: DeviceGroup): ConversionChange[] {
  const [before, after] = [settingsOf(former), settingsOf(group)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((key) => ({ key, before: before[key] ?? null, after: after[key] ?? null }))
    .filter((change) => change.before !== change.after);
}

/** The conversions that were in force, newest first; `groups` as the server gives them, newest first. */
export function versionsOf(groups: readonly DeviceGroup[]): ConversionVersion[] {
  const inForce = groups.filter(({ migration }) => migration !== 'cancelled');
  const beginOf = (group: DeviceGroup): string => group.validFrom ?? group.fromAt;
  return inForce.map((group, i) => {
    const [later, former] = [inForce[i - 1], inForce[i + 1]];
    return {
      group,
      fromAt: former ? beginOf(group) : null,
      toAt: later ? beginOf(later) : null,
      changes: former ? changesBetween(former, group) : [],
    };
  });
}
