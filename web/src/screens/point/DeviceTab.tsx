import { bindings } from '@plumbline/contract/points/bindings';
import type { Point } from '@plumbline/contract/points/points';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { ConfirmDestructive } from '../../design/ConfirmDestructive.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { DeviceGroupDialog, DeviceHistory } from '../../features/points/bindings/device-tab.parts.tsx';
import type { TabProps } from '../../features/points/points/point-tab.parts.ts';
import { useAllowed } from '../../kernel/allowed.tsx';
import { formatTime } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';
import { Migration } from './Migration.tsx';

/** Tab "device config": what feeds the point, its replacement step by step, and what fed it before. */
export function DeviceTab({ point, readOnly }: TabProps) {
  const { t } = useTranslation();
  const query = useRead(bindings.deviceGroups, { pointId: point.id });
  const migrating = point.deviceGroup?.migration === 'notMigrated';
  return (
    <div className="pt-tab">
      {typeof readOnly === 'string' && <p className="pl-notice">{readOnly}</p>}
      <section className="pt-section">
        <h3>{t('points:source')}</h3>
        {point.deviceGroup === null ? (
          <p className="pl-2">{t('points:notBound')}</p>
        ) : (
          <Source group={point.deviceGroup} />
        )}
        {readOnly === undefined && <SourceActs point={point} migrating={migrating} />}
      </section>
      <Answer query={query} loading={<SkeletonRows rows={3} />}>
        {({ deviceGroups }) => (
          <>
            {migrating && deviceGroups[0] && (
              <Migration
                point={point}
                group={deviceGroups[0]}
                former={deviceGroups[1]}
                closed={readOnly !== undefined}
              />
            )}
            <DeviceHistory groups={deviceGroups} />
          </>
        )}
      </Answer>
    </div>
  );
}

/** The channel that feeds the point now. */
function Source({ group }: { group: NonNullable<Point['deviceGroup']> }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  return (
    <dl className="pt-facts">
      <dt>{t('bindings:device.device')}</dt>
      <dd>
        {allowed('Retrieve:Device') ? (
          <Link to={to('DeviceConnect', { deviceId: group.measuringDeviceId })}>{group.sncode}</Link>
        ) : (
          group.sncode
        )}
      </dd>
      <dt>{t('bindings:device.channel')}</dt>
      <dd>{group.channel}</dd>
      <dt>{t('bindings:device.since')}</dt>
      <dd>{formatTime(group.since, project.timeZone)}</dd>
    </dl>
  );
}

/** Binds a point that nothing feeds; replaces what feeds it, or takes it away. */
function SourceActs({ point, migrating }: { point: Point; migrating: boolean }) {
  const { t } = useTranslation();
  const { run: bindPoint } = useWrite(bindings.bind);
  const [open, setOpen] = useState<'bind' | 'replace' | 'unbind' | null>(null);
  const group = point.deviceGroup;
  const close = (): void => setOpen(null);
  return (
    <>
      <div className="pl-row" style={{ marginTop: 14 }}>
        {group === null ? (
          <Button type="primary" onClick={() => setOpen('bind')}>
            {t('bindings:device.bind')}
          </Button>
        ) : (
          <>
            <Button
              disabled={migrating}
              title={migrating ? t('errors:migrationOpen') : undefined}
              onClick={() => setOpen('replace')}
            >
              {t('bindings:device.replace')}
            </Button>
            <Button onClick={() => setOpen('unbind')}>{t('points:unbind')}</Button>
          </>
        )}
      </div>
      {(open === 'bind' || open === 'replace') && (
        <DeviceGroupDialog point={point} replacing={open === 'replace'} onClose={close} />
      )}
      <ConfirmDestructive
        open={open === 'unbind'}
        title={t('points:unbindTitle', { name: point.name })}
        lost={t('points:unbindLost', { sncode: group?.sncode ?? '', channel: group?.channel ?? '' })}
        action={t('points:unbind')}
        onConfirm={() => bindPoint({ pointId: point.id, measuringDeviceId: null })}
        onClose={close}
      />
    </>
  );
}
