import { devices } from '@plumbline/contract/devices/devices';
import { type DeviceLabel, readDeviceLabel } from '@plumbline/science/collect/device-label';
import { useRef, useState } from 'react';
import { read } from '../../../kernel/reads.ts';

/** A device whose label was read. `exists` null = the warehouse is being asked. */
export interface Scanned extends DeviceLabel {
  readonly exists: boolean | null;
  /** What the server has against it. */
  readonly problem: string | null;
}
/** The model that a device is taken in as: that of its label, else the usual one. '' = nobody says. */
export const modelOf = ({ model }: Pick<Scanned, 'model'>, usual: string): string => (model ?? usual).trim();

export type ScanMessage =
  | { readonly what: 'added' | 'twice'; readonly sncode: string }
  | { readonly what: 'unread'; readonly text: string };

/** Labels that were read, newest first, each looked up in the warehouse once. A label read twice counts once, and is said. */
export function useScanned(corporationId: number) {
  const [list, setList] = useState<readonly Scanned[]>([]);
  const [message, setMessage] = useState<ScanMessage | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const scannedCodes = useRef(new Set<string>());
  const change = (sncode: string, part: Partial<Scanned>): void =>
    setList((now) => now.map((each) => (each.sncode === sncode ? { ...each, ...part } : each)));
  const checkExists = async (sncode: string): Promise<void> => {
    try {
      const { exist } = await read(devices.sncodeExist, { corporationId, sncode });
      change(sncode, { exists: exist });
      setFailure(null);
    } catch (error) {
      setFailure(error);
    }
  };
  return {
    list,
    lastMessage: message,
    failure,
    read(text: string): void {
      const label = readDeviceLabel(text);
      if (!label) setMessage({ what: 'unread', text: text.slice(0, 80) });
      else if (scannedCodes.current.has(label.sncode)) setMessage({ what: 'twice', sncode: label.sncode });
      else {
        scannedCodes.current.add(label.sncode);
        setMessage({ what: 'added', sncode: label.sncode });
        setList((now) => [{ ...label, exists: null, problem: null }, ...now]);
        void checkExists(label.sncode);
      }
    },
    change,
    drop(sncode: string): void {
      scannedCodes.current.delete(sncode);
      setList((now) => now.filter((each) => each.sncode !== sncode));
    },
    /** Asks again for those that have no answer yet. */
    retry(): void {
      for (const { sncode, exists } of list) if (exists === null) void checkExists(sncode);
    },
    clear(): void {
      scannedCodes.current.clear();
      setList([]);
      setMessage(null);
    },
  };
}
export type ScannedDevices = ReturnType<typeof useScanned>;
