import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { inspections } from '@plumbline/contract/points/inspections';
import type { Template } from '@plumbline/contract/points/inspections.plans';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { type LibraryKind, libraryKinds, libraryTemplate } from '../inspection-library/library.parts.ts';
import { newQuestion, QuestionsInput } from './QuestionsInput.tsx';

/** The templates of a project: what rounds ask. */
export function TemplatesTab({ canChange }: { canChange: boolean }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const query = useRead(inspections.templates, { projectId: project.id });
  const [editing, setEditing] = useState<Template | LibraryKind | 'new' | null>(null);
  const [removing, setRemoving] = useState<Template | null>(null);
  const add = canChange && <AddButtons onAdd={setEditing} />;
  return (
    <div className="in-tab">
      <Answer
        query={query}
        loading={<SkeletonRows rows={4} rowPx={52} />}
        isEmpty={(data) => data.templates.length === 0}
        empty={
          <Empty title={t('inspections:template.none')} why={t('inspections:template.noneWhy')}>
            {add}
          </Empty>
        }
      >
        {(data) => (
          <>
            <div>{add}</div>
            <ul className="in-plans">
              {data.templates.map((template) => (
                <TemplateRow
                  key={template.id}
                  template={template}
                  {...(canChange && { onEdit: () => setEditing(template), onRemove: () => setRemoving(template) })}
                />
              ))}
            </ul>
          </>
        )}
      </Answer>
      {editing !== null && <TemplateDialog edited={editing} onClose={() => setEditing(null)} />}
      {removing && <RemoveDialog template={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

function TemplateRow({
  template: { name, version, questions, plans, byName, changedAt },
  onEdit,
  onRemove,
}: {
  template: Template;
  onEdit?: () => void;
  onRemove?: () => void;
}) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const counts = [
    t('inspections:template.questions', { count: questions.length }),
    t('inspections:template.version', { version }),
    t('inspections:template.plans', { count: plans }),
  ];
  return (
    <li>
      <div className="words">
        <b>{name}</b>
        <span className="pl-2 pl-sm">{counts.join(' · ')}</span>
        <span className="pl-3 pl-sm">
          {formatTime(changedAt, timeZone).slice(0, 16)} · {byName}
        </span>
      </div>
      {onEdit && (
        <IconButton icon={<EditOutlined />} label={t('inspections:template.edit', { name })} onClick={onEdit} />
      )}
      {onRemove && (
        <IconButton icon={<DeleteOutlined />} label={t('inspections:template.remove', { name })} onClick={onRemove} />
      )}
    </li>
  );
}

function RemoveDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { run: remove } = useWrite(inspections.removeTemplate);
  return (
    <ConfirmDestructive
      open
      title={t('inspections:template.removeTitle', { name: template.name })}
      lost={t('inspections:template.removeLost')}
      action={t('common:delete')}
      onConfirm={() => remove({ projectId: project.id, templateId: template.id })}
      onClose={onClose}
    />
  );
}

function AddButtons({ onAdd }: { onAdd: (kind: LibraryKind | 'new') => void }) {
  const { t } = useTranslation();
  const items = libraryKinds.map((key) => ({ key, label: t(`inspectionLibrary:templates.${key}.name`) }));
  return (
    <span className="pl-row">
      <Button icon={<PlusOutlined />} onClick={() => onAdd('new')}>
        {t('inspections:template.add')}
      </Button>
      <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => onAdd(key as LibraryKind) }}>
        <Button title={t('inspectionLibrary:library')}>{t('inspectionLibrary:from')}</Button>
      </Dropdown>
    </span>
  );
}

function TemplateDialog({ edited, onClose }: { edited: Template | LibraryKind | 'new'; onClose: () => void }) {
  const { t } = useTranslation();
  const template = typeof edited === 'string' ? undefined : edited;
  const [begun] = useState(() =>
    edited === 'new'
      ? { name: '', questions: [newQuestion([])] }
      : typeof edited === 'string'
        ? libraryTemplate(edited, t)
        : { name: edited.name, questions: edited.questions },
  );
  const toasts = useToasts();
  const { project } = useProject();
  const { run: create } = useWrite(inspections.createTemplate);
  const { run: update } = useWrite(inspections.updateTemplate);
  return (
    <FormDialog
      title={template ? t('inspections:template.edit', { name: template.name }) : t('inspections:template.add')}
      schema={template ? inspections.updateTemplate.input : inspections.createTemplate.input}
      fixed={{ projectId: project.id, ...(template && { templateId: template.id }) }}
      {...(template && { record: template })}
      initial={begun}
      fields={[
        { type: 'INPUT', prop: 'name', label: 'inspections:template.name', rules: { maxLength: 50 }, span: 2 },
        {
          type: 'slot',
          prop: 'questions',
          label: 'inspections:template.asked',
          tips: 'inspections:template.askedHelp',
          span: 2,
        },
      ]}
      slots={{
        questions: ({ value, onChange }) => (
          <QuestionsInput value={(value as Template['questions'] | undefined) ?? []} onChange={onChange} />
        ),
      }}
      widthPx={760}
      onSave={async (input: never, precondition) => {
        if (template) await update(input, precondition);
        else await create(input);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}
