import { type Device, devices } from '@plumbline/contract/devices/devices';
import { Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useWrite } from '../../../kernel/writes.ts';

/** Returns whether a device stands at its place, and whether lists leave it out. Each is kept at once. */
export function DeviceFlags({ device }: { device: Device }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: setHidden } = useWrite(devices.setHidden);
  const { run: setMounted } = useWrite(devices.setMounted);
  const allowed = useAllowed();
  const [busy, setBusy] = useState<'mounted' | 'hidden' | null>(null);
  const change = async (which: 'mounted' | 'hidden', on: boolean): Promise<void> => {
    setBusy(which);
    try {
      if (which === 'mounted') await setMounted({ deviceId: device.id, mounted: on });
      else await setHidden({ deviceId: device.id, hidden: on });
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(null);
    }
  };
  const row = (which: 'mounted' | 'hidden', may: boolean) => (
    <div className="pl-row dv-flag">
      <div className="pl-gap">
        <div id={`dv-${which}`}>{t(`devices:${which}`)}</div>
        <div className="pl-3 pl-sm">{t(`devices:flag.${which}`)}</div>
      </div>
      <Switch
        size="small"
        aria-labelledby={`dv-${which}`}
        checked={device[which]}
        disabled={!may}
        loading={busy === which}
        onChange={(on) => void change(which, on)}
      />
    </div>
  );
  return (
    <section className="dv-section">
      {row('mounted', allowed(devices.setMounted))}
      {row('hidden', allowed(devices.setHidden))}
    </section>
  );
}
