import './storms.css';
import { CloseOutlined } from '@ant-design/icons';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { handlingLimits } from '@plumbline/contract/alerts/alerts.handling';
import type { StormAlert } from '@plumbline/contract/alerts/alerts.storms';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { DetailPane } from '../../../design/DetailPane.tsx';
import { LevelMark } from '../../../design/Level.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatNumber, formatTime } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { isOpenStatus, useMeasured } from '../figures/figures.parts.tsx';
import { type Verdict, VerdictForm } from '../handling/handling.parts.tsx';
import { useStormWords } from './StormStrip.tsx';

type Storm = NonNullable<Reply<typeof alerts.storm>['storm']>;

/** One storm: its points in the order of time, and what is said, done and settled for all of its alerts at once. */
export function StormPane({
  projectId,
  alertId,
  onClose,
}: {
  projectId: number;
  alertId: number;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const query = useRead(alerts.storm, { alertId });
  return (
    <DetailPane label={t('storms:one')} widthPx={460} takesFocus onClose={onClose}>
      <header className="al-band">
        <h2 className="pl-gap">{t('storms:one')}</h2>
        <Button type="text" icon={<CloseOutlined />} aria-label={t('common:close')} onClick={onClose} />
      </header>
      <Answer
        query={query}
        loading={<SkeletonRows rows={8} />}
        isEmpty={({ storm }) => storm === null}
        empty={<Empty title={t('storms:none')} why={t('storms:noneWhy')} />}
      >
        {({ storm }) => storm && <StormBody key={storm.id} projectId={projectId} storm={storm} />}
      </Answer>
    </DetailPane>
  );
}

function StormBody({ projectId, storm }: { projectId: number; storm: Storm }) {
  const words = useStormWords();
  const mayHandle = useAllowed()(alerts.setStatuses);
  const open = storm.list.filter(({ status }) => isOpenStatus(status));
  return (
    <>
      <div className="al-inside">
        <section>
          <p>{words(storm, storm.timeZone)}</p>
        </section>
        <section>
          <ol className="st-points">
            {storm.list.map((alert) => (
              <li key={alert.id}>
                <One projectId={projectId} alert={alert} timeZone={storm.timeZone} />
              </li>
            ))}
          </ol>
        </section>
        {mayHandle && <ForAll projectId={projectId} alertIds={storm.list.map(({ id }) => id)} />}
      </div>
      {mayHandle && open.length > 0 && <SettleAll open={open} />}
    </>
  );
}

function One({ projectId, alert, timeZone }: { projectId: number; alert: StormAlert; timeZone: string }) {
  const { t } = useTranslation();
  const { quantity, unit, precision } = useMeasured()(alert);
  return (
    <Link to={to('Alert', { projectId, alertId: alert.id })}>
      <span className="pl-num pl-3">{formatTime(alert.readingAt, timeZone).slice(11)}</span>
      <LevelMark level={alert.level} size={16} />
      <span className="pl-ell">
        <span className={isOpenStatus(alert.status) ? 'pl-bb' : 'pl-2'}>{alert.pointName}</span>{' '}
        <span className="pl-sm pl-3">{quantity}</span>
      </span>
      <span className="pl-num">
        {formatNumber(alert.value, precision)} {unit}
      </span>
      <span className="pl-sm pl-3">
        {[t(`common:alertStatus.${alert.status}`), alert.assigneeName].filter(Boolean).join(', ')}
      </span>
    </Link>
  );
}

/** In parts of what one request may name; each part is whole. */
async function inParts<T>(ids: readonly number[], run: (some: number[]) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (let i = 0; i < ids.length; i += handlingLimits.alerts)
    answers.push(await run(ids.slice(i, i + handlingLimits.alerts)));
  return answers;
}

/** One person and one comment for every alert of the storm. */
function ForAll({ projectId, alertIds }: { projectId: number; alertIds: readonly number[] }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [text, setText] = useState('');
  const people = useRead(alerts.assignees, { projectId }).data?.people ?? [];
  const { run: assign, isPending: isAssigning } = useWrite(alerts.assignMany);
  const { run: comment, isPending: isCommenting } = useWrite(alerts.commentMany);
  const confirmDone = (): void => toasts.done(t('storms:done', { count: alertIds.length }));
  const assignAll = (assigneeId: number): void =>
    void inParts(alertIds, (some) => assign({ alertIds: some, assigneeId }))
      .then(confirmDone)
      .catch(toasts.failed);
  const commentAll = (): void =>
    void inParts(alertIds, (some) => comment({ alertIds: some, text: text.trim() }))
      .then(() => {
        setText('');
        confirmDone();
      })
      .catch(toasts.failed);
  return (
    <section className="st-all" aria-label={t('storms:forAll')}>
      <h3>{t('storms:forAll')}</h3>
      <Select<number | null>
        aria-label={t('storms:assign')}
        placeholder={t('storms:assign')}
        value={null}
        loading={isAssigning}
        disabled={isAssigning}
        showSearch={{ optionFilterProp: 'label' }}
        options={people.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => id !== null && assignAll(id)}
      />
      <div className="pl-row">
        <Input.TextArea
          value={text}
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={handlingLimits.textLength}
          aria-label={t('storms:comment')}
          placeholder={t('storms:comment')}
          onChange={(event) => setText(event.target.value)}
        />
        <Button disabled={text.trim() === ''} loading={isCommenting} onClick={commentAll}>
          {t('alerts:comment.send')}
        </Button>
      </div>
    </section>
  );
}

/** One verdict for the open alerts of the storm. */
function SettleAll({ open }: { open: readonly StormAlert[] }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [armed, setArmed] = useState<Verdict | null>(null);
  const { run, isPending } = useWrite(alerts.setStatuses);
  const give = (status: Verdict, reason: string): void => {
    const ids = open.map(({ id }) => id);
    void inParts(ids, (some) => run({ alertIds: some, status, reason }))
      .then((answers) => {
        const count = answers.reduce((sum, { set }) => sum + set.length, 0);
        toasts.done(t('alerts:chosen.done', { count, status: t(`common:alertStatus.${status}`) }));
      })
      .catch(toasts.failed)
      .finally(() => setArmed(null));
  };
  return (
    <footer className="al-verdict">
      <b className="pl-b">{t('storms:settle', { count: open.length })}</b>
      <VerdictForm
        armed={armed}
        onArm={setArmed}
        canNotice={open.some(({ status }) => status === 'Pending')}
        isGiving={isPending}
        onGive={give}
      />
    </footer>
  );
}
