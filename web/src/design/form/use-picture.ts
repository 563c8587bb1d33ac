import { useEffect, useState } from 'react';

/** The address under which a chosen file or a kept picture can be shown; null while there is none or it is on its way. */
export function usePicture(
  value: string | File | null | undefined,
  load: ((stored: string) => Promise<Blob>) | undefined,
): string | null {
  const [address, setAddress] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages hand `load` in anew at every drawing
  useEffect(() => {
    let isCurrent = true;
    let address: string | null = null;
    const show = (blob: Blob): void => {
      if (!isCurrent) return;
      address = URL.createObjectURL(blob);
      setAddress(address);
    };
    setAddress(null);
    if (value instanceof File) show(value);
    else if (value && load) void load(value).then(show, () => undefined);
    else if (value) setAddress(value);
    return () => {
      isCurrent = false;
      if (address) URL.revokeObjectURL(address);
    };
  }, [value]);
  return address;
}
