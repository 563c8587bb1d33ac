import type { DeviceGroup } from '@plumbline/contract/points/bindings';
import { bindings } from '@plumbline/contract/points/bindings';
import type { Point } from '@plumbline/contract/points/points';
import { corrections } from '@plumbline/contract/readings/corrections';
import { useMutation } from '@tanstack/react-query';
import { Button, type ButtonProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../design/ConfirmDestructive.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { CorrectionDialog } from '../../features/readings/corrections/corrections.parts.tsx';
import { Allowed } from '../../kernel/allowed.tsx';
import { formatTime } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';

interface MigrationProps {
  readonly point: Point;
  readonly group: DeviceGroup;
  readonly former: DeviceGroup | undefined;
  readonly closed: boolean;
}

/**
 * Shows the steps after a replacement, in the specification's words: migrate data, join the curve, then mark complete
 * or cancel. The state is the server's: one may leave and come back.
 */
export function Migration(props: MigrationProps) {
  const { point, group, former, closed } = props;
  const { t } = useTranslation();
  const { project } = useProject();
  const { run: migrateData } = useWrite(bindings.migrateData);
  /** What is to be done next is the primary button: the data first, the end of it afterwards. */
  const [isMigrated, setMigrated] = useState(false);
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
        <Step number={1} title={t('bindings:migration.migrate')} why={t('bindings:migration.migrateWhy')}>
          <ActButton
            disabled={closed}
            type={isMigrated ? 'default' : 'primary'}
            act={() => migrateData({ pointId: point.id, groupId: group.id }).then(() => setMigrated(true))}
            done={t('bindings:migration.migrateDataDone')}
          >
            {t('bindings:migration.migrate')}
          </ActButton>
        </Step>
        <JoinStep {...props} />
        <Step number={3} title={t('bindings:migration.decide')} why={t('bindings:migration.decideWhy')}>
          <Decision {...props} isNext={isMigrated} />
        </Step>
      </ol>
    </section>
  );
}

function Step({ number, title, why, children }: { number: number; title: string; why: string; children: ReactNode }) {
  return (
    <li>
      <b className="pl-num">{number}</b>
      <div>
        <b>{title}</b>
        <div className="pl-sm pl-2">{why}</div>
      </div>
      {children}
    </li>
  );
}

/** Does something at once, and says that it is done or why not. */
function ActButton({
  act,
  done,
  children,
  ...button
}: {
  act: () => Promise<unknown>;
  done: string;
  children: ReactNode;
} & Pick<ButtonProps, 'disabled' | 'type'>) {
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    onSuccess: () => toasts.done(done),
    onError: toasts.failed,
  });
  return (
    <Button {...button} loading={isPending} onClick={() => mutate()}>
      {children}
    </Button>
  );
}

/** A shift from the replacement on, so that the curve goes on where it ended; made once. */
function JoinStep({ point, group, closed }: MigrationProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const startAt = Date.parse(group.fromAt);
  const shifts = useRead(corrections.all, { pointId: point.id });
  const joined = shifts.data?.corrections.find((each) => each.kind === 'shift' && Date.parse(each.startAt) === startAt);
  return (
    <Step
      number={2}
      title={t('bindings:migration.join')}
      why={joined ? t('bindings:migration.joined', { by: joined.createdBy }) : t('bindings:migration.joinWhy')}
    >
      <Allowed to={corrections.createShift}>
        <Button disabled={closed || joined !== undefined} onClick={() => setOpen(true)}>
          {t('bindings:migration.join')}
        </Button>
      </Allowed>
      {isOpen && <CorrectionDialog point={point} startAt={startAt} onClose={() => setOpen(false)} />}
    </Step>
  );
}

/** The end of it: complete, or back to the former device. */
function Decision({ point, group, former, closed, isNext }: MigrationProps & { isNext: boolean }) {
  const { t } = useTranslation();
  const { run: completeMigration } = useWrite(bindings.completeMigration);
  const { run: cancelMigration } = useWrite(bindings.cancelMigration);
  const [isCancelling, setCancelling] = useState(false);
  const ids = { pointId: point.id, groupId: group.id };
  return (
    <span className="pl-row">
      <Button danger disabled={closed} onClick={() => setCancelling(true)}>
        {t('bindings:migration.cancel')}
      </Button>
      <ActButton
        type={isNext ? 'primary' : 'default'}
        disabled={closed}
        act={() => completeMigration(ids)}
        done={t('bindings:migration.completeMigrationDone')}
      >
        {t('bindings:migration.complete')}
      </ActButton>
      <ConfirmDestructive
        open={isCancelling}
        title={t('bindings:migration.cancelTitle')}
        lost={t('bindings:migration.cancelLost', { former: former?.sncode ?? '', sncode: group.sncode })}
        action={t('bindings:migration.cancel')}
        onConfirm={async () => {
          await cancelMigration(ids);
        }}
        onClose={() => setCancelling(false)}
      />
    </span>
  );
}
