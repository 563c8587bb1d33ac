import { LinkOutlined } from '@ant-design/icons';
import type { Device } from '@plumbline/contract/devices';
import { sensorModes } from '@plumbline/contract/families';
import { points } from '@plumbline/contract/points';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { Allowed } from '../../kernel/allowed.tsx';
import { PointSettings } from '../points/points.parts.tsx';
import { BindDialog } from './BindDialog.tsx';

/** Which point each channel feeds; one that feeds none is bound from here, and its thresholds are set at once. */
export function ChannelBindings({ device }: { device: Device }) {
  const { t } = useTranslation();
  const [binding, setBinding] = useState<string | null>(null);
  const [settings, setSettings] = useState<number | null>(null);
  const channel = device.channels.find((each) => each.number === binding);
  return (
    <>
      <ul className="dev-points">
        {device.channels.map((each) => (
          <li key={each.number}>
            <span className="pl-3">{each.number}</span>
            <span className="pl-ell">
              {each.pointId !== null && each.projectId !== null ? <Link to={to('DataView', { projectId: each.projectId }, { point: each.pointId })}>{each.pointName}</Link> : <span className="pl-3">{t('devices:feedsNothing')}</span>}
              <span className="pl-sm pl-3"> · {t(`families:mode.${sensorModes[each.mode as 1]}`)}</span>
            </span>
            <Allowed to={points.bind}>
              {each.pointId === null ? (
                <Button size="small" icon={<LinkOutlined />} onClick={() => setBinding(each.number)}>
                  {t('devices:bind')}
                </Button>
              ) : (
                <Button size="small" onClick={() => setSettings(each.pointId)}>
                  {t('devices:thresholds')}
                </Button>
              )}
            </Allowed>
          </li>
        ))}
      </ul>
      {channel && (
        <BindDialog
          device={device}
          channel={channel}
          onClose={() => setBinding(null)}
          onDone={(pointId) => {
            setBinding(null);
            setSettings(pointId);
          }}
        />
      )}
      {settings !== null && <PointSettings open pointId={settings} startTab="thresholds" onClose={() => setSettings(null)} />}
    </>
  );
}
