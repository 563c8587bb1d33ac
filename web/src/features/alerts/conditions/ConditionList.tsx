import { CopyOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { type Condition, conditions } from '@plumbline/contract/alerts/conditions';
import { termUnit } from '@plumbline/contract/alerts/conditions.terms';
import { Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { LevelTag } from '../../../design/Level.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { rulesIn } from './condition-draft.ts';
import { TruthMark } from './conditions.parts.tsx';
import { useMeasuredWords, useSentence, useTermWords } from './term-words.ts';

/** The conditions of a project: what each says, how it stands, and what may be done with it. */
export function ConditionList({
  rows,
  canChange,
  onOpen,
}: {
  rows: readonly Condition[];
  canChange: boolean;
  onOpen: (tab: string) => void;
}) {
  const [removing, setRemoving] = useState<Condition | null>(null);
  return (
    <div className="cd-list">
      {rows.map((condition) => (
        <One
          key={condition.id}
          condition={condition}
          canChange={canChange}
          onOpen={onOpen}
          onRemove={() => setRemoving(condition)}
        />
      ))}
      {removing && <RemoveDialog condition={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

function One({
  condition,
  canChange,
  onOpen,
  onRemove,
}: {
  condition: Condition;
  canChange: boolean;
  onOpen: (tab: string) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { id, name, structureName, note } = condition;
  return (
    <article className="cd-one" aria-label={name}>
      <div>
        <h3 className="pl-row tight">
          <span className="pl-ell">{name}</span> <State condition={condition} />
        </h3>
        <div className="pl-sm pl-3">{structureName}</div>
      </div>
      <div className="pl-row tight acts">
        {canChange && <OnOff condition={condition} />}
        <IconButton
          icon={<EditOutlined />}
          label={t(canChange ? 'conditions:edit' : 'conditions:show', { name })}
          onClick={() => onOpen(String(id))}
        />
        {canChange && (
          <>
            <IconButton
              icon={<CopyOutlined />}
              label={t('conditions:copy', { name })}
              onClick={() => onOpen(`copy-${id}`)}
            />
            <IconButton icon={<DeleteOutlined />} label={t('conditions:remove', { name })} onClick={onRemove} />
          </>
        )}
      </div>
      <div>
        <p>
          {sentence(rulesIn(condition), (pointId, field) =>
            condition.points.find((each) => each.id === pointId && each.field === field),
          )}
        </p>
        {note && <p className="pl-sm pl-2">{note}</p>}
        {condition.enabled && <TermList condition={condition} />}
      </div>
    </article>
  );
}

/** How it stands now, with the alert that is on. */
function State({ condition: { status, level, projectId } }: { condition: Condition }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { project } = useProject();
  // Met, and its delay is not over: nothing is raised, and nothing is as it should be.
  const isPending = status.state === 'normal' && status.truth === true;
  const since =
    status.since === null
      ? ''
      : t('conditions:sinceTime', { time: formatShort(status.since, project.timeZone, language) });
  return (
    <>
      {status.state === 'raised' ? (
        <LevelTag level={level} />
      ) : (
        <span className={`pl-tag ${status.state === 'normal' && !isPending ? '' : 'silent'}`}>
          {t(isPending ? 'conditions:pending' : `conditions:state.${status.state}`)}
        </span>
      )}
      <span className="pl-sm pl-3">{since}</span>
      {status.alertId !== null && (
        <Link className="pl-sm" to={to('Alerts', { projectId }, { alert: status.alertId })}>
          {t('conditions:toAlert')}
        </Link>
      )}
    </>
  );
}

/** Each term with what it measured last. */
function TermList({ condition }: { condition: Condition }) {
  const { t } = useTranslation();
  const words = useTermWords();
  const measured = useMeasuredWords();
  const language = useLanguage();
  const { project } = useProject();
  const named = (pointId: number | null, field: string | null) =>
    condition.points.find((each) => each.id === pointId && each.field === field);
  return (
    <ul className="cd-standing pl-sm">
      {condition.groups
        .flatMap(({ terms }) => terms)
        .map((term, i) => {
          const status = condition.status.terms[i];
          const point = named(term.pointId, term.field);
          const unit = termUnit(term, point?.unit ?? '');
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: terms stand in the order of the condition
            <li key={i}>
              <TruthMark truth={status?.truth ?? null} />
              <span>
                {words(term, point, named(term.otherPointId, term.otherField)?.name ?? null, unit)}
                <span className="pl-3 pl-num">
                  {' '}
                  {status ? measured(term.kind, status, unit) : ''}
                  {status?.inARow ? ` · ${t('conditions:ofInARow', status.inARow)}` : ''}
                  {status?.at ? ` · ${formatShort(status.at, project.timeZone, language)}` : ''}
                </span>
              </span>
            </li>
          );
        })}
    </ul>
  );
}

function OnOff({ condition }: { condition: Condition }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: update, isPending } = useWrite(conditions.update);
  const { id, projectId, name, enabled } = condition;
  const rules = rulesIn(condition);
  return (
    <Switch
      size="small"
      checked={enabled}
      loading={isPending}
      aria-label={t('conditions:enable', { name })}
      onChange={(next) =>
        void update({ projectId, conditionId: id, ...rules, enabled: next }, { over: rules }).catch(toasts.failed)
      }
    />
  );
}

function RemoveDialog({ condition: { id, projectId, name }, onClose }: { condition: Condition; onClose: () => void }) {
  const { t } = useTranslation();
  const { run: remove } = useWrite(conditions.remove);
  return (
    <ConfirmDestructive
      open
      title={t('conditions:removeTitle', { name })}
      lost={t('conditions:removeLost')}
      action={t('common:delete')}
      onConfirm={async () => {
        await remove({ projectId, conditionId: id });
      }}
      onClose={onClose}
    />
  );
}
