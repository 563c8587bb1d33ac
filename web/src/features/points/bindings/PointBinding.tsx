import './bindings.css';
import { devices } from '@plumbline/contract/devices/devices';
import { warehouse } from '@plumbline/contract/devices/warehouse';
import { bindings } from '@plumbline/contract/points/bindings';
import type { Point } from '@plumbline/contract/points/points';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useWrite } from '../../../kernel/writes.ts';

/** Shows the channel and device that feed the point, and the way to part them. */
export function PointBinding({ point }: { point: Point }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const [parting, setParting] = useState(false);
  const { run: bindPoint } = useWrite(bindings.bind);
  const group = point.deviceGroup;
  return (
    <section className="pt-binding">
      <h3>{t('points:source')}</h3>
      {group === null ? (
        <p className="pl-2">
          {t('points:notBound')}{' '}
          {allowed(warehouse.list) && <Link to={to('DeviceWarehouse')}>{t('points:openWarehouse')}</Link>}
        </p>
      ) : (
        <div className="pl-row">
          <span className="pl-gap">
            {allowed(devices.get) ? (
              <Link to={to('DeviceConnect', { deviceId: group.measuringDeviceId })}>{group.sncode}</Link>
            ) : (
              group.sncode
            )}
            <span className="pl-3"> · {t('points:channel', { channel: group.channel })}</span>
          </span>
          {allowed(bindings.bind) && (
            <Button size="small" onClick={() => setParting(true)}>
              {t('points:unbind')}
            </Button>
          )}
        </div>
      )}
      <ConfirmDestructive
        open={parting}
        title={t('points:unbindTitle', { name: point.name })}
        lost={t('points:unbindLost', { sncode: group?.sncode ?? '', channel: group?.channel ?? '' })}
        action={t('points:unbind')}
        onConfirm={() => bindPoint({ pointId: point.id, measuringDeviceId: null })}
        onClose={() => setParting(false)}
      />
    </section>
  );
}
