import { ArrowLeftOutlined, UndoOutlined } from '@ant-design/icons';
import type { Condition } from '@plumbline/contract/alerts/conditions';
import type { ConditionRules } from '@plumbline/contract/alerts/conditions.terms';
import { type fieldAt, fieldsOf } from '@plumbline/contract/points/families';
import { points } from '@plumbline/contract/points/points';
import { structures } from '@plumbline/contract/site/structures';
import { Button, Input, Select } from 'antd';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../../design/form/leave.tsx';
import { Meanwhile } from '../../../design/form/Meanwhile.tsx';
import { useOptions } from '../../../design/form/use-options.ts';
import { LevelTag } from '../../../design/Level.tsx';
import { Empty } from '../../../design/States.tsx';
import { levelName } from '../../../kernel/levels.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { ConditionBackTest } from './ConditionBackTest.tsx';
import { ConditionDrawn } from './ConditionDrawn.tsx';
import { ConditionGroups, type GroupsProps } from './ConditionGroups.tsx';
import { ConditionHistory } from './ConditionHistory.tsx';
import { blankCondition, rulesIn } from './condition-draft.ts';
import { Duration } from './Duration.tsx';
import { Labelled } from './Labelled.tsx';
import type { PointRows } from './term-props.ts';
import { type FindField, useSentence } from './term-words.ts';
import { useEditing, type Who } from './use-editing.ts';

const nobody: Who = { by: null, at: null };
const noRows: PointRows = [];

interface Props {
  /** `new`, `copy-12`, `12`. */
  readonly what: string;
  readonly structureId: number | null;
  readonly all: readonly Condition[];
  readonly canChange: boolean;
  readonly onOpen: (tab: string) => void;
  readonly onSaved: (id: number | null) => void;
}

/** The editor of one condition: its terms in groups, the sentence that they make, the back-test before it is saved. */
export function ConditionEditor({ what, structureId, all, canChange, onOpen, onSaved }: Props) {
  const { t } = useTranslation();
  const { project } = useProject();
  const allStructures = useRead(structures.list, { projectId: project.id }).data?.structures;
  const source = all.find(({ id }) => String(id) === what.replace('copy-', ''));
  if (what !== 'new' && !source)
    return (
      <Empty title={t('conditions:gone')} why="">
        <Button onClick={() => onOpen('')}>{t('conditions:back')}</Button>
      </Empty>
    );
  const first = structureId ?? allStructures?.[0]?.id;
  if (!source && first === undefined) return null;
  const edited = what.startsWith('copy-') ? undefined : source;
  const begin = source
    ? { ...rulesIn(source), ...(edited ? {} : { name: t('conditions:copyName', { name: source.name }).slice(0, 50) }) }
    : blankCondition(first ?? 0);
  return (
    <Editor
      own={edited}
      begin={begin}
      places={(allStructures ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      canChange={canChange}
      onOpen={onOpen}
      onSaved={onSaved}
    />
  );
}

function Editor({
  own,
  begin,
  places,
  canChange,
  onOpen,
  onSaved,
}: Pick<Props, 'canChange' | 'onOpen' | 'onSaved'> & {
  own: Condition | undefined;
  begin: ConditionRules;
  places: { value: number; label: string }[];
}) {
  const { t } = useTranslation();
  const id = useId();
  const editing = useEditing(own, begin, onSaved);
  const { rules, work, put, faults, save } = editing;
  const rows = useOptions('points', points.rows, { projectId: useProject().project.id }).data?.rows ?? noRows;
  const find = useFind(rows, own);
  const sentence = useSentence()(rules, find);
  return (
    <div className="cd-editor">
      <div className="pl-row">
        <Button icon={<ArrowLeftOutlined />} onClick={() => onOpen('')}>
          {t('conditions:back')}
        </Button>
      </div>
      <fieldset disabled={!canChange} className="cd-editor cd-closed">
        <Head rules={rules} places={places} faults={faults} onChange={put} />
        <ConditionGroups rules={rules} rows={rows} faults={faults} onChange={put} />
      </fieldset>
      <p className="cd-sentence" role="status">
        {sentence}
      </p>
      <Theirs editing={editing} />
      {canChange && <SaveBar editing={editing} isNew={own === undefined} />}
      <ConditionBackTest rules={rules} find={find} isComplete={editing.isComplete} />
      <ConditionDrawn rules={rules} rows={rows} find={find} isComplete={editing.isComplete} />
      {own && <ConditionHistory condition={own} />}
      <LeaveGuard id={id} dirty={work.dirty && canChange} save={save} undo={work.undo} />
    </div>
  );
}

function SaveBar({ editing, isNew }: { editing: ReturnType<typeof useEditing>; isNew: boolean }) {
  const { t } = useTranslation();
  const { work, undoStep, faults, save } = editing;
  return (
    <div className="pl-row" style={{ flexWrap: 'wrap' }}>
      <Button
        type="primary"
        loading={editing.isSaving}
        disabled={!isNew && !work.dirty}
        onClick={() => void save().catch(() => undefined)}
      >
        {t('common:save')}
      </Button>
      <Button icon={<UndoOutlined />} disabled={undoStep === null} onClick={() => undoStep?.()}>
        {t('conditions:undo')}
      </Button>
      {work.dirty && <span className="pl-3 pl-sm">{t('forms:unsaved')}</span>}
      {editing.tried && faults.size > 0 && (
        <span className="pl-wrong" role="alert">
          {t('conditions:faults', { count: faults.size })}
        </span>
      )}
    </div>
  );
}

/** Names and units of what the draft names: of the project's points, and of those that the saved condition names. */
function useFind(rows: PointRows, condition: Condition | undefined): FindField {
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  return (pointId, field) => {
    const saved = condition?.points.find((each) => each.id === pointId && each.field === field);
    if (saved) return saved;
    const row = byId.get(pointId);
    if (!row) return undefined;
    const family = row.family as Parameters<typeof fieldAt>[0];
    const unit = fieldsOf(family, 200).find(({ key }) => key === field)?.unit ?? row.unit;
    return { name: row.name, family: row.family, unit };
  };
}

function Theirs({ editing: { work, other, setOther } }: { editing: ReturnType<typeof useEditing> }) {
  const { project } = useProject();
  if (!work.theirs) return null;
  return (
    <Meanwhile
      other={other ?? nobody}
      zone={project.timeZone}
      differences={[]}
      onKeep={() => {
        setOther(null);
        work.keepMine();
      }}
      onTake={() => {
        setOther(null);
        work.undo();
      }}
    />
  );
}

function Head({ rules, places, faults, onChange }: GroupsProps & { places: { value: number; label: string }[] }) {
  const { t } = useTranslation();
  const put = (part: Partial<ConditionRules>): void => onChange({ ...rules, ...part });
  return (
    <div className="cd-head">
      <div className="wide">
        <Labelled label={t('conditions:name')} fault={faults.get('name')}>
          <Input value={rules.name} maxLength={50} onChange={(event) => put({ name: event.target.value })} />
        </Labelled>
      </div>
      <Labelled label={t('conditions:structure')} fault={faults.get('structureId')}>
        <Select
          value={rules.structureId}
          options={places}
          aria-label={t('conditions:structure')}
          onChange={(structureId) => put({ structureId })}
        />
      </Labelled>
      <Labelled label={t('conditions:level')} fault={undefined}>
        <Select
          value={rules.level}
          aria-label={t('conditions:level')}
          options={[1, 2, 3, 4].map((value) => ({ value, label: t(`common:level.${levelName(value)}`) }))}
          labelRender={({ value }) => <LevelTag level={Number(value)} />}
          onChange={(level) => put({ level })}
        />
      </Labelled>
      <Labelled label={t('conditions:raiseDelay')} fault={faults.get('raiseDelaySeconds')}>
        <Duration
          value={rules.raiseDelaySeconds}
          label={t('conditions:raiseDelay')}
          onChange={(seconds) => put({ raiseDelaySeconds: seconds ?? 0 })}
        />
      </Labelled>
      <Labelled label={t('conditions:clearDelay')} fault={faults.get('clearDelaySeconds')}>
        <Duration
          value={rules.clearDelaySeconds}
          label={t('conditions:clearDelay')}
          onChange={(seconds) => put({ clearDelaySeconds: seconds ?? 0 })}
        />
      </Labelled>
      <div className="wide">
        <Labelled label={t('conditions:note')} fault={faults.get('note')}>
          <Input.TextArea
            value={rules.note}
            maxLength={500}
            autoSize={{ minRows: 1, maxRows: 4 }}
            onChange={(event) => put({ note: event.target.value })}
          />
        </Labelled>
      </div>
    </div>
  );
}
