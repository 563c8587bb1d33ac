import type { DeviceGroup } from '@plumbline/contract/bindings';
import { bindings } from '@plumbline/contract/bindings';
import { corrections } from '@plumbline/contract/corrections';
import type { Point } from '@plumbline/contract/points';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../design/ConfirmDestructive.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { Allowed } from '../../kernel/allowed.tsx';
import { formatTime } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';
import { CorrectionDialog } from '../corrections/corrections.parts.tsx';

/**
 * What follows a replacement, in the specification's words: migrate data, join the curve, then mark complete or cancel.
 * The state is the server's: one may leave and come back.
 */
export function Migration({
  point,
  group,
  former,
  closed,
}: {
  point: Point;
  group: DeviceGroup;
  former: DeviceGroup | undefined;
  closed: boolean;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: migrateData } = useWrite(bindings.migrateData);
  const { run: completeMigration } = useWrite(bindings.completeMigration);
  const { run: cancelMigration } = useWrite(bindings.cancelMigration);
  const { project } = useProject();
  const [busy, setBusy] = useState<string | null>(null);
  const [open, setOpen] = useState<'join' | 'cancel' | null>(null);
  const shifts = useRead(corrections.all, { pointId: point.id });
  const joined = shifts.data?.corrections.find(
    ({ kind, startAt }) => kind === 'shift' && Date.parse(startAt) === Date.parse(group.fromAt),
  );
  const acts = { migrateData, completeMigration };
  const act = (name: 'migrateData' | 'completeMigration') => async (): Promise<void> => {
    setBusy(name);
    try {
      await acts[name]({ pointId: point.id, groupId: group.id });
      toasts.done(t(`bindings:migration.${name}Done`));
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <section className="pt-section" aria-label={t('bindings:migration.title')}>
      <h3>{t('bindings:migration.title')}</h3>
      <p className="pl-2">
        {t('bindings:migration.since', {
          sncode: group.sncode,
          channel: group.channel,
          former: former?.sncode ?? '',
          time: formatTime(group.fromAt, project.timeZone),
        })}
      </p>
      <ol className="pt-steps">
        <li>
          <b className="pl-num">1</b>
          <div>
            <b>{t('bindings:migration.migrate')}</b>
            <div className="pl-sm pl-2">{t('bindings:migration.migrateWhy')}</div>
          </div>
          <Button disabled={closed} loading={busy === 'migrateData'} onClick={() => void act('migrateData')()}>
            {t('bindings:migration.migrate')}
          </Button>
        </li>
        <li>
          <b className="pl-num">2</b>
          <div>
            <b>{t('bindings:migration.join')}</b>
            <div className="pl-sm pl-2">
              {joined ? t('bindings:migration.joined', { by: joined.createdBy }) : t('bindings:migration.joinWhy')}
            </div>
          </div>
          <Allowed to={corrections.createShift}>
            <Button disabled={closed || joined !== undefined} onClick={() => setOpen('join')}>
              {t('bindings:migration.join')}
            </Button>
          </Allowed>
        </li>
        <li>
          <b className="pl-num">3</b>
          <div>
            <b>{t('bindings:migration.decide')}</b>
            <div className="pl-sm pl-2">{t('bindings:migration.decideWhy')}</div>
          </div>
          <span className="pl-row">
            <Button danger disabled={closed} onClick={() => setOpen('cancel')}>
              {t('bindings:migration.cancel')}
            </Button>
            <Button
              type="primary"
              disabled={closed}
              loading={busy === 'completeMigration'}
              onClick={() => void act('completeMigration')()}
            >
              {t('bindings:migration.complete')}
            </Button>
          </span>
        </li>
      </ol>
      {open === 'join' && (
        <CorrectionDialog point={point} startAt={Date.parse(group.fromAt)} onClose={() => setOpen(null)} />
      )}
      <ConfirmDestructive
        open={open === 'cancel'}
        title={t('bindings:migration.cancelTitle')}
        lost={t('bindings:migration.cancelLost', { former: former?.sncode ?? '', sncode: group.sncode })}
        action={t('bindings:migration.cancel')}
        onConfirm={async () => {
          await cancelMigration({ pointId: point.id, groupId: group.id });
        }}
        onClose={() => setOpen(null)}
      />
    </section>
  );
}
